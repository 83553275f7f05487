// The full product in a temporary folder, for kill tests, load tests and benchmarks: real PostgreSQL, Restate and the product's own
// processes, with one user on the largest plan.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, createPool, type Database } from "@timbre/db/connect.ts";
import { loadConfig } from "@timbre/server/core/config.ts";
import { createStorage, type Storage } from "@timbre/server/core/storage/storage.ts";
import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { syncShippedVoices } from "@timbre/server/features/voice-library/shipped/sync.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { aUser, type SeedUser } from "../../seed/builders.ts";
import type { ProgramName, Stack } from "../stack/stack.ts";
import { startStack } from "../stack/stack.ts";

export type Harness = {
	stack: Stack;
	db: Database;
	storage: Storage;
	/** On the largest plan. */
	user: SeedUser;
	speechNodeUrl: string;
	/** Output of a program, for debugging. */
	lines(name: ProgramName): string[];
	stop(): Promise<void>;
};

export async function startHarness(options: {
	engines: "fake" | "real";
	env?: Record<string, string>;
	/** Serve the built pages too. */
	pages?: boolean;
}): Promise<Harness> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-harness-"));
	// As root, PostgreSQL runs as another user, who needs access.
	await chmod(folder, 0o755);
	const output = new Map<ProgramName, string[]>();
	const stack = await startStack({
		dataDir: folder,
		engines: options.engines,
		...(options.pages ? { web: "built" } : {}),
		env: { LOG_LEVEL: "warn", NODE_COMPILE_CACHE: join(tmpdir(), "timbre-compile-cache"), ...options.env },
		onLine: (name, line) => output.set(name, [...(output.get(name) ?? []), line].slice(-200)),
	});
	const config = loadConfig(stack.env);
	const db = connect(createPool(stack.databaseUrl, { max: 4 }));
	const stop = async () => {
		await db.destroy();
		await stack.stop();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		await stack.waitForVoice();
		await syncShippedVoices(db, config.SPEECH_ENGINES);
		const auth = createAuth(config, db, async (user) => {
			await ensureWorkspace(db, user, config.DEFAULT_PLAN);
		});
		const user = await aUser(db, auth, { tier: "enterprise", credits: 100_000_000 });
		return {
			stack,
			db,
			storage: createStorage(config),
			user,
			speechNodeUrl: `http://127.0.0.1:${stack.ports.speechNode}`,
			lines: (name) => output.get(name) ?? [],
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Polls until there is a result. The timeout error names what was waited for. */
export async function until<T>(
	what: string,
	seconds: number,
	poll: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
	// `seconds` is generous for an idle machine; allow five times as much for a busy one.
	const deadline = performance.now() + seconds * 5_000;
	for (;;) {
		const result = await poll();
		if (result !== undefined && result !== false) return result;
		if (performance.now() > deadline) throw new Error(`Timed out after ${seconds * 5} s waiting for ${what}.`);
		await sleep(20);
	}
}
