import type { LibraryPage } from "@timbre/contract/voice-library/endpoints.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { previewJobs } from "../shipped/previews.service.ts";
import { renderPreview } from "../shipped/previews.workflow.ts";
import { syncShippedVoices } from "../shipped/sync.service.ts";
import { analyzeLibrary } from "./analysis.service.ts";

const clips = 4;
let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp();
	user = await app.user({ tier: "creator" });
	for (const job of previewJobs(await syncShippedVoices(app.db, ["fake"])).slice(0, clips))
		await renderPreview({ db: app.db, storage: app.storage, speak: app.speech.speak }, job);
});
afterAll(async () => app.stop());

function request(parts: Record<string, string | Blob>): Promise<Response> {
	const body = new FormData();
	for (const [name, value] of Object.entries(parts)) body.append(name, value);
	return fetch(`${app.url}/v1/similar-voices`, { method: "POST", headers: { "xi-api-key": user.apiKey }, body });
}
const codeOf = async (response: Response) => ((await response.json()) as { detail: { code: string } }).detail.code;

test("measures the clips of published voices once", async () => {
	const services = { db: app.db, storage: app.storage, speech: app.speech };
	const first = await analyzeLibrary(services, 100, AbortSignal.timeout(60_000));
	expect(first).toBe(clips);
	expect(await analyzeLibrary(services, 100, AbortSignal.timeout(60_000))).toBe(0);
	const measured = await app.db
		.selectFrom("voice_publication")
		.select(["pitch_hz", "speaker_vector"])
		.where("pitch_hz", "is not", null)
		.execute();
	expect(measured.length).toBeGreaterThan(0);
	for (const { speaker_vector } of measured) expect(speaker_vector).toHaveLength(32);
});

test("VOICES-051 ranks the voice of a recording first, with its similarity", async () => {
	const preview = await fetch(`${app.url}/v1/voices/${app.voiceId}/preview`);
	const audio_file = new Blob([await preview.arrayBuffer()], { type: "audio/mpeg" });
	const response = await request({ audio_file, top_k: "3" });
	expect(response.status).toBe(200);
	const { voices, has_more } = (await response.json()) as LibraryPage;
	expect(voices[0]?.voice_id).toBe(app.voiceId);
	expect(voices[0]?.similarity).toBeGreaterThan(0.99);
	const similarities = voices.map(({ similarity }) => similarity ?? 0);
	expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
	expect(voices.length).toBeLessThanOrEqual(3);
	expect(typeof has_more).toBe("boolean");
	const strict = (await (await request({ audio_file, similarity_threshold: "0.005" })).json()) as LibraryPage;
	expect(strict.voices.map((voice) => voice.voice_id)).toEqual([app.voiceId]);
});

test("finds voices similar to a voice, without itself, and rejects voices of others", async () => {
	const { voices } = (await (await request({ voice_id: app.voiceId })).json()) as LibraryPage;
	expect(voices.length).toBeGreaterThan(0);
	expect(voices.map((voice) => voice.voice_id)).not.toContain(app.voiceId);
	const theirs = await aVoice(app.db, app.storage, await app.user(), { preview: true });
	expect(await codeOf(await request({ voice_id: theirs.voiceId }))).toBe("voice_not_found");
});

test("rejects requests with neither, both or an unreadable recording", async () => {
	const noise = new Blob(["this is not audio"], { type: "audio/mpeg" });
	expect(await codeOf(await request({ top_k: "3" }))).toBe("invalid_request");
	expect(await codeOf(await request({ audio_file: noise, voice_id: app.voiceId }))).toBe("invalid_request");
	expect(await codeOf(await request({ audio_file: noise }))).toBe("invalid_audio");
	expect((await request({ voice_id: app.voiceId, top_k: "0" })).status).toBe(422);
});
