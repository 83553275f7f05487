// npm run seed -- <scenario>…   (base and demo when none is named)
import { connect, createPool } from "@timbre/db/connect.ts";
import { type Config, loadConfig } from "@timbre/server/core/config.ts";
import type { SeedContext } from "./context.ts";
import { seedBase } from "./scenarios/base.ts";
import { seedDemo } from "./scenarios/demo.ts";
import { seedLibrary } from "./scenarios/library.ts";
import { seedLongHistory } from "./scenarios/long-history.ts";
import { seedTeam } from "./scenarios/team.ts";

const scenarios: Record<string, (context: SeedContext) => Promise<void>> = {
	base: seedBase,
	demo: seedDemo,
	library: seedLibrary,
	"long-history": seedLongHistory,
	team: seedTeam,
};

/** Runs the named scenarios. Each may be run again: what is there already stays. */
export async function seed(config: Config, names: readonly string[], say: (line: string) => void): Promise<void> {
	const db = connect(createPool(config.DATABASE_URL, { max: 3 }));
	try {
		for (const name of names) {
			const scenario = scenarios[name];
			if (!scenario) throw new Error(`There is no scenario "${name}". Known: ${Object.keys(scenarios).join(", ")}.`);
			await scenario({ db, config, say });
		}
	} finally {
		await db.destroy();
	}
}

if (import.meta.main) {
	const wanted = process.argv.slice(2);
	await seed(loadConfig(), wanted.length > 0 ? wanted : ["base", "demo"], (line) => console.log(line));
}
