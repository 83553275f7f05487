// Loaded into measured processes: SIGUSR2 runs the garbage collector, so memory shows what is still referenced. Without it, memory
// depends on when the collector last ran and varies by a quarter between rounds.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const gc: (how: object) => void = runInNewContext("gc");
// Last-resort collection also returns free memory to the system immediately.
const collect = () => gc({ type: "major", execution: "sync", flavor: "last-resort" });
process.on("SIGUSR2", () => {
	collect();
	// A second pass frees what the first one's garbage still referenced.
	setImmediate(collect);
});
