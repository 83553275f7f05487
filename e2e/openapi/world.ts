// For every operation a caller of its own, with the things that its ids can name: what one operation deletes or uses up, no other misses.
import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import type { Endpoint } from "@timbre/contract/endpoint.ts";
import { connect, createPool } from "@timbre/db/connect.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import type { Config } from "@timbre/server/core/config.ts";
import { createStorage } from "@timbre/server/core/storage.ts";
import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { idParameters, idPlaces } from "@timbre/server/testing/samples.ts";
import { signInWithPassword } from "@timbre/server/testing/sign-in.ts";
import { makeThings, preparations, type Scene, things, usualValues } from "@timbre/server/testing/things.ts";
import { aHistoryItem, aPerson, type Person } from "../../seed/builders.ts";

/** Headers that say who calls, and values for parameters and fields by their name. */
type Caller = { headers: Record<string, string>; known: Record<string, unknown> };

/** Long enough for a preview of a voice; what is made up has often nothing to speak in it. */
const text = "The harbour lay quiet under a thin fog, and the first boats of the morning were already far out at sea.";
/** Nobody runs out of credits. */
const credits = 1_000_000_000;
/** About as many requests as an operation gets: with a stricter limit per workspace they come from several. */
const usualRequests = 90;

export async function prepareWorld(
	config: Config,
	url: string,
	recording: Uint8Array,
): Promise<Record<string, Caller[]>> {
	const db = connect(createPool(config.DATABASE_URL, { max: 8 }));
	const storage = createStorage(config);
	const auth = createAuth(config, db, async (user) => {
		await ensureWorkspace(db, user);
	});
	const publicUrl = new URL(config.PUBLIC_URL).origin;
	const scene: Scene = {
		url,
		publicUrl,
		db,
		storage,
		voiceId: voiceId("fake", "tone-low"),
		person: (wanted) => aPerson(db, auth, wanted),
		signIn: (person) => signInWithPassword(url, publicUrl, person),
		historyItem: (owner, wanted) => aHistoryItem(db, storage, owner, wanted),
		speak: (path, apiKey, body) =>
			fetch(url + path, {
				method: "POST",
				headers: { "xi-api-key": apiKey, "content-type": "application/json" },
				body: JSON.stringify(body),
			}),
	};
	const waiting = Object.values(endpointsByArea).flatMap((list) => Object.values<Endpoint>(list));
	const published = await publicThings(scene);
	const callers: Record<string, Caller[]> = {};
	const work = async () => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const { id, limits = [] } = next;
			const strictest = Math.min(...limits.map(({ per, requests }) => (per === "workspace" ? requests : Infinity)));
			const several: Caller[] = [];
			for (let at = 0; at < usualRequests / strictest || at === 0; at++)
				several.push(await callerFor(scene, next, recording, published));
			callers[id] = several;
		}
	};
	await Promise.all(Array.from({ length: 4 }, work));
	await db.destroy();
	return callers;
}

type Ids = Record<string, string>;

async function callerFor(scene: Scene, endpoint: Endpoint, recording: Uint8Array, published: Ids): Promise<Caller> {
	if (endpoint.auth === "public") return { headers: {}, known: { ...usualValues, text, ...published } };
	const person = await scene.person({ tier: "enterprise", credits });
	const named = [endpoint.query, endpoint.body].flatMap((schema) => (schema ? idPlaces(schema) : []));
	const names = [...idParameters(endpoint), ...named.map(({ name }) => name)].filter((name) => things[name]);
	const ids = await makeThings(scene, endpoint, names, person);
	await preparations[endpoint.id]?.(scene, person, ids);
	if (ids.sample_id) await recordSample(scene, ids.sample_id, recording);
	return { headers: await credentials(scene, endpoint, person), known: { ...usualValues, text, ...ids } };
}

/** What anybody can ask for: a shared generation, a profile, a voice of the server. */
async function publicThings(scene: Scene): Promise<Ids> {
	const person = await scene.person();
	const headers = { "xi-api-key": person.apiKey, "content-type": "application/json" };
	const item = await scene.historyItem(person);
	const shared = await fetch(`${scene.url}/v1/history/${item}/share-link`, { headers });
	const { share_link } = (await shared.json()) as { share_link: string };
	const name = "ada-example";
	const body = JSON.stringify({ handle: name, public: true });
	await fetch(`${scene.url}/v1/user/profile`, { method: "PATCH", headers, body });
	return { share_id: share_link.split("/").at(-1) ?? "", name, voice_id: scene.voiceId };
}

/** A sample that can be listened to. */
async function recordSample({ db, storage }: Scene, sampleId: string, recording: Uint8Array): Promise<void> {
	const { audio_key } = await db
		.selectFrom("voice_sample")
		.select("audio_key")
		.where("id", "=", sampleId)
		.executeTakeFirstOrThrow();
	await storage.put(audio_key, recording, "audio/wav");
}

/** A key, or a session where a key is not enough. */
async function credentials(scene: Scene, endpoint: Endpoint, person: Person): Promise<Record<string, string>> {
	if (!endpoint.errors?.includes("needs_session")) return { "xi-api-key": person.apiKey };
	return { cookie: await scene.signIn(person), origin: scene.publicUrl };
}
