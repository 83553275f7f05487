import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Permission } from "@timbre/contract/permissions.ts";
import type { Tier } from "@timbre/contract/plans.ts";
import type { Database } from "@timbre/db/connect.ts";
import { createTestDatabase } from "@timbre/db/test-db.ts";
import { alignRecording } from "@timbre/engines/node/align.ts";
import { createSpeechClient, type SpeechClient } from "@timbre/engines/node/client.ts";
import { fingerprintRecording } from "@timbre/engines/node/fingerprint.ts";
import { createSampleListener } from "@timbre/engines/node/samples.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { createSpeechServer } from "@timbre/engines/node/server.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { createFakeEngine, type FakeOptions } from "@timbre/engines/speech/providers/fake.ts";
import { createEngineRegistry } from "@timbre/engines/speech/speech.ts";
import { createFakeEar } from "@timbre/engines/transcription/providers/fake-ear.ts";
import { inject } from "vitest";
import { aHistoryItem, aPerson, type Person } from "../../../seed/builders.ts";
import { startApi } from "../api.ts";
import { loadConfig } from "../core/config.ts";
import { createLog } from "../core/log.ts";
import { createFileStorage, type Storage } from "../core/storage.ts";
import { createTakeStore } from "../core/take-store.ts";
import { createAuth } from "../features/auth/auth.service.ts";
import { syncShippedVoices } from "../features/voices/voices.service.ts";
import { ensureWorkspace } from "../features/workspace/workspace.public.ts";
import { signInWithPassword } from "./sign-in.ts";

export type Ledger = { used: number; reserved: number; entries: number; open: number };

export type TestApp = {
	/** Where it is asked. */
	url: string;
	/** Where browsers believe it to be: the same, unless a test says otherwise. */
	publicUrl: string;
	db: Database;
	storage: Storage;
	/** The way to the speech node, as the worker has it. */
	speech: SpeechClient;
	/** A voice of the fake engine. */
	voiceId: string;
	person(wanted?: { tier?: Tier; credits?: number; permissions?: Permission[] }): Promise<Person>;
	signIn(person: Person): Promise<string>;
	historyItem(owner: Person, wanted?: { text?: string }): Promise<string>;
	ledger(workspaceId: string): Promise<Ledger>;
	get<T>(path: string, apiKey: string): Promise<T>;
	/** Any call with a JSON body, or none; also what is refused is an answer. */
	call<T>(apiKey: string, method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>;
	speak(path: string, apiKey: string, body: unknown, signal?: AbortSignal): Promise<Response>;
	/** One more api process on the same database and speech node; gives its address. */
	anotherApi(): Promise<string>;
	stop(): Promise<void>;
};

/** The real api on a database of its own, with a real speech node that runs the fake engine. */
export async function testApp(
	options: { fake?: FakeOptions; queue?: number; env?: Record<string, string>; log?: (line: string) => void } = {},
): Promise<TestApp> {
	const store = await createTestDatabase(inject("databaseUrl"));
	const folder = await mkdtemp(join(tmpdir(), "timbre-app-"));
	const node = createSpeechServer({
		registry: createEngineRegistry([createFakeEngine(options.fake)]),
		scheduler: createScheduler({ capacity: options.queue ?? 64 }),
		takes: createTakeStore(createFileStorage(folder)),
		listener: createFakeEar(),
		align: alignRecording,
		fingerprint: fingerprintRecording,
		samples: createSampleListener({ modelsDir: folder, listener: createFakeEar() }),
		ready: () => true,
	});
	await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
	const port = await freePort();
	const config = loadConfig({
		NODE_ENV: "test",
		LOG_LEVEL: "silent",
		PORT: String(port),
		PUBLIC_URL: `http://127.0.0.1:${port}`,
		DATABASE_URL: store.url,
		// A busy machine must not look like an overloaded database.
		DATABASE_WAIT_SECONDS: "120",
		STORAGE_DIR: folder,
		SPEECH_ENGINES: "fake",
		SPEECH_NODE_URLS: `http://127.0.0.1:${(node.address() as AddressInfo).port}`,
		...options.env,
	});
	const api = await startApi(config, createLog(config, "api", options.log && { write: options.log }));
	const others: Awaited<ReturnType<typeof startApi>>[] = [];
	const auth = createAuth(config, store.db, async (user) => {
		await ensureWorkspace(store.db, user);
	});
	const storage = createFileStorage(folder);
	const speech = createSpeechClient({ urls: config.SPEECH_NODE_URLS });
	await syncShippedVoices(store.db, config.SPEECH_ENGINES);
	const url = `http://127.0.0.1:${port}`;
	const publicUrl = new URL(config.PUBLIC_URL).origin;
	return {
		url,
		publicUrl,
		db: store.db,
		storage,
		speech,
		voiceId: voiceId("fake", "tone-low"),
		person: (wanted) => aPerson(store.db, auth, wanted),
		signIn: (person) => signInWithPassword(url, publicUrl, person),
		historyItem: (owner, wanted) => aHistoryItem(store.db, storage, owner, wanted),
		ledger: (workspaceId) => readLedger(store.db, workspaceId),
		get: async <T>(path: string, apiKey: string) => {
			const answer = await fetch(url + path, { headers: { "xi-api-key": apiKey } });
			if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
			return (await answer.json()) as T;
		},
		call: async <T>(apiKey: string, method: string, path: string, body?: unknown) => {
			const answer = await fetch(url + path, {
				method,
				headers: { "xi-api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			});
			return { status: answer.status, body: (await answer.json()) as T };
		},
		speak: (path, apiKey, body, signal) =>
			fetch(url + path, {
				method: "POST",
				headers: { "xi-api-key": apiKey, "content-type": "application/json" },
				body: JSON.stringify(body),
				signal,
			}),
		anotherApi: async () => {
			const second = { ...config, PORT: await freePort() };
			others.push(await startApi(second, createLog(second, "api")));
			return `http://127.0.0.1:${second.PORT}`;
		},
		stop: async () => {
			speech.close();
			for (const other of others) await other.stop();
			await api.stop();
			node.closeAllConnections();
			await new Promise((resolve) => node.close(resolve));
			await store.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Also checks what must always hold: the account equals its ledger and its open reservations. */
export async function readLedger(db: Database, workspaceId: string): Promise<Ledger> {
	// One snapshot: read one after the other, a settlement in between would look like a fault.
	const { account, entries, open } = await db
		.transaction()
		.setIsolationLevel("repeatable read")
		.execute(async (tx) => ({
			account: await tx
				.selectFrom("credit_account")
				.selectAll()
				.where("workspace_id", "=", workspaceId)
				.executeTakeFirst(),
			entries: await tx.selectFrom("credit_entry").select("amount").where("workspace_id", "=", workspaceId).execute(),
			open: await tx
				.selectFrom("credit_reservation")
				.select("amount")
				.where("workspace_id", "=", workspaceId)
				.where("state", "=", "open")
				.execute(),
		}));
	const sum = (rows: { amount: number }[]) => rows.reduce((total, row) => total + row.amount, 0);
	const used = account?.used ?? 0;
	const reserved = account?.reserved ?? 0;
	if (used !== sum(entries) || reserved !== sum(open)) {
		throw new Error(
			`the books do not balance: used ${used} against ${sum(entries)}, reserved ${reserved} against ${sum(open)}`,
		);
	}
	return { used, reserved, entries: entries.length, open: open.length };
}

/** None that the system gives to whoever asks for any: nobody is given it before the api listens. */
async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(10_000, 20_000);
		const probe = createServer();
		const free = await new Promise<boolean>((resolve) => {
			probe.once("error", () => resolve(false));
			probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
		});
		if (free) return port;
	}
}

/** Everything in the store that belongs to a workspace. */
export async function keptFor({ storage }: Pick<TestApp, "storage">, workspaceId: string): Promise<string[]> {
	const kinds = ["history", "takes", "voices"];
	return (await Promise.all(kinds.map((kind) => storage.list(`${kind}/${workspaceId}`)))).flat();
}
