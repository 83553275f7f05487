import type { VoiceConsent } from "@timbre/contract/voice-making/cloning.ts";
import { consentLanguages } from "@timbre/contract/voice-making/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { formOf, recordings } from "../../../testing/recordings.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { newWordsRatio, spellings, verifyReading } from "./reading.ts";
import { createSentence } from "./sentences.ts";

let app: TestApp;
let owner: SeedUser;
beforeAll(async () => {
	app = await testApp();
	owner = await app.user({ tier: "creator" });
});
afterAll(async () => app.stop());

type Captcha = { sentence: string; language: string; expires_at_unix: number; attempts_left: number };
const send = (method: string, path: string, body?: FormData, user = owner) =>
	fetch(app.url + path, { method, headers: { "xi-api-key": user.apiKey }, ...(body ? { body } : {}) });
const request = async <T>(method: string, path: string, body?: FormData): Promise<T> => {
	const response = await send(method, path, body);
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
};
const codeOf = async (response: Response) =>
	response.ok ? "ok" : ((await response.json()) as { detail: { code: string } }).detail.code;
const createClone = async () =>
	(await request<{ voice_id: string }>("POST", "/v1/voices/add", formOf({ name: "Ada", files: [recordings.ada()] })))
		.voice_id;
const captcha = (id: string) => request<Captcha>("GET", `/v1/voices/${id}/captcha`);
const solve = (id: string, recording = recordings.ada(7, 3)) =>
	send("POST", `/v1/voices/${id}/captcha`, formOf({ recording }));
const consent = (id: string) => request<VoiceConsent>("GET", `/v1/voices/${id}/consent`);
const give = (id: string, recording = recordings.ada(7, 3), more: Record<string, string> = {}) =>
	send("POST", `/v1/voices/${id}/consent`, formOf({ recording, ...more }));
const control = (id: string, safety_control: "BAN" | "CAPTCHA" | null) =>
	app.db.updateTable("voice").set({ safety_control }).where("id", "=", id).execute();

test("SAFETY-010 SAFETY-011 a captcha sentence read by the speaker verifies the voice, once", async () => {
	const id = await createClone();
	await control(id, "CAPTCHA");
	const first = await captcha(id);
	expect(first.sentence).toMatch(/^I agree .+\. The .+\.$/);
	expect(first.language).toBe("en");
	expect(first.expires_at_unix * 1000 - Date.now()).toBeGreaterThan(9 * 60_000);
	expect(first.expires_at_unix * 1000 - Date.now()).toBeLessThan(10 * 60_000 + 2_000);
	expect((await captcha(id)).sentence).toBe(first.sentence);
	const solved = await solve(id);
	expect(solved.status).toBe(200);
	expect(await solved.json()).toMatchObject({ status: "ok", heard: first.sentence, word_error_rate: 0 });
	const voice = await request<Voice>("GET", `/v1/voices/${id}`);
	expect(voice.safety_control).toBeNull();
	expect(voice.voice_verification).toMatchObject({
		is_verified: true,
		requires_verification: true,
		verification_attempts_count: 1,
	});
	expect(await codeOf(await solve(id))).toBe("conflict");
	expect((await captcha(id)).sentence).not.toBe(first.sentence);
});

test("VOICES-016 rejects another sentence or another speaker with a reason, records the attempts and stops after five", async () => {
	const id = await createClone();
	const reasons: string[] = [];
	for (const recording of [
		recordings.adaHalf(),
		recordings.ben(7),
		recordings.silent(),
		recordings.ben(8),
		recordings.adaHalf(),
	]) {
		await captcha(id);
		const rejected = await solve(id, recording);
		const { detail } = (await rejected.json()) as { detail: { code: string; message: string } };
		expect({ status: rejected.status, code: detail.code }).toEqual({ status: 400, code: "verification_failed" });
		reasons.push(detail.message);
	}
	expect(reasons[0]).toMatch(/not the sentence/);
	expect(reasons[1]).toMatch(/does not match the recordings/);
	expect(reasons[2]).toMatch(/No speech was recognized/);
	expect(await codeOf(await send("GET", `/v1/voices/${id}/captcha`))).toBe("verification_attempts_exceeded");
	expect(await codeOf(await solve(id))).toBe("verification_attempts_exceeded");
	expect((await consent(id)).attempts_left).toBe(0);
	const { voice_verification } = await request<Voice>("GET", `/v1/voices/${id}`);
	expect(voice_verification).toMatchObject({
		is_verified: false,
		requires_verification: true,
		verification_attempts_count: 5,
	});
	expect(voice_verification?.verification_failures).toHaveLength(5);
	// A day later.
	await app.db
		.updateTable("voice_verification_attempt")
		.set({ attempted_at: new Date(Date.now() - 86_401_000) })
		.where("voice_id", "=", id)
		.execute();
	expect((await captcha(id)).attempts_left).toBe(5);
	expect((await solve(id)).status).toBe(200);
});

test("a sentence expires after ten minutes, is valid only for its purpose and is not used up by an unreadable file", async () => {
	const id = await createClone();
	const { challenge } = await consent(id);
	expect(await codeOf(await give(id, recordings.ada().subarray(0, 30)))).toBe("invalid_audio");
	expect((await consent(id)).challenge?.sentence).toBe(challenge?.sentence);
	// A sentence is only valid for its purpose.
	expect(await codeOf(await solve(id))).toBe("conflict");
	await app.db
		.updateTable("voice_captcha")
		.set({ expires_at: new Date(Date.now() - 1_000) })
		.where("voice_id", "=", id)
		.execute();
	expect(await codeOf(await give(id))).toBe("conflict");
	expect((await consent(id)).challenge?.sentence).not.toBe(challenge?.sentence);
});

test("consent has a scope and an expiry, can be revoked once and given again with a new reading", async () => {
	const id = await createClone();
	expect(await consent(id)).toMatchObject({ required: true, given: null, revoked_at_unix: null, attempts_left: 5 });
	expect(await codeOf(await send("DELETE", `/v1/voices/${id}/consent`))).toBe("conflict");
	const given = await give(id, undefined, { scope: "library", expires_in_days: "30" });
	expect(given.status).toBe(200);
	const now = await consent(id);
	expect(now).toMatchObject({ challenge: null, given: { scope: ["library"] } });
	expect((now.given?.expires_at_unix ?? 0) * 1000 - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
	expect(now.given?.similarity).toBeGreaterThan(0.5);
	expect(await app.storage.list(`voices/${owner.workspaceId}/${id}/consent`)).toHaveLength(2);

	await app.db
		.updateTable("voice_consent")
		.set({ expires_at: new Date(Date.now() - 1) })
		.where("voice_id", "=", id)
		.execute();
	expect((await consent(id)).given).toBeNull();
	expect((await request<Voice>("GET", `/v1/voices/${id}`)).disabled).toBe(true);
	expect((await give(id)).status).toBe(200);
	expect((await consent(id)).given?.scope).toEqual(["workspace"]);

	expect((await request<VoiceConsent>("DELETE", `/v1/voices/${id}/consent`)).revoked_at_unix).not.toBeNull();
	expect(await codeOf(await send("DELETE", `/v1/voices/${id}/consent`))).toBe("conflict");
	// Solving a captcha does not restore revoked consent.
	expect(await codeOf(await send("GET", `/v1/voices/${id}/captcha`))).toBe("conflict");
	expect(await codeOf(await give(id, recordings.ben(7)))).toBe("verification_failed");
	await consent(id);
	expect((await give(id)).status).toBe(200);
	expect((await consent(id)).revoked_at_unix).toBeNull();
	expect((await give(id, undefined, { scope: "everything" })).status).toBe(422);
});

test("verification does not unblock a blocked voice", async () => {
	const id = await createClone();
	await control(id, "BAN");
	expect(await codeOf(await send("GET", `/v1/voices/${id}/captcha`))).toBe("conflict");
	expect(await codeOf(await give(id))).toBe("conflict");
});

test("VOICES-049 manual verification can be requested once, with files", async () => {
	const id = await createClone();
	const form = () => formOf({ files: [recordings.ada(3)], extra_text: "I have a cold." });
	expect(await request("POST", `/v1/voices/${id}/verification`, form())).toEqual({ status: "ok" });
	expect(await codeOf(await send("POST", `/v1/voices/${id}/verification`, form()))).toBe("conflict");
	expect((await request<Voice>("GET", `/v1/voices/${id}`)).fine_tuning?.manual_verification_requested).toBe(true);
	expect(await app.storage.list(`voices/${owner.workspaceId}/${id}/verification`)).toHaveLength(1);
});

test("the sentence is in the requested language, which later sentences keep", async () => {
	const id = await createClone();
	expect((await consent(id)).challenge?.language).toBe("en");
	const german = await request<VoiceConsent>("GET", `/v1/voices/${id}/consent?language=de`);
	expect(german.challenge).toMatchObject({ language: "de", sentence: expect.stringMatching(/^Ich bin einverstanden/) });
	expect((await consent(id)).challenge).toEqual(german.challenge);
	expect(await codeOf(await give(id, recordings.ben(7)))).toBe("verification_failed");
	expect((await consent(id)).challenge?.language).toBe("de");
	expect((await give(id)).status).toBe(200);
	expect((await consent(id)).given).toMatchObject({
		language: "de",
		sentence: expect.stringMatching(/^Ich bin einverstanden/),
	});
	const captchaId = await createClone();
	const french = await request<Captcha>("GET", `/v1/voices/${captchaId}/captcha?language=fr`);
	expect(french).toMatchObject({ language: "fr", sentence: expect.stringMatching(/^J'accepte/) });
	expect((await solve(captchaId)).status).toBe(200);
	expect((await send("GET", `/v1/voices/${captchaId}/consent?language=xx`)).status).toBe(422);
});

test.each(consentLanguages)(
	"sentences in %s differ, and an older recording has none of the random words",
	(language) => {
		const sentences = Array.from({ length: 200 }, () => createSentence(language));
		expect(new Set(sentences).size).toBeGreaterThan(198);
		expect(sentences.filter((sentence) => /[{}]|undefined| {2}/.test(sentence))).toEqual([]);
		const [text = "", ...others] = sentences;
		const one = { text, language };
		expect(newWordsRatio(one, text)).toBe(1);
		expect(newWordsRatio(one, text.toUpperCase())).toBe(1);
		expect(newWordsRatio(one, text.split(". ")[0] ?? "")).toBeLessThan(0.5);
		// One pair in 400 shares half of its random words by chance; 12 in 200 is practically impossible.
		expect(others.filter((other) => newWordsRatio(one, other) >= 0.5).length).toBeLessThan(12);
		expect(verifyReading(one, text, 1).rejection).toBeUndefined();
		expect(verifyReading(one, text.split(". ")[0] ?? "", 1).rejection).toMatch(/not the sentence/);
	},
);

test("readings are compared without accents, capitals and the two spellings of a letter", () => {
	const same = (language: (typeof consentLanguages)[number], a: string, b: string) =>
		expect(spellings(language, a)).toEqual(spellings(language, b));
	same("de", "Der hölzerne Löffel, während des Schlusses: heiß!", "der hoelzerne LOEFFEL waehrend des schlusses heiss");
	same("es", "El jardín vacío, después del río.", "el jardin vacio despues del rio");
	same("fr", "J’accepte qu'une voix soit créée. L'œuf", "j accepte qu une voix soit creee l oeuf");
	same("it", "prima dell'inverno", "Prima dell inverno");
	same("pt", "O capitão, minhas gravações", "o capitao minhas gravacoes");
});

test("a transcript with a few misheard words and endings is accepted, one with other words is not", () => {
	const german = {
		text: "Ich bin einverstanden, dass aus meinen Aufnahmen eine Stimme erstellt wird. Der vorsichtige Maler beschreibt den kaputten Kuchen neben dem Fluss.",
		language: "de",
	} as const;
	const heard = (text: string) => verifyReading(german, text, 1).rejection;
	expect(
		heard(
			"Ich bin einverstanden das aus meinem Aufnahmen eine Stimme erstellt wird, der vorsichtiger Maler beschreibt den kaputen Kuchen neben dem Fluss.",
		),
	).toBeUndefined();
	expect(
		heard(
			"Ich bin einverstanden, dass aus meinen Aufnahmen eine Stimme erstellt wird. Gestern hat es den ganzen Tag geregnet.",
		),
	).toMatch(/not the sentence/);
	expect(heard("I agree that a voice is made from my recordings.")).toMatch(/not the sentence/);
	expect(heard("")).toMatch(/No speech was recognized/);
});
