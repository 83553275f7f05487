import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Permission } from "@timbre/contract/permissions.ts";
import type { Tier } from "@timbre/contract/plans.ts";
import type { Database } from "@timbre/db/connect.ts";
import { createTestDatabase } from "@timbre/db/test-db.ts";
import { createRecordingIsolator } from "@timbre/engines/isolation/recording/in-worker.ts";
import { createSpeechClient, type SpeechClient } from "@timbre/engines/node/client.ts";
import { alignRecording } from "@timbre/engines/node/recordings/align.ts";
import { fingerprintRecording } from "@timbre/engines/node/recordings/fingerprint.ts";
import { createSampleProcessor } from "@timbre/engines/node/recordings/samples.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { createSpeechServer } from "@timbre/engines/node/server.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { createFakeEngine, type FakeOptions } from "@timbre/engines/speech/providers/fake.ts";
import { createEngineRegistry } from "@timbre/engines/speech/speech.ts";
import {
	createFakeRecognizer,
	type FakeRecognizerOptions,
} from "@timbre/engines/transcription/providers/fake-recognizer.ts";
import { createFakeTranscriber } from "@timbre/engines/transcription/providers/fake-transcriber.ts";
import { inject } from "vitest";
import { aHistoryItem, aUser, type SeedUser } from "../../../seed/builders.ts";
import { startApi } from "../api.ts";
import { type Config, loadConfig } from "../core/config.ts";
import { createLog } from "../core/log.ts";
import { createFileStorage, type Storage } from "../core/storage/storage.ts";
import { createTakeStore } from "../core/storage/take-store.ts";
import { createAuth } from "../features/auth/auth.service.ts";
import { syncShippedVoices } from "../features/voice-library/shipped/sync.service.ts";
import { ensureWorkspace } from "../features/workspace/workspace.public.ts";
import { signInWithPassword } from "./sign-in.ts";

export type Ledger = { used: number; reserved: number; entries: number; open: number };

export type TestApp = {
	/** Where the API listens. */
	url: string;
	/** The public origin. Same as `url` unless a test sets PUBLIC_URL. */
	publicUrl: string;
	db: Database;
	storage: Storage;
	/** A client of the speech node, like the worker's. */
	speech: SpeechClient;
	/** A voice of the fake engine. */
	voiceId: string;
	user(overrides?: { tier?: Tier; credits?: number; permissions?: Permission[] }): Promise<SeedUser>;
	signIn(user: SeedUser): Promise<string>;
	historyItem(owner: SeedUser, overrides?: { text?: string }): Promise<string>;
	ledger(workspaceId: string): Promise<Ledger>;
	get<T>(path: string, apiKey: string): Promise<T>;
	/** Sends a request with an optional JSON body. Does not throw on error responses. */
	request<T>(apiKey: string, method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>;
	postJson(path: string, apiKey: string, body: unknown, signal?: AbortSignal): Promise<Response>;
	/** Starts another API on the same database and speech node, perhaps with other settings. Returns its URL. */
	startSecondApi(changes?: Partial<Config>): Promise<string>;
	stop(): Promise<void>;
};

/** Starts the real API on an isolated database, with a real speech node that runs the fake engine. */
export async function testApp(
	options: {
		fake?: FakeOptions;
		recognizer?: FakeRecognizerOptions;
		queue?: number;
		queueSeconds?: number;
		env?: Record<string, string>;
		log?: (line: string) => void;
		/** False: the speech node's storage is full, so it keeps no takes. */
		storeTakes?: boolean;
	} = {},
): Promise<TestApp> {
	const store = await createTestDatabase(inject("databaseUrl"));
	const folder = await mkdtemp(join(tmpdir(), "timbre-app-"));
	const takes = createTakeStore(createFileStorage(folder));
	const full = { ...takes, write: () => Promise.reject(new Error("no space left on device")) };
	const node = createSpeechServer({
		registry: createEngineRegistry([createFakeEngine(options.fake)]),
		scheduler: createScheduler({ capacity: options.queue ?? 64, maxWaitSeconds: options.queueSeconds }),
		takes: options.storeTakes === false ? full : takes,
		takeChecker: createFakeTranscriber(),
		align: alignRecording,
		fingerprint: fingerprintRecording,
		samples: createSampleProcessor({ modelsDir: folder, takeChecker: createFakeTranscriber() }),
		recognizer: createFakeRecognizer(options.recognizer),
		isolate: createRecordingIsolator({ modelsDir: folder }),
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
		// Most tests of plans start from the smallest one.
		DEFAULT_PLAN: "free",
		// All accounts of a test file come from one address.
		SIGN_UP_PER_HOUR: "1000",
		// A slow test machine must not look like an overloaded database.
		DATABASE_WAIT_SECONDS: "120",
		STORAGE_DIR: folder,
		SPEECH_ENGINES: "fake",
		SPEECH_NODE_URLS: `http://127.0.0.1:${(node.address() as AddressInfo).port}`,
		...options.env,
	});
	const api = await startApi(config, createLog(config, "api", options.log && { write: options.log }));
	const others: Awaited<ReturnType<typeof startApi>>[] = [];
	const auth = createAuth(config, store.db, async (user) => {
		await ensureWorkspace(store.db, user, config.DEFAULT_PLAN);
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
		user: (overrides) => aUser(store.db, auth, overrides),
		signIn: (user) => signInWithPassword(url, publicUrl, user),
		historyItem: (owner, overrides) => aHistoryItem(store.db, storage, owner, overrides),
		ledger: (workspaceId) => readLedger(store.db, workspaceId),
		get: async <T>(path: string, apiKey: string) => {
			const response = await fetch(url + path, { headers: { "xi-api-key": apiKey } });
			if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
			return (await response.json()) as T;
		},
		request: async <T>(apiKey: string, method: string, path: string, body?: unknown) => {
			const response = await fetch(url + path, {
				method,
				headers: { "xi-api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			});
			return { status: response.status, body: (await response.json()) as T };
		},
		postJson: (path, apiKey, body, signal) =>
			fetch(url + path, {
				method: "POST",
				headers: { "xi-api-key": apiKey, "content-type": "application/json" },
				body: JSON.stringify(body),
				signal,
			}),
		startSecondApi: async (changes = {}) => {
			const second = { ...config, ...changes, PORT: await freePort() };
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

/** Reads a workspace's ledger and checks its invariant: the account equals its entries and its open reservations. */
export async function readLedger(db: Database, workspaceId: string): Promise<Ledger> {
	// Read in one snapshot: a settlement between two reads would look like an error.
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
			`the ledger does not balance: used ${used}, entries ${sum(entries)}; reserved ${reserved}, open reservations ${sum(open)}`,
		);
	}
	return { used, reserved, entries: entries.length, open: open.length };
}

/** Picks a port below the ephemeral range, so the system won't assign it to another process before the API listens. */
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

/** The keys of all stored objects of a workspace. */
export async function listStoredKeys({ storage }: Pick<TestApp, "storage">, workspaceId: string): Promise<string[]> {
	const kinds = ["history", "takes", "voices"];
	return (await Promise.all(kinds.map((kind) => storage.list(`${kind}/${workspaceId}`)))).flat();
}
