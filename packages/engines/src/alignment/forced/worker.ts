import { defineTask } from "../../workers/task.ts";
import { type ForcedAlignInput, forceAlign } from "./forced.ts";

export const run = defineTask((input: Omit<ForcedAlignInput, "signal">) => forceAlign(input));
