import { type Config, describeConfig, loadConfig } from "./config.ts";
import { createLog, type Log } from "./log.ts";

/** Runs a process role: starts it, logs why if that fails, and stops it cleanly on SIGTERM or SIGINT. */
export async function runRole(
	role: string,
	start: (config: Config, log: Log) => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
	const config = loadConfig();
	const log = createLog(config, role);
	log.debug({ config: describeConfig(config) }, "starting");
	const running = await start(config, log).catch((error: unknown) => {
		log.fatal({ err: error }, `${role} failed to start`);
		process.exit(1);
	});
	let stopping = false;
	const stop = async () => {
		if (stopping) return;
		stopping = true;
		const forceExit = setTimeout(() => process.exit(1), 10_000);
		forceExit.unref();
		await running.stop();
		process.exit(0);
	};
	process.once("SIGTERM", stop);
	process.once("SIGINT", stop);
	process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
}
