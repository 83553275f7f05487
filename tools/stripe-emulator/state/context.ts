import type { Events } from "../events.ts";
import type { State } from "./state.ts";

/** What every part of the emulator works with. */
export type Context = { state: State; events: Events; url: string };
