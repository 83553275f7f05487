import { createHash } from "node:crypto";
import type { VoiceConsent } from "@timbre/contract/voice-making/cloning.ts";
import type { ConsentLink, ConsentRequest } from "@timbre/contract/voice-making/consent-links.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { formOf, recordings } from "../../../testing/recordings.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
let owner: SeedUser;
beforeAll(async () => {
	// Every request of a visitor uses another address, except where the limit is tested.
	app = await testApp({ env: { TRUST_PROXY: "true" } });
	owner = await app.user({ tier: "creator" });
});
afterAll(async () => app.stop());

type Created = ConsentLink & { url: string };
type Failure = { detail: { code: string; message: string } };
let visitors = 0;

const asOwner = async <T>(method: string, path: string, body?: unknown, user = owner) =>
	app.request<T>(user.apiKey, method, path, body);
/** A request without an account. */
async function visit<T = ConsentRequest>(
	action: "open" | "give" | "refuse" | "revoke",
	body: Record<string, unknown> | FormData,
	ip = `10.1.${++visitors >> 8}.${visitors & 255}`,
	url = app.url,
): Promise<{ status: number; body: T & Failure; headers: Headers }> {
	const form = body instanceof FormData;
	const response = await fetch(`${url}/v1/consent-links/${action}`, {
		method: "POST",
		headers: { "x-forwarded-for": ip, ...(form ? {} : { "content-type": "application/json" }) },
		body: form ? body : JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as T & Failure, headers: response.headers };
}
const codeOf = ({ status, body }: { status: number; body: Failure }) => (status === 200 ? "ok" : body.detail.code);

async function createClone(user = owner): Promise<string> {
	const response = await fetch(`${app.url}/v1/voices/add`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey },
		body: formOf({ name: "Ada", files: [recordings.ada()] }),
	});
	return ((await response.json()) as { voice_id: string }).voice_id;
}
async function createLink(voiceId: string, body: Record<string, unknown> = {}) {
	const created = await asOwner<Created>("POST", `/v1/voices/${voiceId}/consent/links`, body);
	expect(created.status).toBe(200);
	return { ...created.body, token: created.body.url.split("#")[1] ?? "" };
}
const statusesOf = async (voiceId: string) =>
	(await asOwner<{ links: ConsentLink[] }>("GET", `/v1/voices/${voiceId}/consent/links`)).body.links.map(
		({ status }) => status,
	);
const reading = (token: string, recording = recordings.ada(7, 3), more: Record<string, string> = {}) =>
	formOf({ token, recording, scope: "workspace", accept_voice_processing: "true", ...more });
const give = (token: string, recording?: Uint8Array<ArrayBuffer>, more?: Record<string, string>) =>
	visit<{ request: ConsentRequest }>("give", reading(token, recording, more));
const consentOf = async (voiceId: string) => (await asOwner<VoiceConsent>("GET", `/v1/voices/${voiceId}/consent`)).body;
const notificationsOf = async (user: SeedUser) =>
	(
		await app.db
			.selectFrom("notification")
			.select(["title", "link"])
			.where("user_id", "=", user.userId)
			.orderBy("created_at", "desc")
			.execute()
	).map(({ title, link }) => `${title} ${link}`);
const expireLinks = (voiceId: string) =>
	app.db
		.updateTable("voice_consent_link")
		.set({ expires_at: new Date(Date.now() - 1_000) })
		.where("voice_id", "=", voiceId)
		.execute();

test("a speaker without an account gives consent with a link, once, and revokes it with the same link", async () => {
	const voiceId = await createClone();
	const link = await createLink(voiceId, { scope: ["workspace", "share"], purpose: "Audio guides", language: "de" });
	expect(link.url).toMatch(new RegExp(`^${app.publicUrl}/consent#[A-Za-z0-9]{40}$`));
	expect(await statusesOf(voiceId)).toEqual(["waiting"]);

	const opened = await visit("open", { token: link.token });
	expect(opened.status).toBe(200);
	expect(opened.body).toMatchObject({
		status: "waiting",
		voice_name: "Ada",
		purpose: "Audio guides",
		scope: ["workspace", "share"],
		given: null,
		attempts_left: 5,
	});
	expect(opened.body.requested_by).toBeTruthy();
	expect(opened.body.workspace_name).toBeTruthy();
	expect(opened.body.challenge).toMatchObject({ language: "de" });
	const spanish = await visit("open", { token: link.token, language: "es" });
	expect(spanish.body.challenge).toMatchObject({ language: "es", sentence: expect.stringMatching(/^Autorizo/) });

	expect(codeOf(await give(link.token, undefined, { scope: "library" }))).toBe("invalid_request");
	const given = await give(link.token, undefined, { expires_in_days: "30" });
	expect(given.status).toBe(200);
	expect(given.body.request).toMatchObject({ status: "given", challenge: null, given: { scope: ["workspace"] } });
	expect(await statusesOf(voiceId)).toEqual(["given"]);
	expect((await consentOf(voiceId)).given).toMatchObject({ scope: ["workspace"], language: "es" });
	expect((await notificationsOf(owner))[0]).toBe(`Consent given /app/voice-lab/clone?voice=${voiceId}`);
	const status = async () =>
		(
			await asOwner<{ disabled?: boolean; voice_verification: { is_verified: boolean } }>(
				"GET",
				`/v1/voices/${voiceId}`,
			)
		).body.voice_verification.is_verified;
	expect(await status()).toBe(true);

	expect(codeOf(await give(link.token))).toBe("conflict");
	expect(codeOf(await visit("refuse", { token: link.token }))).toBe("conflict");
	const kept = await asOwner<Failure>("DELETE", `/v1/voices/${voiceId}/consent/links/${link.link_id}`);
	expect(codeOf(kept)).toBe("conflict");

	// Long after the link has expired.
	await expireLinks(voiceId);
	const revoked = await visit("revoke", { token: link.token });
	expect(revoked.body).toMatchObject({ status: "consent_revoked", given: null });
	expect((await consentOf(voiceId)).revoked_at_unix).not.toBeNull();
	expect(await status()).toBe(false);
	expect((await notificationsOf(owner))[0]).toBe(`Consent revoked /app/voice-lab/clone?voice=${voiceId}`);
	expect(codeOf(await visit("revoke", { token: link.token }))).toBe("conflict");
	expect(codeOf(await give(link.token))).toBe("conflict");
	expect(await statusesOf(voiceId)).toEqual(["consent_revoked"]);
});

test("the voice of a speaker without an account stays usable, and stops with their consent", async () => {
	const voiceId = await createClone();
	const { token } = await createLink(voiceId);
	await visit("open", { token });
	expect((await give(token)).status).toBe(200);
	// Ready to speak, as after training.
	const ready = { engine: "fake", speaker: "tone-low" };
	await app.db.updateTable("voice").set(ready).where("id", "=", voiceId).execute();
	const speak = async () =>
		(await app.postJson(`/v1/text-to-speech/${voiceId}`, owner.apiKey, { text: "The harbor was quiet." })).status;
	expect(await speak()).toBe(200);
	expect((await visit("revoke", { token })).status).toBe(200);
	expect(await speak()).toBe(403);
});

test("a speaker refuses consent, which ends the link", async () => {
	const voiceId = await createClone();
	const { token } = await createLink(voiceId);
	expect((await visit("refuse", { token })).body).toMatchObject({ status: "refused", challenge: null });
	expect(await statusesOf(voiceId)).toEqual(["refused"]);
	expect((await notificationsOf(owner))[0]).toBe(`Consent refused /app/voice-lab/clone?voice=${voiceId}`);
	expect(codeOf(await give(token))).toBe("conflict");
	expect(codeOf(await visit("revoke", { token }))).toBe("conflict");
	expect((await consentOf(voiceId)).given).toBeNull();
});

test("a reading in another voice or of other words is rejected and counted, and five block the voice for a day", async () => {
	const voiceId = await createClone();
	const { token } = await createLink(voiceId);
	await visit("open", { token });
	expect((await give(token, recordings.ben(7))).body.detail.message).toMatch(/does not match the recordings/);
	expect(codeOf(await give(token))).toBe("conflict");
	for (let count = 4; count > 0; count--) {
		expect((await visit("open", { token })).body.attempts_left).toBe(count);
		expect((await give(token, recordings.adaHalf())).body.detail.message).toMatch(/not the sentence/);
	}
	expect((await visit("open", { token })).body).toMatchObject({ attempts_left: 0, challenge: null });
	expect(codeOf(await give(token))).toBe("verification_attempts_exceeded");
	expect((await consentOf(voiceId)).attempts_left).toBe(0);
	const events = await app.db.selectFrom("outbox").select("payload").where("target", "=", "Event").execute();
	const failed = events.filter(({ payload }) => JSON.stringify(payload).includes(`"voiceId":"${voiceId}"`));
	expect(failed.length).toBe(5);
	expect(JSON.stringify(failed[0])).toContain(owner.userId);
});

test("an unreadable file, a missing agreement and a reading for another link do not use up the sentence", async () => {
	const voiceId = await createClone();
	const { token } = await createLink(voiceId);
	const other = await createLink(await createClone());
	const { challenge } = (await visit("open", { token })).body;
	const wrong = [
		new Uint8Array(0),
		recordings.ada().subarray(0, 30),
		new TextEncoder().encode("<svg onload=alert(1)>"),
	];
	for (const bytes of wrong)
		expect(codeOf(await give(token, bytes as Uint8Array<ArrayBuffer>))).toMatch(/invalid_audio/);
	const big = await visit("give", reading(token, new Uint8Array(12_000_001)));
	expect(codeOf(big)).toBe("payload_too_large");
	const unagreed = formOf({ token, recording: recordings.ada(7, 3), scope: "workspace" });
	expect((await visit("give", unagreed)).status).toBe(422);
	expect(codeOf(await give(other.token))).toBe("conflict");
	expect((await visit("open", { token })).body.challenge).toEqual(challenge);
	expect((await give(token)).status).toBe(200);
});

test("unknown, expired and revoked links look alike", async () => {
	const expired = await createClone();
	const { token: expiredToken } = await createLink(expired);
	await visit("open", { token: expiredToken });
	await expireLinks(expired);
	expect(await statusesOf(expired)).toEqual(["expired"]);
	const revoked = await createClone();
	const { token: revokedToken, link_id } = await createLink(revoked);
	await visit("open", { token: revokedToken });
	const path = `/v1/voices/${revoked}/consent/links/${link_id}`;
	expect((await asOwner<ConsentLink>("DELETE", path)).body.status).toBe("revoked");
	expect(codeOf(await asOwner<Failure>("DELETE", path))).toBe("conflict");
	const deleted = await createClone();
	const { token: deletedToken } = await createLink(deleted);
	await asOwner("DELETE", `/v1/voices/${deleted}`);

	const answers = new Set<string>();
	for (const token of ["A".repeat(40), expiredToken, revokedToken, deletedToken])
		for (const response of [
			await visit("open", { token }),
			await give(token),
			await visit("refuse", { token }),
			await visit("revoke", { token }),
		])
			answers.add(`${response.status} ${response.body.detail.code} ${response.body.detail.message}`);
	expect([...answers]).toEqual([expect.stringMatching(/^404 consent_link_not_found This link doesn't work/)]);
	expect((await visit("open", { token: "short" })).status).toBe(422);
});

test("a new link revokes the one that waits, and only a hash of each is stored", async () => {
	const voiceId = await createClone();
	const first = await createLink(voiceId);
	const second = await createLink(voiceId);
	expect(await statusesOf(voiceId)).toEqual(["waiting", "revoked"]);
	expect(codeOf(await visit("open", { token: first.token }))).toBe("consent_link_not_found");
	expect((await visit("open", { token: second.token })).status).toBe(200);
	const rows = await app.db.selectFrom("voice_consent_link").selectAll().where("voice_id", "=", voiceId).execute();
	expect(JSON.stringify(rows)).not.toContain(second.token);
	const hashes = rows.map(({ token_hash }) => token_hash.toString("hex"));
	expect(hashes).toContain(createHash("sha256").update(second.token).digest("hex"));
	const listed = await asOwner("GET", `/v1/voices/${voiceId}/consent/links`);
	expect(JSON.stringify(listed.body)).not.toContain(second.token);
	const audit = await app.db
		.selectFrom("workspace_audit")
		.select(["activity", "details"])
		.where("class_name", "=", "voice_consent")
		.execute();
	expect(audit.length).toBeGreaterThan(1);
	expect(JSON.stringify(audit)).not.toContain(second.token);
});

test("the same link gives consent once when two readings arrive together", async () => {
	const voiceId = await createClone();
	const { token } = await createLink(voiceId);
	await visit("open", { token });
	const results = await Promise.all([give(token), give(token)]);
	expect(results.map(codeOf).sort()).toEqual(["conflict", "ok"]);
	const consents = await app.db.selectFrom("voice_consent").select("id").where("voice_id", "=", voiceId).execute();
	expect(consents).toHaveLength(1);
});

test("visitors are limited to 20 requests a minute, on all api processes together", async () => {
	const second = await app.startSecondApi();
	const { token } = await createLink(await createClone());
	const codes: string[] = [];
	for (let count = 0; count < 21; count++)
		codes.push(codeOf(await visit("open", { token }, "10.9.9.9", count % 2 === 0 ? app.url : second)));
	expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => "ok"));
	expect(codes[20]).toBe("rate_limit_exceeded");
});

test("a link is emailed if the server can send email", async () => {
	const voiceId = await createClone();
	const unsent = await createLink(voiceId, { email: "nora@example.com" });
	expect(unsent.email).toBeNull();
	const withMail = await app.startSecondApi({ SMTP_URL: "smtp://127.0.0.1:1" });
	const response = await fetch(`${withMail}/v1/voices/${voiceId}/consent/links`, {
		method: "POST",
		headers: { "xi-api-key": owner.apiKey, "content-type": "application/json" },
		body: JSON.stringify({ email: "nora@example.com", purpose: "Audio guides <b>" }),
	});
	const sent = (await response.json()) as Created;
	expect(sent.email).toBe("nora@example.com");
	const mail = await app.db
		.selectFrom("mail")
		.selectAll()
		.where("to_address", "=", "nora@example.com")
		.executeTakeFirstOrThrow();
	expect(mail.body).toContain(sent.url);
	expect(mail.body).toContain("What it is for: “Audio guides <b>”");
	expect(mail.html).toContain("Audio guides &lt;b&gt;");
});

test("only editors of the voice create, list and revoke links, and only for a voice with recordings", async () => {
	const voiceId = await createClone();
	const { link_id } = await createLink(voiceId);
	const stranger = await app.user({ tier: "creator" });
	const path = `/v1/voices/${voiceId}/consent/links`;
	for (const response of [
		await asOwner<Failure>("POST", path, {}, stranger),
		await asOwner<Failure>("GET", path, undefined, stranger),
		await asOwner<Failure>("DELETE", `${path}/${link_id}`, undefined, stranger),
	])
		expect(codeOf(response)).toBe("voice_not_found");
	const other = await createClone();
	expect(codeOf(await asOwner<Failure>("DELETE", `/v1/voices/${other}/consent/links/${link_id}`))).toBe(
		"consent_link_not_found",
	);
	const empty = await asOwner<{ voice_id: string }>("POST", "/v1/voices/pvc", { name: "Empty", language: "en" });
	expect(codeOf(await asOwner<Failure>("POST", `/v1/voices/${empty.body.voice_id}/consent/links`, {}))).toBe(
		"conflict",
	);
});
