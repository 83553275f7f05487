import type { VoicePreviews } from "@timbre/contract/voice-making/design.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { eventWorkflow } from "../../../core/events/events.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { runWorkflow } from "../../../testing/workflows/run-workflow.ts";
import { designPreviewsWorkflow } from "./design.workflow.ts";
import { createInFlight } from "./in-flight.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const text =
	"The lamps along the quay came on one by one, and the last boat of the evening turned slowly into the harbour mouth.";

async function post<T>(
	user: SeedUser,
	path: string,
	body: unknown,
): Promise<{ status: number; response: T; cost: string | null }> {
	const response = await app.postJson(path, user.apiKey, body);
	return {
		status: response.status,
		cost: response.headers.get("character-cost"),
		response: (await response.json()) as T,
	};
}

const design = (user: SeedUser, voice_description: string, more: Record<string, unknown> = {}) =>
	post<VoicePreviews>(user, "/v1/text-to-voice/design", { voice_description, text, seed: 7, ...more });

test("VOICES-052 VOICES-055 returns three different voices for a description, with the traits each one matched", async () => {
	const user = await app.user();
	const { status, response, cost } = await design(user, "A slow voice with a low pitch, somewhat gloomy");
	expect(status).toBe(200);
	expect(response.text).toBe(text);
	expect(response.not_understood).toEqual(["gloomy"]);
	expect(new Set(response.previews.map((preview) => preview.generated_voice_id)).size).toBe(3);
	for (const { traits, audio_base_64, media_type, duration_secs, measured } of response.previews) {
		expect(media_type).toBe("audio/mpeg");
		expect(Buffer.from(audio_base_64, "base64").length).toBeGreaterThan(10_000);
		expect(duration_secs).toBeGreaterThan(5);
		expect(traits.map(({ trait, asked, met }) => ({ trait, asked, met }))).toEqual([
			{ trait: "pitch", asked: "low", met: true },
			{ trait: "pace", asked: "slow", met: true },
		]);
		expect(traits[0]?.measured).toBeCloseTo(measured.pitch, 0);
	}
	expect(response.difference_db).toBeGreaterThan(0);
	expect(cost).toBe(String(3 * text.length));
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 3 * text.length, reserved: 0, open: 0 });
});

test("the measured pitch and pace follow the description", async () => {
	const user = await app.user();
	const mean = ({ response }: { response: VoicePreviews }, what: "pitch" | "pace") =>
		response.previews.reduce((sum, { measured }) => sum + measured[what] / 3, 0);
	const low = await design(user, "A very deep and slow voice for stories");
	const high = await design(user, "A very high-pitched and fast voice");
	expect(mean(low, "pitch")).toBeLessThan(0.8 * mean(high, "pitch"));
	expect(mean(low, "pace")).toBeLessThan(0.8 * mean(high, "pace"));
});

test("the same description and seed give the same voices, another seed gives others", {
	tags: ["verify"],
}, async () => {
	const user = await app.user();
	const speakers = async (seed: number) => {
		const { response } = await design(user, "A bright and lively voice for news", { seed });
		const ids = response.previews.map((preview) => preview.generated_voice_id);
		const rows = await app.db
			.selectFrom("voice_design_preview")
			.select(["id", "speaker"])
			.where("id", "in", ids)
			.execute();
		return ids.map((id) => rows.find((row) => row.id === id)?.speaker);
	};
	expect(await speakers(3)).toEqual(await speakers(3));
	expect(await speakers(3)).not.toEqual(await speakers(4));
});

test("streams a preview by id, only to its own workspace", async () => {
	const user = await app.user();
	const { response } = await design(user, "A calm voice for a quiet museum guide", { stream_previews: true });
	const [preview] = response.previews;
	expect(preview?.audio_base_64).toBe("");
	const path = `/v1/text-to-voice/${preview?.generated_voice_id}/stream`;
	const streamed = await fetch(app.url + path, { headers: { "xi-api-key": user.apiKey } });
	expect(streamed.headers.get("content-type")).toBe("audio/mpeg");
	expect((await streamed.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
	const stranger = await app.user();
	expect((await fetch(app.url + path, { headers: { "xi-api-key": stranger.apiKey } })).status).toBe(404);
});

test("a saved preview becomes a usable voice of the workspace, with labels only for matched traits", async () => {
	const user = await app.user();
	const { response } = await design(user, "A low voice for a bedtime story");
	const body = {
		voice_name: "Bedtime",
		voice_description: "A low voice for a bedtime story",
		generated_voice_id: response.previews[0]?.generated_voice_id,
		labels: { use_case: "stories" },
	};
	const { status, response: voice } = await post<Voice>(user, "/v1/text-to-voice", body);
	expect(status).toBe(200);
	expect(voice).toMatchObject({
		name: "Bedtime",
		category: "generated",
		origin: "designed",
		is_mixed: true,
		is_owner: true,
		labels: { pitch: "low", use_case: "stories" },
	});
	const clip = await fetch(voice.preview_url ?? "");
	expect((await clip.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
	const spoken = await app.postJson(`/v1/text-to-speech/${voice.voice_id}`, user.apiKey, { text: "Good night." });
	expect(spoken.status).toBe(200);
	expect((await spoken.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
	const events = await app.db.selectFrom("outbox").select("payload").where("target", "=", eventWorkflow.name).execute();
	expect(events.map(({ payload }) => payload)).toContainEqual(
		expect.objectContaining({ name: "voice_design_created", data: { voiceId: voice.voice_id } }),
	);
});

test("a remix changes a voice as the prompt describes and is marked as remixed", async () => {
	const user = await app.user();
	const { status, response } = await post<VoicePreviews>(user, `/v1/text-to-voice/${app.voiceId}/remix`, {
		voice_description: "much higher and faster",
		text,
		seed: 5,
		prompt_strength: 0.8,
	});
	expect(status).toBe(200);
	for (const { traits } of response.previews)
		expect(traits.map(({ trait, met }) => ({ trait, met }))).toEqual([
			{ trait: "pitch", met: true },
			{ trait: "pace", met: true },
		]);
	const { response: voice } = await post<Voice>(user, "/v1/text-to-voice", {
		voice_name: "Higher",
		voice_description: "A higher and faster variation",
		generated_voice_id: response.previews[1]?.generated_voice_id,
	});
	expect(voice.origin).toBe("remixed");
});

test("rejects remixing a voice from recordings, because its speaker could not revoke consent for it", async () => {
	const user = await app.user();
	await app.db
		.insertInto("voice")
		.values({
			id: "matched-voice",
			workspace_id: user.workspaceId,
			created_by: user.userId,
			name: "Mine",
			category: "cloned",
			language: "en-US",
			engine: "fake",
			speaker: "tone-low",
			origin: "matched",
		})
		.execute();
	const { status, response } = await post<{ detail: { code: string; message: string } }>(
		user,
		"/v1/text-to-voice/matched-voice/remix",
		{ voice_description: "deeper", text },
	);
	expect(status).toBe(400);
	expect(response.detail.code).toBe("model_can_not_use_voice");
	expect(response.detail.message).toContain("revoke consent");
});

test("rejects a reference recording without charging credits", async () => {
	const user = await app.user();
	const { status } = await design(user, "A voice just like the one in this recording", {
		reference_audio_base64: "AAAA",
	});
	expect(status).toBe(400);
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, reserved: 0, open: 0 });
});

test("deletes expired previews with their audio, but not the clip of a saved voice", async () => {
	const user = await app.user();
	const { response } = await design(user, "A warm voice that tells the weather");
	const { response: voice } = await post<Voice>(user, "/v1/text-to-voice", {
		voice_name: "Weather",
		voice_description: "A warm voice that tells the weather",
		generated_voice_id: response.previews[2]?.generated_voice_id,
	});
	const message = await app.db
		.selectFrom("outbox")
		.select("payload")
		.where("target", "=", designPreviewsWorkflow.name)
		.orderBy("id", "desc")
		.executeTakeFirstOrThrow();
	const folder = `voices/${user.workspaceId}/designs`;
	expect(await app.storage.list(folder)).toHaveLength(3);
	const input = designPreviewsWorkflow.input.parse(message.payload);
	await runWorkflow(designPreviewsWorkflow, input, { db: app.db, storage: app.storage });
	expect(await app.storage.list(folder)).toHaveLength(0);
	const left = await app.db
		.selectFrom("voice_design_preview")
		.select("id")
		.where("workspace_id", "=", user.workspaceId)
		.execute();
	expect(left).toHaveLength(0);
	expect((await fetch(voice.preview_url ?? "")).status).toBe(200);
});

test("a request repeated while it is in progress gets the same previews, and is charged once", async () => {
	const user = await app.user();
	const body = { voice_description: "A calm voice that is asked for twice", text };
	const given = new AbortController();
	const first = app.postJson("/v1/text-to-voice/design", user.apiKey, body, given.signal).catch(() => undefined);
	const [second, third] = await Promise.all([
		post<VoicePreviews>(user, "/v1/text-to-voice/design", body).finally(() => given.abort()),
		post<VoicePreviews>(user, "/v1/text-to-voice/design", body),
	]);
	await first;
	const ids = ({ response }: { response: VoicePreviews }) => response.previews.map((one) => one.generated_voice_id);
	expect([second.status, third.status]).toEqual([200, 200]);
	expect(ids(third)).toEqual(ids(second));
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 3 * text.length, reserved: 0, open: 0 });
	const other = await post<VoicePreviews>(await app.user(), "/v1/text-to-voice/design", body);
	expect(ids(other)).not.toEqual(ids(second));
});

const previewIds = (result: VoicePreviews) => result.previews.map((one) => one.generated_voice_id);

test("a request repeated on another api process joins the first, with the audio, and is charged once", async () => {
	const user = await app.user();
	const other = await app.startSecondApi();
	const body = { voice_description: "A calm voice that two processes are asked for", text };
	const send = async (url: string) => {
		const response = await fetch(`${url}/v1/text-to-voice/design`, {
			method: "POST",
			headers: { "xi-api-key": user.apiKey, "content-type": "application/json" },
			body: JSON.stringify(body),
		});
		expect(response.status).toBe(200);
		return (await response.json()) as VoicePreviews;
	};
	const [one, two] = await Promise.all([send(app.url), send(other)]);
	expect(previewIds(two)).toEqual(previewIds(one));
	expect(two.previews.map((preview) => preview.audio_base_64)).toEqual(
		one.previews.map((preview) => preview.audio_base_64),
	);
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 3 * text.length, reserved: 0, open: 0 });
	// Both got their previews, so the next request is a new one.
	const next = await send(other);
	expect(previewIds(next)).not.toEqual(previewIds(one));
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 6 * text.length });
});

test("previews that were finished after their client disconnected go to the next equal request, on any process", async () => {
	const user = await app.user();
	const other = await app.startSecondApi();
	const body = { voice_description: "A calm voice whose client hangs up early", text };
	const hangUp = new AbortController();
	const first = app.postJson("/v1/text-to-voice/design", user.apiKey, body, hangUp.signal).catch(() => undefined);
	const runs = () =>
		app.db
			.selectFrom("voice_design_run")
			.select(["finished_at", "delivered"])
			.where("workspace_id", "=", user.workspaceId)
			.execute();
	await expect.poll(runs, { timeout: 30_000 }).toHaveLength(1);
	hangUp.abort();
	await first;
	await expect.poll(async () => (await runs())[0]?.finished_at ?? null, { timeout: 60_000 }).not.toBeNull();
	expect((await runs())[0]?.delivered).toBe(false);
	const repeat = await fetch(`${other}/v1/text-to-voice/design`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	expect(repeat.status).toBe(200);
	expect(repeat.headers.get("character-cost")).toBe(String(3 * text.length));
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 3 * text.length, reserved: 0, open: 0 });
	expect((await runs())[0]?.delivered).toBe(true);
});

test("a request takes over from a process that has ended", async () => {
	const user = await app.user();
	const body = { voice_description: "A calm voice whose server is gone", text };
	const send = () => post<VoicePreviews>(user, "/v1/text-to-voice/design", body);
	const first = await send();
	// As if that process had stopped in the middle of its work.
	await app.db
		.updateTable("voice_design_run")
		.set({ finished_at: null, result: null, lease_until: new Date(Date.now() - 1_000) })
		.where("workspace_id", "=", user.workspaceId)
		.execute();
	const second = await send();
	expect([first.status, second.status]).toEqual([200, 200]);
	expect(previewIds(second.response)).not.toEqual(previewIds(first.response));
});

test("work goes on for a repeated request after the first client disconnected, and stops without one", async () => {
	const inFlight = createInFlight<string>(50);
	const started: AbortSignal[] = [];
	let finish: (value: string) => void = () => {};
	const work = ({ signal }: { signal: AbortSignal }) => {
		started.push(signal);
		return new Promise<string>((resolve, reject) => {
			finish = resolve;
			signal.addEventListener("abort", () => reject(signal.reason));
		});
	};
	const [first, repeated] = [new AbortController(), new AbortController()];
	const abandoned = inFlight("same", first.signal, work);
	first.abort();
	const joined = inFlight("same", repeated.signal, work);
	finish("previews");
	expect([await abandoned, await joined, started.length]).toEqual(["previews", "previews", 1]);
	const left = new AbortController();
	const stopped = inFlight("same", left.signal, work);
	left.abort();
	await expect(stopped).rejects.toThrow("disconnected");
	expect(started.map((signal) => signal.aborted)).toEqual([false, true]);
});
