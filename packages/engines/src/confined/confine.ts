import { createRequire } from "node:module";
import { createTaskFilter } from "./seccomp.ts";

// Other platforms have no filters of system calls, and need no library for them.
const linux =
	process.platform === "linux"
		? (createRequire(import.meta.url)("./linux.ts") as typeof import("./linux.ts"))
		: undefined;

/** Gives up the right to open files, connections and programs, for good. Without effect where the kernel has no filters. */
export function confine(): void {
	const filter = createTaskFilter(process.arch);
	if (linux && filter) linux.applyFilter(filter);
}
