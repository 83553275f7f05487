import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, aPublication, aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { newId } from "../../../core/ids.ts";
import { openSocket } from "../../../testing/socket-client.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { runWorkflow } from "../../../testing/workflows/run-workflow.ts";
import { updateVoice } from "../own/own.repo.ts";
import { beginNotice, cancelNotice } from "../publication/notice.service.ts";
import { noticeWorkflow } from "../publication/notice.workflow.ts";
import { getUsableVoice } from "./usable.service.ts";

let app: TestApp;
let second: string;
beforeAll(async () => {
	app = await testApp({ fake: { realtime: true } });
	second = await app.startSecondApi();
});
afterAll(async () => app.stop());

type Denied = { detail: { code: string; message: string } };
const own = (user: SeedUser, options: Parameters<typeof aVoice>[3] = {}) => aVoice(app.db, app.storage, user, options);
const speak = (user: SeedUser, voiceId: string, text = "Short.", url = app.url) =>
	fetch(`${url}/v1/text-to-speech/${voiceId}/stream?output_format=pcm_16000`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey, "content-type": "application/json" },
		body: JSON.stringify({ text }),
	});
const resultOf = async (user: SeedUser, voiceId: string, url = app.url) => {
	const response = await speak(user, voiceId, "Short.", url);
	if (!response.ok) return ((await response.json()) as Denied).detail.code;
	await response.arrayBuffer();
	return "generated";
};
const set = (voiceId: string, values: Record<string, unknown>) =>
	app.db
		.updateTable("voice")
		.set(values as never)
		.where("id", "=", voiceId)
		.execute();
const read = (user: SeedUser, id: string) => app.get<Voice>(`/v1/voices/${id}`, user.apiKey);
/** Sentences are unique, because cached ones would be delivered immediately. */
const long = () =>
	Array.from({ length: 12 }, (_, at) => `Sentence ${at} of ${newId(8)} is read slowly and goes on for a while.`).join(
		" ",
	);

/** Publishes a voice and adds a copy of it for another user. */
async function createCopy(owner: SeedUser, copier: SeedUser, options: { noticeDays?: number; rate?: number } = {}) {
	const { voiceId } = await own(owner, { name: "Original" });
	await aPublication(app.db, owner, voiceId, options);
	const copy = await own(copier, {
		name: "Copy",
		origin: "library",
		publicationId: voiceId,
		sourceVoiceId: voiceId,
	});
	return { original: voiceId, copy: copy.voiceId };
}

test("rejects an unusable voice with the reason", async () => {
	const user = await app.user({ credits: 10_000 });
	const { voiceId } = await own(user, { category: "cloned", origin: "matched", requiresVerification: true });
	expect(await resultOf(user, voiceId)).toBe("generated");
	const cases: [string, Record<string, unknown>, Record<string, unknown>, RegExp][] = [
		[
			"voice_banned",
			{ safety_control: "BAN", ban_reason: "It was reported." },
			{ safety_control: null },
			/It was reported/,
		],
		["voice_not_verified", { safety_control: "CAPTCHA" }, { safety_control: null }, /Read the sentence/],
		["voice_consent_revoked", { revoked_at: new Date() }, { revoked_at: null }, /revoked consent/],
		["voice_not_verified", { verified_at: null }, { verified_at: new Date() }, /has not consented/],
		["voice_disabled", { disabled_at: new Date() }, { disabled_at: null }, /no longer be used/],
		["voice_not_ready", { engine: null, speaker: null }, { engine: "fake", speaker: "tone-low" }, /not been created/],
	];
	for (const [code, wrong, right, words] of cases) {
		await set(voiceId, wrong);
		expect(await resultOf(user, voiceId), code).toBe(code);
		expect(await read(user, voiceId)).toMatchObject({
			disabled: true,
			tooltip: expect.stringMatching(words),
			high_quality_base_model_ids: [],
		});
		await set(voiceId, right);
		expect(await resultOf(user, voiceId), `after ${code}`).toBe("generated");
	}
});

test("expired consent is not valid", async () => {
	const user = await app.user({ credits: 10_000 });
	const { voiceId } = await own(user, { category: "cloned", origin: "matched", requiresVerification: true });
	const consent = newId();
	await app.db
		.insertInto("voice_consent")
		.values({
			id: consent,
			workspace_id: user.workspaceId,
			voice_id: voiceId,
			given_by: user.userId,
			sentence: "Yes",
			scope: ["workspace"],
			recording_key: "none",
			heard: "yes",
			word_error_rate: 0,
			similarity: 1,
			expires_at: new Date(Date.now() + 3_600_000),
		})
		.execute();
	expect(await resultOf(user, voiceId)).toBe("generated");
	await app.db
		.updateTable("voice_consent")
		.set({ expires_at: new Date(Date.now() - 1000) })
		.where("id", "=", consent)
		.execute();
	expect(await resultOf(user, voiceId)).toBe("voice_not_verified");
	expect((await read(user, voiceId)).voice_verification?.is_verified).toBe(false);
	// Consent ends with the account of the speaker.
	const change = app.db.updateTable("voice_consent").where("id", "=", consent);
	await change.set({ expires_at: null }).execute();
	expect(await resultOf(user, voiceId)).toBe("generated");
	await change.set({ given_by: null }).execute();
	expect(await resultOf(user, voiceId)).toBe("voice_not_verified");
});

test("revoking consent ends running generations in every process, and cached audio is not served", async () => {
	const user = await app.user({ tier: "enterprise", credits: 100_000 });
	const { voiceId } = await own(user, { category: "cloned", origin: "matched", requiresVerification: true });
	// Cached and free from now on.
	await (await speak(user, voiceId)).arrayBuffer();
	const listen = async (url: string) => {
		const response = await speak(user, voiceId, long(), url);
		expect(response.status).toBe(200);
		let bytes = 0;
		const ended = (async () => {
			try {
				for await (const part of response.body ?? []) {
					bytes += part.length;
				}
				return "complete";
			} catch {
				return "cut off";
			}
		})();
		while (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 20));
		return { ended };
	};
	const streams = await Promise.all([listen(app.url), listen(second)]);
	const socket = await openSocket(`${app.url}/v1/text-to-speech/${voiceId}/stream-input?output_format=pcm_16000`, {
		headers: { "xi-api-key": user.apiKey },
	});
	socket.send({ text: " " });
	socket.send({ text: long(), flush: true });
	await updateVoice(app.db, user.workspaceId, voiceId, { revokedAt: new Date() });
	// How soon is measured by `npm run bench:revocation`.
	for (const { ended } of streams) expect(await ended).toBe("cut off");
	expect((await socket.closed).reason).toBe("voice_consent_revoked");
	for (const url of [app.url, second]) expect(await resultOf(user, voiceId, url)).toBe("voice_consent_revoked");
	// Audio that was not delivered is not charged.
	await expect.poll(() => app.ledger(user.workspaceId)).toMatchObject({ reserved: 0, open: 0 });
	expect((await app.ledger(user.workspaceId)).used).toBeLessThan(1.5 * long().length);
});

test("deleting a voice ends running generations", async () => {
	const user = await app.user({ credits: 100_000 });
	const { voiceId } = await own(user);
	const response = await speak(user, voiceId, long());
	const reader = response.body?.getReader();
	await reader?.read();
	const headers = { "xi-api-key": user.apiKey };
	expect((await fetch(`${app.url}/v1/voices/${voiceId}`, { method: "DELETE", headers })).status).toBe(200);
	await expect(
		(async () => {
			while (!(await reader?.read())?.done);
		})(),
	).rejects.toThrow();
	expect(await resultOf(user, voiceId)).toBe("voice_not_found");
});

test("VOICES-025 a voice removed from the library stays usable for its notice period and is disabled afterwards", async () => {
	const owner = await app.user();
	const copier = await app.user({ credits: 10_000 });
	const { original, copy } = await createCopy(owner, copier, { noticeDays: 30 });
	const added = (await read(copier, copy)).sharing;
	expect(added).toMatchObject({ original_voice_id: original });
	expect(added).not.toHaveProperty("status");
	const later = new Date(Date.now() + 30 * 86_400_000);
	await app.db
		.updateTable("voice_publication")
		.set({ status: "disabled", disable_at: later })
		.where("id", "=", original)
		.execute();
	await app.db.transaction().execute((tx) => beginNotice(tx, original, later));
	expect((await read(copier, copy)).sharing).toMatchObject({
		disable_at_unix: Math.floor(later.getTime() / 1000),
		notice_period: 30,
	});
	expect(await resultOf(copier, copy)).toBe("generated");
	// Published again: the timer finds nothing to do.
	await app.db
		.updateTable("voice_publication")
		.set({ status: "enabled", disable_at: null })
		.where("id", "=", original)
		.execute();
	await app.db.transaction().execute((tx) => cancelNotice(tx, original));
	const soon = new Date(Date.now() + 50);
	await runWorkflow(noticeWorkflow, { publicationId: original, at: soon.getTime() }, { db: app.db });
	expect((await read(copier, copy)).sharing).toMatchObject({ disable_at_unix: null });
	await app.db
		.updateTable("voice_publication")
		.set({ status: "disabled", disable_at: soon })
		.where("id", "=", original)
		.execute();
	await app.db.transaction().execute((tx) => beginNotice(tx, original, soon));
	await runWorkflow(noticeWorkflow, { publicationId: original, at: soon.getTime() }, { db: app.db });
	const row = await app.db.selectFrom("voice").select("disabled_at").where("id", "=", copy).executeTakeFirstOrThrow();
	expect(row.disabled_at).not.toBeNull();
	expect(await resultOf(copier, copy)).toBe("voice_disabled");
	const [message] = await app.db
		.selectFrom("outbox")
		.select(["target_key", "payload"])
		.where("target", "=", noticeWorkflow.name)
		.where("target_key", "=", `${original}-${later.getTime()}`)
		.execute();
	expect(message?.payload).toEqual({ publicationId: original, at: later.getTime() });
});

test("VOICES-022 a copy is copied_disabled after its notice period, even without the timer", async () => {
	const owner = await app.user();
	const copier = await app.user({ credits: 10_000 });
	const { original, copy } = await createCopy(owner, copier);
	await app.db
		.updateTable("voice_publication")
		.set({ status: "disabled", disable_at: new Date(Date.now() - 1000) })
		.where("id", "=", original)
		.execute();
	expect(await read(copier, copy)).toMatchObject({
		disabled: true,
		is_owner: false,
		sharing: { status: "copied_disabled" },
	});
	expect(await resultOf(copier, copy)).toBe("voice_disabled");
});

test("a library copy can be used, but not edited, by all members of the workspace", async () => {
	const owner = await app.user();
	const copier = await app.user({ tier: "enterprise" });
	const { copy } = await createCopy(owner, copier);
	const colleague = await aColleague(app.db, await app.user(), copier.workspaceId);
	expect(await read(colleague, copy)).toMatchObject({ permission_on_resource: "viewer", is_owner: false });
	expect(await resultOf(colleague, copy)).toBe("generated");
	const headers = { "xi-api-key": colleague.apiKey };
	expect((await fetch(`${app.url}/v1/voices/${copy}`, { method: "DELETE", headers })).status).toBe(403);
});

test("VOICES-018 VOICES-030 the sharing status is enabled or disabled for the owner, and absent or copied_disabled for others", async () => {
	const owner = await app.user();
	const copier = await app.user();
	const { original, copy } = await createCopy(owner, copier, { rate: 2 });
	expect(await read(owner, original)).toMatchObject({ is_owner: true, sharing: { status: "enabled", rate: 2 } });
	const added = await read(copier, copy);
	expect(added).toMatchObject({ is_owner: false, sharing: { rate: 2 } });
	expect(added.sharing).not.toHaveProperty("status");
	await app.db
		.updateTable("voice_publication")
		.set({ status: "disabled", disable_at: new Date(Date.now() - 1000) })
		.where("id", "=", original)
		.execute();
	expect((await read(copier, copy)).sharing?.status).toBe("copied_disabled");
	expect((await read(owner, original)).sharing?.status).toBe("disabled");
	const unshared = await own(owner);
	expect((await read(owner, unshared.voiceId)).sharing?.status).toBe("disabled");
});

test("disabling the original disables its copies; they end with the owner's workspace", async () => {
	const owner = await app.user();
	const copier = await app.user({ credits: 10_000 });
	const { original, copy } = await createCopy(owner, copier);
	expect(await resultOf(copier, copy)).toBe("generated");
	await set(original, { revoked_at: new Date() });
	expect(await resultOf(copier, copy)).toBe("voice_consent_revoked");
	await set(original, { revoked_at: null, safety_control: "BAN" });
	expect(await resultOf(copier, copy)).toBe("voice_banned");
	await set(original, { safety_control: null });
	await app.db.deleteFrom("workspace").where("id", "=", owner.workspaceId).execute();
	expect(await resultOf(copier, copy)).toBe("voice_disabled");
});

test("copies of a deleted voice keep their notice period, unless it was created from recordings of a person", async () => {
	const owner = await app.user();
	const copier = await app.user({ credits: 10_000 });
	const remove = (id: string) =>
		fetch(`${app.url}/v1/voices/${id}`, { method: "DELETE", headers: { "xi-api-key": owner.apiKey } });
	const designed = await createCopy(owner, copier, { noticeDays: 7 });
	expect((await remove(designed.original)).status).toBe(200);
	expect(await resultOf(copier, designed.copy)).toBe("generated");
	const { sharing } = await read(copier, designed.copy);
	expect((sharing?.disable_at_unix ?? 0) - Date.now() / 1000).toBeGreaterThan(6 * 86_400);
	const personal = await createCopy(owner, copier, { noticeDays: 7 });
	await set(personal.original, { requires_verification: true, verified_at: new Date() });
	expect((await remove(personal.original)).status).toBe(200);
	expect(await resultOf(copier, personal.copy)).toBe("voice_disabled");
});

test("voices of other workspaces are never usable, and only copies have a rate", async () => {
	const owner = await app.user();
	const copier = await app.user();
	const { original, copy } = await createCopy(owner, copier, { rate: 1.5 });
	await expect(getUsableVoice(app.db, copier.workspaceId, original)).rejects.toMatchObject({
		code: "voice_not_found",
	});
	expect(await getUsableVoice(app.db, copier.workspaceId, copy)).toMatchObject({
		rate: 1.5,
		publicationId: original,
		own: true,
	});
	expect(await getUsableVoice(app.db, owner.workspaceId, original)).toMatchObject({ rate: 1 });
	expect(await getUsableVoice(app.db, owner.workspaceId, app.voiceId)).toMatchObject({ own: false, rate: 1 });
});

test("records when a voice was last used", async () => {
	const user = await app.user({ credits: 1_000 });
	const { voiceId } = await own(user);
	await (await speak(user, voiceId)).arrayBuffer();
	const used = async () =>
		(await app.db.selectFrom("voice").select("last_used_at").where("id", "=", voiceId).executeTakeFirstOrThrow())
			.last_used_at;
	await expect.poll(used).not.toBeNull();
});
