import { type DestinationStream, pino } from "pino";
import type { Config } from "./config.ts";

/** Header and field names whose values never reach a log line. */
const redact = [
	"req.headers.authorization",
	"req.headers.cookie",
	'req.headers["xi-api-key"]',
	"*.password",
	"*.token",
	"*.xi_api_key",
];

/** Lines go to standard output, unless a test reads them. */
export function createLog(config: Pick<Config, "LOG_LEVEL">, role: string, to?: DestinationStream) {
	const options = { level: config.LOG_LEVEL, base: { role }, redact, timestamp: pino.stdTimeFunctions.isoTime };
	return to === undefined ? pino(options) : pino(options, to);
}

export type Log = ReturnType<typeof createLog>;
