// npm run seed -- <scenario>…   (default: base demo)
import { connect, createPool } from "@timbre/db/connect.ts";
import { type Config, loadConfig } from "@timbre/server/core/config.ts";
import type { SeedContext } from "./context.ts";

/** Loaded lazily, because every start of the product waits for the first two. */
const scenarios: Record<string, () => Promise<(context: SeedContext) => Promise<void>>> = {
	base: async () => (await import("./scenarios/base.ts")).seedBase,
	demo: async () => (await import("./scenarios/demo.ts")).seedDemo,
	library: async () => (await import("./scenarios/library.ts")).seedLibrary,
	"long-history": async () => (await import("./scenarios/long-history.ts")).seedLongHistory,
	team: async () => (await import("./scenarios/team.ts")).seedTeam,
	"second-team": async () => (await import("./scenarios/team.ts")).seedSecondTeam,
};

/** Runs the named scenarios. Each is idempotent: existing data stays. */
export async function seed(config: Config, names: readonly string[], log: (line: string) => void): Promise<void> {
	const db = connect(createPool(config.DATABASE_URL, { max: 3 }));
	try {
		for (const name of names) {
			const scenario = scenarios[name];
			if (!scenario) throw new Error(`Unknown scenario "${name}". Available: ${Object.keys(scenarios).join(", ")}.`);
			await (await scenario())({ db, config, log });
		}
	} finally {
		await db.destroy();
	}
}

if (import.meta.main) {
	const names = process.argv.slice(2);
	await seed(loadConfig(), names.length > 0 ? names : ["base", "demo"], (line) => console.log(line));
}
