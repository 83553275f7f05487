import { workerData } from "node:worker_threads";
import { defineTask } from "../workers/task.ts";
import { createTakeChecker, type TakeCheckerOptions, type TakeInput } from "./take-check.ts";

// Runs in its own thread, because transcription blocks the thread it runs in.
const checker = createTakeChecker(workerData as TakeCheckerOptions);

export const run = defineTask((input: TakeInput, signal) => checker.check(input, signal));
