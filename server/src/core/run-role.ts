import { type Config, describeConfig, loadConfig } from "./config.ts";
import { createLog, type Log } from "./log.ts";

/** Starts a process role, stops it in order on a signal, and says in one sentence why it could not start. */
export async function runRole(
	role: string,
	start: (config: Config, log: Log) => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
	const config = loadConfig();
	const log = createLog(config, role);
	log.debug({ config: describeConfig(config) }, "starting");
	const running = await start(config, log).catch((error: unknown) => {
		log.fatal({ err: error }, `${role} could not start`);
		process.exit(1);
	});
	let stopping = false;
	const stop = async () => {
		if (stopping) return;
		stopping = true;
		const impatient = setTimeout(() => process.exit(1), 10_000);
		impatient.unref();
		await running.stop();
		process.exit(0);
	};
	process.once("SIGTERM", stop);
	process.once("SIGINT", stop);
	process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
}
