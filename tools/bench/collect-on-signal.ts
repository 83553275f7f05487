// Loaded into the processes that are measured: on SIGUSR2 they collect their garbage, so that what is still there afterwards is held.
// Without it their memory tells when the collector last ran, which differs by a quarter from one round to the next.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const gc: (how: object) => void = runInNewContext("gc");
// As thoroughly as it can: otherwise much of what is free is given back to the system some seconds later, or not.
const collect = () => gc({ type: "major", execution: "sync", flavor: "last-resort" });
process.on("SIGUSR2", () => {
	collect();
	// What only the first finds dead may have held what the second finds.
	setImmediate(collect);
});
