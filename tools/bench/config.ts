import { type Config, loadConfig } from "@timbre/server/core/config.ts";

/** Production settings of an api with its own database and folder and no log output. */
export function benchConfig(databaseUrl: string, folder: string, port: number, more: NodeJS.ProcessEnv = {}): Config {
	return loadConfig({
		NODE_ENV: "production",
		AUTH_SECRET: "x".repeat(32),
		LOG_LEVEL: "silent",
		PORT: String(port),
		PUBLIC_URL: `http://127.0.0.1:${port}`,
		DATABASE_URL: databaseUrl,
		STORAGE_DIR: folder,
		...more,
	});
}
