// Creates a separate caller with its own resources for every operation, so operations don't affect each other.
import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import type { Endpoint } from "@timbre/contract/endpoint.ts";
import { connect, createPool } from "@timbre/db/connect.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import type { Config } from "@timbre/server/core/config.ts";
import { createStorage } from "@timbre/server/core/storage/storage.ts";
import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { defaultValues } from "@timbre/server/testing/request-bodies.ts";
import { createResources, preparations, resourceFixtures, type TestTarget } from "@timbre/server/testing/resources.ts";
import { idFields, idParameters } from "@timbre/server/testing/schema-samples.ts";
import { signInWithPassword } from "@timbre/server/testing/sign-in.ts";
import { aHistoryItem, aUser, type SeedUser } from "../../seed/builders.ts";

/** Authentication headers, and values for parameters and fields by name. */
type Caller = { headers: Record<string, string>; known: Record<string, unknown> };

/** Long enough for a voice preview; generated text often has nothing to speak. */
const text = "The harbour lay quiet under a thin fog, and the first boats of the morning were already far out at sea.";
/** Enough that no caller runs out. */
const credits = 1_000_000_000;
/** Approximate requests per operation. If a workspace limit is stricter, several callers share them. */
const requestsPerOperation = 90;

export async function prepareWorld(
	config: Config,
	url: string,
	recording: Uint8Array,
): Promise<Record<string, Caller[]>> {
	const db = connect(createPool(config.DATABASE_URL, { max: 8 }));
	const storage = createStorage(config);
	const auth = createAuth(config, db, async (user) => {
		await ensureWorkspace(db, user, config.DEFAULT_PLAN);
	});
	const publicUrl = new URL(config.PUBLIC_URL).origin;
	const scene: TestTarget = {
		url,
		publicUrl,
		db,
		storage,
		voiceId: voiceId("fake", "tone-low"),
		user: (wanted) => aUser(db, auth, wanted),
		signIn: (user) => signInWithPassword(url, publicUrl, user),
		historyItem: (owner, wanted) => aHistoryItem(db, storage, owner, wanted),
		postJson: (path, apiKey, body) =>
			fetch(url + path, {
				method: "POST",
				headers: { "xi-api-key": apiKey, "content-type": "application/json" },
				body: JSON.stringify(body),
			}),
	};
	const waiting = Object.values(endpointsByArea).flatMap((list) => Object.values<Endpoint>(list));
	const published = await createPublicResources(scene);
	const callers: Record<string, Caller[]> = {};
	const work = async () => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const { id, limits = [] } = next;
			const strictest = Math.min(...limits.map(({ per, requests }) => (per === "workspace" ? requests : Infinity)));
			const several: Caller[] = [];
			for (let at = 0; at < requestsPerOperation / strictest || at === 0; at++)
				several.push(await callerFor(scene, next, recording, published));
			callers[id] = several;
		}
	};
	await Promise.all(Array.from({ length: 4 }, work));
	await db.destroy();
	return callers;
}

type Ids = Record<string, string>;

async function callerFor(
	scene: TestTarget,
	endpoint: Endpoint,
	recording: Uint8Array,
	published: Ids,
): Promise<Caller> {
	if (endpoint.auth === "public") return { headers: {}, known: { ...defaultValues, text, ...published } };
	const user = await scene.user({ tier: "enterprise", credits });
	const named = [endpoint.query, endpoint.body].flatMap((schema) => (schema ? idFields(schema) : []));
	const names = [...idParameters(endpoint), ...named.map(({ name }) => name)].filter((name) => resourceFixtures[name]);
	const ids = await createResources(scene, endpoint, names, user);
	await preparations[endpoint.id]?.(scene, user, ids);
	if (ids.sample_id) await recordSample(scene, ids.sample_id, recording);
	return { headers: await credentials(scene, endpoint, user), known: { ...defaultValues, text, ...ids } };
}

/** Public resources: a shared generation, a profile, a shipped voice. */
async function createPublicResources(scene: TestTarget): Promise<Ids> {
	const user = await scene.user();
	const headers = { "xi-api-key": user.apiKey, "content-type": "application/json" };
	const item = await scene.historyItem(user);
	const shared = await fetch(`${scene.url}/v1/history/${item}/share-link`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey },
	});
	const { share_link } = (await shared.json()) as { share_link: string };
	const name = "ada-example";
	const body = JSON.stringify({ handle: name, public: true });
	await fetch(`${scene.url}/v1/user/profile`, { method: "PATCH", headers, body });
	return { share_id: share_link.split("/").at(-1) ?? "", name, voice_id: scene.voiceId };
}

/** Stores audio for a sample. */
async function recordSample({ db, storage }: TestTarget, sampleId: string, recording: Uint8Array): Promise<void> {
	const { audio_key } = await db
		.selectFrom("voice_sample")
		.select("audio_key")
		.where("id", "=", sampleId)
		.executeTakeFirstOrThrow();
	await storage.put(audio_key, recording, "audio/wav");
}

/** An API key, or a session if the endpoint requires one. */
async function credentials(scene: TestTarget, endpoint: Endpoint, user: SeedUser): Promise<Record<string, string>> {
	if (!endpoint.errors?.includes("needs_session")) return { "xi-api-key": user.apiKey };
	return { cookie: await scene.signIn(user), origin: scene.publicUrl };
}
