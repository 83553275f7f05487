// The whole product in a throw-away folder, for kill tests, load tests and benches: real PostgreSQL, real Restate and the
// product's own processes, with one customer who may speak as much as the machine can.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, createPool, type Database } from "@timbre/db/connect.ts";
import { loadConfig } from "@timbre/server/core/config.ts";
import { createStorage, type Storage } from "@timbre/server/core/storage.ts";
import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { syncShippedVoices } from "@timbre/server/features/voices/voices.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { aPerson, type Person } from "../../seed/builders.ts";
import type { ProgramName, Stack } from "../stack/stack.ts";
import { startStack } from "../stack/stack.ts";

export type Harness = {
	stack: Stack;
	db: Database;
	storage: Storage;
	/** On the largest plan. */
	person: Person;
	speechNodeUrl: string;
	/** What a program has said, for when something goes wrong. */
	lines(name: ProgramName): string[];
	stop(): Promise<void>;
};

export async function startHarness(options: {
	engines: "fake" | "real";
	env?: Record<string, string>;
}): Promise<Harness> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-harness-"));
	// Run by root, the database server is lent to another user, who must be able to enter.
	await chmod(folder, 0o755);
	const said = new Map<ProgramName, string[]>();
	const stack = await startStack({
		dataDir: folder,
		engines: options.engines,
		env: { LOG_LEVEL: "warn", NODE_COMPILE_CACHE: join(tmpdir(), "timbre-compile-cache"), ...options.env },
		onLine: (name, line) => said.set(name, [...(said.get(name) ?? []), line].slice(-200)),
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
			await ensureWorkspace(db, user);
		});
		const person = await aPerson(db, auth, { tier: "enterprise", credits: 100_000_000 });
		return {
			stack,
			db,
			storage: createStorage(config),
			person,
			speechNodeUrl: `http://127.0.0.1:${stack.ports.speechNode}`,
			lines: (name) => said.get(name) ?? [],
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Asks until the answer is there. The time-out names what was waited for. */
export async function until<T>(
	what: string,
	seconds: number,
	ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
	// The seconds are those of an idle machine, generously; a busy one takes several times as long.
	const deadline = performance.now() + seconds * 5_000;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
		if (performance.now() > deadline) throw new Error(`Waited ${seconds * 5} s in vain: ${what}.`);
		await sleep(20);
	}
}
