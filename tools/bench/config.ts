import { type Config, loadConfig } from "@timbre/server/core/config.ts";

/** How an api runs in production, on a database and a folder of its own and without a word. */
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
