import type { VoicePreviews } from "@timbre/contract/voices.design.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../../seed/builders.ts";
import { eventWorkflow } from "../../core/events.ts";
import { runWorkflow } from "../../testing/run-workflow.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { designPreviewsWorkflow } from "./voices.design.workflow.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const text =
	"The lamps along the quay came on one by one, and the last boat of the evening turned slowly into the harbour mouth.";

async function post<T>(
	person: Person,
	path: string,
	body: unknown,
): Promise<{ status: number; answer: T; cost: string | null }> {
	const answer = await app.speak(path, person.apiKey, body);
	return { status: answer.status, cost: answer.headers.get("character-cost"), answer: (await answer.json()) as T };
}

const design = (person: Person, voice_description: string, more: Record<string, unknown> = {}) =>
	post<VoicePreviews>(person, "/v1/text-to-voice/design", { voice_description, text, seed: 7, ...more });

test("VOICES-052 VOICES-055 a description is answered with three different voices that say how far they meet it", async () => {
	const person = await app.person();
	const { status, answer, cost } = await design(person, "A slow voice with a low pitch, somewhat gloomy");
	expect(status).toBe(200);
	expect(answer.text).toBe(text);
	expect(answer.not_understood).toEqual(["gloomy"]);
	expect(new Set(answer.previews.map((preview) => preview.generated_voice_id)).size).toBe(3);
	for (const { traits, audio_base_64, media_type, duration_secs, measured } of answer.previews) {
		expect(media_type).toBe("audio/mpeg");
		expect(Buffer.from(audio_base_64, "base64").length).toBeGreaterThan(10_000);
		expect(duration_secs).toBeGreaterThan(5);
		expect(traits.map(({ trait, asked, met }) => ({ trait, asked, met }))).toEqual([
			{ trait: "pitch", asked: "low", met: true },
			{ trait: "pace", asked: "slow", met: true },
		]);
		expect(traits[0]?.measured).toBeCloseTo(measured.pitch, 0);
	}
	expect(answer.difference_db).toBeGreaterThan(0);
	expect(cost).toBe(String(3 * text.length));
	expect(await app.ledger(person.workspaceId)).toMatchObject({ used: 3 * text.length, reserved: 0, open: 0 });
});

test("the measured pitch and pace move the asked way", async () => {
	const person = await app.person();
	const mean = ({ answer }: { answer: VoicePreviews }, what: "pitch" | "pace") =>
		answer.previews.reduce((sum, { measured }) => sum + measured[what] / 3, 0);
	const low = await design(person, "A very deep and slow voice for stories");
	const high = await design(person, "A very high-pitched and fast voice");
	expect(mean(low, "pitch")).toBeLessThan(0.8 * mean(high, "pitch"));
	expect(mean(low, "pace")).toBeLessThan(0.8 * mean(high, "pace"));
});

test("the same description and seed give the same voices, another seed gives others", async () => {
	const person = await app.person();
	const speakers = async (seed: number) => {
		const { answer } = await design(person, "A bright and lively voice for news", { seed });
		const ids = answer.previews.map((preview) => preview.generated_voice_id);
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

test("a preview is streamed by its id, to its own workspace only", async () => {
	const person = await app.person();
	const { answer } = await design(person, "A calm voice for a quiet museum guide", { stream_previews: true });
	const [preview] = answer.previews;
	expect(preview?.audio_base_64).toBe("");
	const path = `/v1/text-to-voice/${preview?.generated_voice_id}/stream`;
	const heard = await fetch(app.url + path, { headers: { "xi-api-key": person.apiKey } });
	expect(heard.headers.get("content-type")).toBe("audio/mpeg");
	expect((await heard.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
	const stranger = await app.person();
	expect((await fetch(app.url + path, { headers: { "xi-api-key": stranger.apiKey } })).status).toBe(404);
});

test("a saved preview is a voice of the workspace that can be spoken with and heard, and only what holds becomes a label", async () => {
	const person = await app.person();
	const { answer } = await design(person, "A low voice for a bedtime story");
	const wanted = {
		voice_name: "Bedtime",
		voice_description: "A low voice for a bedtime story",
		generated_voice_id: answer.previews[0]?.generated_voice_id,
		labels: { use_case: "stories" },
	};
	const { status, answer: voice } = await post<Voice>(person, "/v1/text-to-voice", wanted);
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
	const spoken = await app.speak(`/v1/text-to-speech/${voice.voice_id}`, person.apiKey, { text: "Good night." });
	expect(spoken.status).toBe(200);
	expect((await spoken.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
	const told = await app.db.selectFrom("outbox").select("payload").where("target", "=", eventWorkflow.name).execute();
	expect(told.map(({ payload }) => payload)).toContainEqual(
		expect.objectContaining({ name: "voice_design_created", data: { voiceId: voice.voice_id } }),
	);
});

test("a remix moves a voice the way the prompt asks, and names what it began from", async () => {
	const person = await app.person();
	const { status, answer } = await post<VoicePreviews>(person, `/v1/text-to-voice/${app.voiceId}/remix`, {
		voice_description: "much higher and faster",
		text,
		seed: 5,
		prompt_strength: 0.8,
	});
	expect(status).toBe(200);
	for (const { traits } of answer.previews)
		expect(traits.map(({ trait, met }) => ({ trait, met }))).toEqual([
			{ trait: "pitch", met: true },
			{ trait: "pace", met: true },
		]);
	const { answer: voice } = await post<Voice>(person, "/v1/text-to-voice", {
		voice_name: "Higher",
		voice_description: "A higher and faster variation",
		generated_voice_id: answer.previews[1]?.generated_voice_id,
	});
	expect(voice.origin).toBe("remixed");
});

test("nobody's own voice can be remixed: its speaker could not take the variation back", async () => {
	const person = await app.person();
	await app.db
		.insertInto("voice")
		.values({
			id: "matched-voice",
			workspace_id: person.workspaceId,
			created_by: person.userId,
			name: "Mine",
			category: "cloned",
			language: "en-US",
			engine: "fake",
			speaker: "tone-low",
			origin: "matched",
		})
		.execute();
	const { status, answer } = await post<{ detail: { code: string; message: string } }>(
		person,
		"/v1/text-to-voice/matched-voice/remix",
		{ voice_description: "deeper", text },
	);
	expect(status).toBe(400);
	expect(answer.detail.code).toBe("model_can_not_use_voice");
	expect(answer.detail.message).toContain("taken back");
});

test("a design after a recording is refused, and costs nothing", async () => {
	const person = await app.person();
	const { status } = await design(person, "A voice just like the one in this recording", {
		reference_audio_base64: "AAAA",
	});
	expect(status).toBe(400);
	expect(await app.ledger(person.workspaceId)).toMatchObject({ used: 0, reserved: 0, open: 0 });
});

test("previews are gone after their day, sound and rows; a voice that was saved keeps its clip", async () => {
	const person = await app.person();
	const { answer } = await design(person, "A warm voice that tells the weather");
	const { answer: voice } = await post<Voice>(person, "/v1/text-to-voice", {
		voice_name: "Weather",
		voice_description: "A warm voice that tells the weather",
		generated_voice_id: answer.previews[2]?.generated_voice_id,
	});
	const message = await app.db
		.selectFrom("outbox")
		.select("payload")
		.where("target", "=", designPreviewsWorkflow.name)
		.orderBy("id", "desc")
		.executeTakeFirstOrThrow();
	const folder = `voices/${person.workspaceId}/designs`;
	expect(await app.storage.list(folder)).toHaveLength(3);
	const input = designPreviewsWorkflow.input.parse(message.payload);
	await runWorkflow(designPreviewsWorkflow, input, { db: app.db, storage: app.storage });
	expect(await app.storage.list(folder)).toHaveLength(0);
	const left = await app.db
		.selectFrom("voice_design_preview")
		.select("id")
		.where("workspace_id", "=", person.workspaceId)
		.execute();
	expect(left).toHaveLength(0);
	expect((await fetch(voice.preview_url ?? "")).status).toBe(200);
});
