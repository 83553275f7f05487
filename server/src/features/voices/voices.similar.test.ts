import type { LibraryPage } from "@timbre/contract/voices.library.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aVoice, type Person } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { hearLibrary } from "./voices.hearing.service.ts";
import { previewJobs, syncShippedVoices } from "./voices.service.ts";
import { renderPreview } from "./voices.workflow.ts";

const clips = 4;
let app: TestApp;
let person: Person;
beforeAll(async () => {
	app = await testApp();
	person = await app.person({ tier: "creator" });
	for (const job of previewJobs(await syncShippedVoices(app.db, ["fake"])).slice(0, clips))
		await renderPreview({ db: app.db, storage: app.storage, speak: app.speech.speak }, job);
});
afterAll(async () => app.stop());

function ask(parts: Record<string, string | Blob>): Promise<Response> {
	const body = new FormData();
	for (const [name, value] of Object.entries(parts)) body.append(name, value);
	return fetch(`${app.url}/v1/similar-voices`, { method: "POST", headers: { "xi-api-key": person.apiKey }, body });
}
const codeOf = async (answer: Response) => ((await answer.json()) as { detail: { code: string } }).detail.code;

test("the clips of published voices are measured once, and anew when there is another", async () => {
	const services = { db: app.db, storage: app.storage, speech: app.speech };
	const first = await hearLibrary(services, 100, AbortSignal.timeout(60_000));
	expect(first).toBe(clips);
	expect(await hearLibrary(services, 100, AbortSignal.timeout(60_000))).toBe(0);
	const heard = await app.db
		.selectFrom("voice_publication")
		.select(["pitch_hz", "speaker_vector"])
		.where("pitch_hz", "is not", null)
		.execute();
	expect(heard.length).toBeGreaterThan(0);
	for (const { speaker_vector } of heard) expect(speaker_vector).toHaveLength(32);
});

test("VOICES-051 a recording finds the voice it is of before all others, with how alike they are", async () => {
	const preview = await fetch(`${app.url}/v1/voices/${app.voiceId}/preview`);
	const audio_file = new Blob([await preview.arrayBuffer()], { type: "audio/mpeg" });
	const answer = await ask({ audio_file, top_k: "3" });
	expect(answer.status).toBe(200);
	const { voices, has_more } = (await answer.json()) as LibraryPage;
	expect(voices[0]?.voice_id).toBe(app.voiceId);
	expect(voices[0]?.similarity).toBeGreaterThan(0.99);
	const similarities = voices.map(({ similarity }) => similarity ?? 0);
	expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
	expect(voices.length).toBeLessThanOrEqual(3);
	expect(typeof has_more).toBe("boolean");
	const strict = (await (await ask({ audio_file, similarity_threshold: "0.005" })).json()) as LibraryPage;
	expect(strict.voices.map((voice) => voice.voice_id)).toEqual([app.voiceId]);
});

test("a voice finds others like it and not itself; one that is somebody else's cannot be asked about", async () => {
	const { voices } = (await (await ask({ voice_id: app.voiceId })).json()) as LibraryPage;
	expect(voices.length).toBeGreaterThan(0);
	expect(voices.map((voice) => voice.voice_id)).not.toContain(app.voiceId);
	const theirs = await aVoice(app.db, app.storage, await app.person(), { preview: true });
	expect(await codeOf(await ask({ voice_id: theirs.voiceId }))).toBe("voice_not_found");
});

test("neither, both, or what is no recording is refused with a reason", async () => {
	const noise = new Blob(["this is no sound"], { type: "audio/mpeg" });
	expect(await codeOf(await ask({ top_k: "3" }))).toBe("invalid_request");
	expect(await codeOf(await ask({ audio_file: noise, voice_id: app.voiceId }))).toBe("invalid_request");
	expect(await codeOf(await ask({ audio_file: noise }))).toBe("invalid_audio");
	expect((await ask({ voice_id: app.voiceId, top_k: "0" })).status).toBe(422);
});
