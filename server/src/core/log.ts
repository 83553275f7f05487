import { type DestinationStream, pino } from "pino";
import type { Config } from "./config.ts";

/** Headers and fields whose values are never logged. */
const redact = [
	"req.headers.authorization",
	"req.headers.cookie",
	'req.headers["xi-api-key"]',
	"*.password",
	"*.token",
	"*.xi_api_key",
];

/** Logs to standard output, or to `to` in tests. */
export function createLog(config: Pick<Config, "LOG_LEVEL">, role: string, to?: DestinationStream) {
	const options = { level: config.LOG_LEVEL, base: { role }, redact, timestamp: pino.stdTimeFunctions.isoTime };
	return to === undefined ? pino(options) : pino(options, to);
}

export type Log = ReturnType<typeof createLog>;
