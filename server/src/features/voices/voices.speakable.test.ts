import type { Voice } from "@timbre/contract/voices.entities.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, aPublication, aVoice, type Person } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import { runWorkflow } from "../../testing/run-workflow.ts";
import { openSocket } from "../../testing/socket-client.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { beginNotice, cancelNotice } from "./voices.notice.service.ts";
import { noticeWorkflow } from "./voices.notice.workflow.ts";
import { updateVoice } from "./voices.own.repo.ts";
import { getSpeakableVoice } from "./voices.public.ts";

let app: TestApp;
let second: string;
beforeAll(async () => {
	app = await testApp({ fake: { realtime: true } });
	second = await app.anotherApi();
});
afterAll(async () => app.stop());

type Refused = { detail: { code: string; message: string } };
const own = (person: Person, wanted: Parameters<typeof aVoice>[3] = {}) => aVoice(app.db, app.storage, person, wanted);
const speak = (person: Person, voiceId: string, text = "Short.", url = app.url) =>
	fetch(`${url}/v1/text-to-speech/${voiceId}/stream?output_format=pcm_16000`, {
		method: "POST",
		headers: { "xi-api-key": person.apiKey, "content-type": "application/json" },
		body: JSON.stringify({ text }),
	});
const refusal = async (person: Person, voiceId: string, url = app.url) => {
	const answer = await speak(person, voiceId, "Short.", url);
	if (!answer.ok) return ((await answer.json()) as Refused).detail.code;
	await answer.arrayBuffer();
	return "spoken";
};
const set = (voiceId: string, values: Record<string, unknown>) =>
	app.db
		.updateTable("voice")
		.set(values as never)
		.where("id", "=", voiceId)
		.execute();
const read = (person: Person, id: string) => app.get<Voice>(`/v1/voices/${id}`, person.apiKey);
/** No sentence comes twice, here or in another text: what is kept would come at once. */
const long = () =>
	Array.from({ length: 12 }, (_, at) => `Sentence ${at} of ${newId(8)} is read slowly and goes on for a while.`).join(
		" ",
	);

/** Publishes a voice as the library does, and gives somebody a copy of it. */
async function aCopy(owner: Person, copier: Person, wanted: { noticeDays?: number; rate?: number } = {}) {
	const { voiceId } = await own(owner, { name: "Original" });
	await aPublication(app.db, owner, voiceId, wanted);
	const copy = await own(copier, {
		name: "Copy",
		origin: "library",
		publicationId: voiceId,
		sourceVoiceId: voiceId,
	});
	return { original: voiceId, copy: copy.voiceId };
}

test("a voice speaks only when nothing is said against it, and each refusal says why", async () => {
	const person = await app.person({ credits: 10_000 });
	const { voiceId } = await own(person, { category: "cloned", origin: "matched", requiresVerification: true });
	expect(await refusal(person, voiceId)).toBe("spoken");
	const cases: [string, Record<string, unknown>, Record<string, unknown>, RegExp][] = [
		[
			"voice_banned",
			{ safety_control: "BAN", ban_reason: "It was reported." },
			{ safety_control: null },
			/It was reported/,
		],
		["voice_not_verified", { safety_control: "CAPTCHA" }, { safety_control: null }, /read its sentence/],
		["voice_consent_revoked", { revoked_at: new Date() }, { revoked_at: null }, /taken back/],
		["voice_not_verified", { verified_at: null }, { verified_at: new Date() }, /allowed the use/],
		["voice_disabled", { disabled_at: new Date() }, { disabled_at: null }, /no longer be used/],
		["voice_not_ready", { engine: null, speaker: null }, { engine: "fake", speaker: "tone-low" }, /not been made/],
	];
	for (const [code, wrong, right, words] of cases) {
		await set(voiceId, wrong);
		expect(await refusal(person, voiceId), code).toBe(code);
		expect(await read(person, voiceId)).toMatchObject({
			disabled: true,
			tooltip: expect.stringMatching(words),
			high_quality_base_model_ids: [],
		});
		await set(voiceId, right);
		expect(await refusal(person, voiceId), `after ${code}`).toBe("spoken");
	}
});

test("a permission that has run out is none", async () => {
	const person = await app.person({ credits: 10_000 });
	const { voiceId } = await own(person, { category: "cloned", origin: "matched", requiresVerification: true });
	const consent = newId();
	await app.db
		.insertInto("voice_consent")
		.values({
			id: consent,
			workspace_id: person.workspaceId,
			voice_id: voiceId,
			given_by: person.userId,
			sentence: "Yes",
			scope: ["workspace"],
			recording_key: "none",
			heard: "yes",
			word_error_rate: 0,
			similarity: 1,
			expires_at: new Date(Date.now() + 3_600_000),
		})
		.execute();
	expect(await refusal(person, voiceId)).toBe("spoken");
	await app.db
		.updateTable("voice_consent")
		.set({ expires_at: new Date(Date.now() - 1000) })
		.where("id", "=", consent)
		.execute();
	expect(await refusal(person, voiceId)).toBe("voice_not_verified");
	expect((await read(person, voiceId)).voice_verification?.is_verified).toBe(false);
	// Nor is one whose giver has left.
	const change = app.db.updateTable("voice_consent").where("id", "=", consent);
	await change.set({ expires_at: null }).execute();
	expect(await refusal(person, voiceId)).toBe("spoken");
	await change.set({ given_by: null }).execute();
	expect(await refusal(person, voiceId)).toBe("voice_not_verified");
});

test("revoking ends what is being spoken, through every process, and what was kept is not served", async () => {
	const person = await app.person({ tier: "enterprise", credits: 100_000 });
	const { voiceId } = await own(person, { category: "cloned", origin: "matched", requiresVerification: true });
	// Kept, and free from now on.
	await (await speak(person, voiceId)).arrayBuffer();
	const listen = async (url: string) => {
		const answer = await speak(person, voiceId, long(), url);
		expect(answer.status).toBe(200);
		let bytes = 0;
		const ended = (async () => {
			try {
				for await (const part of answer.body ?? []) {
					bytes += part.length;
				}
				return "whole";
			} catch {
				return "cut off";
			}
		})();
		while (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 20));
		return { ended };
	};
	const streams = await Promise.all([listen(app.url), listen(second)]);
	const socket = await openSocket(`${app.url}/v1/text-to-speech/${voiceId}/stream-input?output_format=pcm_16000`, {
		headers: { "xi-api-key": person.apiKey },
	});
	socket.send({ text: " " });
	socket.send({ text: long(), flush: true });
	await updateVoice(app.db, person.workspaceId, voiceId, { revokedAt: new Date() });
	// How soon is measured by `npm run bench:revocation`.
	for (const { ended } of streams) expect(await ended).toBe("cut off");
	expect((await socket.closed).reason).toBe("voice_consent_revoked");
	for (const url of [app.url, second]) expect(await refusal(person, voiceId, url)).toBe("voice_consent_revoked");
	// Nothing is owed for what was not heard.
	await expect.poll(() => app.ledger(person.workspaceId)).toMatchObject({ reserved: 0, open: 0 });
	expect((await app.ledger(person.workspaceId)).used).toBeLessThan(1.5 * long().length);
});

test("deleting a voice ends it too", async () => {
	const person = await app.person({ credits: 100_000 });
	const { voiceId } = await own(person);
	const answer = await speak(person, voiceId, long());
	const reader = answer.body?.getReader();
	await reader?.read();
	const headers = { "xi-api-key": person.apiKey };
	expect((await fetch(`${app.url}/v1/voices/${voiceId}`, { method: "DELETE", headers })).status).toBe(200);
	await expect(
		(async () => {
			while (!(await reader?.read())?.done);
		})(),
	).rejects.toThrow();
	expect(await refusal(person, voiceId)).toBe("voice_not_found");
});

test("VOICES-025 a voice removed from the library stays usable for its notice period and is disabled when that ends", async () => {
	const owner = await app.person();
	const copier = await app.person({ credits: 10_000 });
	const { original, copy } = await aCopy(owner, copier, { noticeDays: 30 });
	expect((await read(copier, copy)).sharing).toMatchObject({ status: "copied", original_voice_id: original });
	const later = new Date(Date.now() + 30 * 86_400_000);
	await app.db
		.updateTable("voice_publication")
		.set({ status: "disabled", disable_at: later })
		.where("id", "=", original)
		.execute();
	await app.db.transaction().execute((tx) => beginNotice(tx, original, later));
	expect((await read(copier, copy)).sharing).toMatchObject({
		status: "copied",
		disable_at_unix: Math.floor(later.getTime() / 1000),
		notice_period: 30,
	});
	expect(await refusal(copier, copy)).toBe("spoken");
	// Published again: the timer finds nothing to do.
	await app.db
		.updateTable("voice_publication")
		.set({ status: "enabled", disable_at: null })
		.where("id", "=", original)
		.execute();
	await app.db.transaction().execute((tx) => cancelNotice(tx, original));
	const soon = new Date(Date.now() + 50);
	await runWorkflow(noticeWorkflow, { publicationId: original, at: soon.getTime() }, { db: app.db });
	expect((await read(copier, copy)).sharing).toMatchObject({ status: "copied", disable_at_unix: null });
	await app.db
		.updateTable("voice_publication")
		.set({ status: "disabled", disable_at: soon })
		.where("id", "=", original)
		.execute();
	await app.db.transaction().execute((tx) => beginNotice(tx, original, soon));
	await runWorkflow(noticeWorkflow, { publicationId: original, at: soon.getTime() }, { db: app.db });
	const row = await app.db.selectFrom("voice").select("disabled_at").where("id", "=", copy).executeTakeFirstOrThrow();
	expect(row.disabled_at).not.toBeNull();
	expect(await refusal(copier, copy)).toBe("voice_disabled");
	const [message] = await app.db
		.selectFrom("outbox")
		.select(["target_key", "payload"])
		.where("target", "=", noticeWorkflow.name)
		.where("target_key", "=", `${original}-${later.getTime()}`)
		.execute();
	expect(message?.payload).toEqual({ publicationId: original, at: later.getTime() });
});

test("VOICES-022 a copy whose notice is over is copied_disabled, and no timer is needed for that", async () => {
	const owner = await app.person();
	const copier = await app.person({ credits: 10_000 });
	const { original, copy } = await aCopy(owner, copier);
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
	expect(await refusal(copier, copy)).toBe("voice_disabled");
});

test("what one member has added from the library is there for all of them to use, and not to change", async () => {
	const owner = await app.person();
	const copier = await app.person({ tier: "enterprise" });
	const { copy } = await aCopy(owner, copier);
	const colleague = await aColleague(app.db, await app.person(), copier.workspaceId);
	expect(await read(colleague, copy)).toMatchObject({ permission_on_resource: "viewer", is_owner: false });
	expect(await refusal(colleague, copy)).toBe("spoken");
	const headers = { "xi-api-key": colleague.apiKey };
	expect((await fetch(`${app.url}/v1/voices/${copy}`, { method: "DELETE", headers })).status).toBe(403);
});

test("VOICES-030 owners are known by enabled or disabled, everybody else by copied", async () => {
	const owner = await app.person();
	const copier = await app.person();
	const { original, copy } = await aCopy(owner, copier, { rate: 2 });
	expect(await read(owner, original)).toMatchObject({ is_owner: true, sharing: { status: "enabled", rate: 2 } });
	expect(await read(copier, copy)).toMatchObject({ is_owner: false, sharing: { status: "copied", rate: 2 } });
	const unshared = await own(owner);
	expect((await read(owner, unshared.voiceId)).sharing?.status).toBe("disabled");
});

test("what silences the original silences its copies; with the owner's workspace they end", async () => {
	const owner = await app.person();
	const copier = await app.person({ credits: 10_000 });
	const { original, copy } = await aCopy(owner, copier);
	expect(await refusal(copier, copy)).toBe("spoken");
	await set(original, { revoked_at: new Date() });
	expect(await refusal(copier, copy)).toBe("voice_consent_revoked");
	await set(original, { revoked_at: null, safety_control: "BAN" });
	expect(await refusal(copier, copy)).toBe("voice_banned");
	await set(original, { safety_control: null });
	await app.db.deleteFrom("workspace").where("id", "=", owner.workspaceId).execute();
	expect(await refusal(copier, copy)).toBe("voice_disabled");
});

test("a deleted voice gives its copies their notice period, unless somebody lent it their voice", async () => {
	const owner = await app.person();
	const copier = await app.person({ credits: 10_000 });
	const remove = (id: string) =>
		fetch(`${app.url}/v1/voices/${id}`, { method: "DELETE", headers: { "xi-api-key": owner.apiKey } });
	const designed = await aCopy(owner, copier, { noticeDays: 7 });
	expect((await remove(designed.original)).status).toBe(200);
	expect(await refusal(copier, designed.copy)).toBe("spoken");
	const { sharing } = await read(copier, designed.copy);
	expect((sharing?.disable_at_unix ?? 0) - Date.now() / 1000).toBeGreaterThan(6 * 86_400);
	const lent = await aCopy(owner, copier, { noticeDays: 7 });
	await set(lent.original, { requires_verification: true, verified_at: new Date() });
	expect((await remove(lent.original)).status).toBe(200);
	expect(await refusal(copier, lent.copy)).toBe("voice_disabled");
});

test("no voice of another workspace is ever speakable, and the rate comes with a copy alone", async () => {
	const owner = await app.person();
	const copier = await app.person();
	const { original, copy } = await aCopy(owner, copier, { rate: 1.5 });
	await expect(getSpeakableVoice(app.db, copier.workspaceId, original)).rejects.toMatchObject({
		code: "voice_not_found",
	});
	expect(await getSpeakableVoice(app.db, copier.workspaceId, copy)).toMatchObject({
		rate: 1.5,
		publicationId: original,
		own: true,
	});
	expect(await getSpeakableVoice(app.db, owner.workspaceId, original)).toMatchObject({ rate: 1 });
	expect(await getSpeakableVoice(app.db, owner.workspaceId, app.voiceId)).toMatchObject({ own: false, rate: 1 });
});

test("when a voice was last spoken is remembered", async () => {
	const person = await app.person({ credits: 1_000 });
	const { voiceId } = await own(person);
	await (await speak(person, voiceId)).arrayBuffer();
	const used = async () =>
		(await app.db.selectFrom("voice").select("last_used_at").where("id", "=", voiceId).executeTakeFirstOrThrow())
			.last_used_at;
	await expect.poll(used).not.toBeNull();
});
