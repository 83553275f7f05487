// npm run seed -- <scenario>…   (base and demo when none is named)
import { connect, createPool } from "@timbre/db/connect.ts";
import { type Config, loadConfig } from "@timbre/server/core/config.ts";
import type { SeedContext } from "./context.ts";

/** Each loaded only when it is run: every start of the product runs the first two, and waits for them. */
const scenarios: Record<string, () => Promise<(context: SeedContext) => Promise<void>>> = {
	base: async () => (await import("./scenarios/base.ts")).seedBase,
	demo: async () => (await import("./scenarios/demo.ts")).seedDemo,
	library: async () => (await import("./scenarios/library.ts")).seedLibrary,
	"long-history": async () => (await import("./scenarios/long-history.ts")).seedLongHistory,
	team: async () => (await import("./scenarios/team.ts")).seedTeam,
	"second-team": async () => (await import("./scenarios/team.ts")).seedSecondTeam,
};

/** Runs the named scenarios. Each may be run again: what is there already stays. */
export async function seed(config: Config, names: readonly string[], say: (line: string) => void): Promise<void> {
	const db = connect(createPool(config.DATABASE_URL, { max: 3 }));
	try {
		for (const name of names) {
			const scenario = scenarios[name];
			if (!scenario) throw new Error(`There is no scenario "${name}". Known: ${Object.keys(scenarios).join(", ")}.`);
			await (await scenario())({ db, config, say });
		}
	} finally {
		await db.destroy();
	}
}

if (import.meta.main) {
	const wanted = process.argv.slice(2);
	await seed(loadConfig(), wanted.length > 0 ? wanted : ["base", "demo"], (line) => console.log(line));
}
