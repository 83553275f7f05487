import { beginNotice } from "@timbre/server/features/voices/publication/notice.service.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillLibrary } from "../../seed/scenarios/library.ts";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";
import { sampleFile } from "../sdk/recordings.ts";

const leaseSeconds = 4;

describe("kill -9 while a voice is created", () => {
	let harness: Harness;
	beforeAll(async () => {
		harness = await startHarness({
			engines: "fake",
			// Slow down each blend, so that there is time to interrupt the training.
			env: { FAKE_DELAY_MS: "250", LEASE_SECONDS: String(leaseSeconds) },
		});
	});
	afterAll(async () => harness?.stop());

	const send = (method: string, path: string, body?: FormData | string) =>
		fetch(harness.stack.apiUrl + path, {
			method,
			headers: {
				"xi-api-key": harness.user.apiKey,
				...(typeof body === "string" ? { "content-type": "application/json" } : {}),
			},
			...(body === undefined ? {} : { body }),
		});

	async function clone(): Promise<string> {
		const form = new FormData();
		form.set("name", "Cut off");
		form.append("files", await sampleFile());
		const answer = await send("POST", "/v1/voices/add", form);
		const created = (await answer.json()) as { voice_id: string };
		expect(answer.status, JSON.stringify(created)).toBe(200);
		return created.voice_id;
	}

	const training = (voiceId: string) =>
		harness.db.selectFrom("voice_training").selectAll().where("voice_id", "=", voiceId).executeTakeFirst();
	const waitUntilMidway = (voiceId: string) =>
		until("the training to be in progress", 30, async () => {
			const now = await training(voiceId);
			return now?.state === "fine_tuning" && now.progress > 0.2;
		});
	const storedKeys = (voiceId: string) => harness.storage.list(`voices/${harness.user.workspaceId}/${voiceId}/`);
	const spent = async () => {
		const { db, user } = harness;
		const entries = db.selectFrom("credit_entry").select("amount").where("workspace_id", "=", user.workspaceId);
		return (await entries.execute()).reduce((sum, { amount }) => sum + amount, 0);
	};

	test.each(["worker", "restate", "speech-node", "api"] as const)(
		"of the %s: training resumes and finishes once, with one preview, no leftover files and no charge",
		async (name) => {
			const before = await spent();
			const voiceId = await clone();
			await waitUntilMidway(voiceId);
			const run = (await training(voiceId))?.run_id;
			await harness.stack.kill(name);
			await harness.stack.waitReady(name);
			if (name === "speech-node") await harness.stack.waitForVoice();
			const done = await until("the voice to be trained", 60, async () => {
				const now = await training(voiceId);
				return now && ["fine_tuned", "failed", "cancelled"].includes(now.state) ? now : undefined;
			});
			expect(done).toMatchObject({ state: "fine_tuned", progress: 1, run_id: run });
			const voice = await harness.db.selectFrom("voice").selectAll().where("id", "=", voiceId).executeTakeFirst();
			expect(voice).toMatchObject({ engine: "fake", speaker: expect.any(String), origin: "matched" });
			const previews = await harness.db
				.selectFrom("voice_own_preview")
				.selectAll()
				.where("voice_id", "=", voiceId)
				.execute();
			expect(previews).toHaveLength(1);
			const samples = await harness.db
				.selectFrom("voice_sample")
				.select("audio_key")
				.where("voice_id", "=", voiceId)
				.execute();
			const expected = [...samples, ...previews].map(({ audio_key }) => audio_key).sort();
			await until("the run to clean up", 20, async () => (await storedKeys(voiceId)).length === expected.length);
			expect((await storedKeys(voiceId)).sort()).toEqual(expected);
			expect(await spent()).toBe(before);
		},
	);

	test("of the worker: training canceled while it is down stays canceled", async () => {
		const voiceId = await clone();
		await waitUntilMidway(voiceId);
		await harness.stack.kill("worker");
		expect((await send("DELETE", `/v1/voices/${voiceId}/training`)).status).toBe(200);
		await harness.stack.waitReady("worker");
		await until("the run to clean up", 60, async () =>
			(await storedKeys(voiceId)).every((key) => !key.includes("/making/")),
		);
		expect(await training(voiceId)).toMatchObject({ state: "cancelled" });
		const voice = await harness.db.selectFrom("voice").select("speaker").where("id", "=", voiceId).executeTakeFirst();
		expect(voice?.speaker).toBeNull();
	});

	test("of the worker and Restate during a notice period: the period and the copy end on time", async () => {
		const { db, stack } = harness;
		await fillLibrary(db, 1, [{ engine: "fake", speaker: "tone-low" }]);
		const published = await db
			.selectFrom("voice_publication")
			.select(["id", "public_owner_id"])
			.where("id", "like", "made-up-%")
			.executeTakeFirstOrThrow();
		const path = `/v1/voices/add/${published.public_owner_id}/${published.id}`;
		const added = await send("POST", path, JSON.stringify({ new_name: "Borrowed" }));
		const { voice_id: copy } = (await added.json()) as { voice_id: string };
		expect(added.status).toBe(200);
		const end = new Date(Date.now() + 15_000);
		await db.transaction().execute((tx) => beginNotice(tx, published.id, end));
		const target = `${published.id}-${end.getTime()}`;
		await until("the timer to be set", 10, async () => {
			const row = await db
				.selectFrom("outbox")
				.select("delivered_at")
				.where("target_key", "=", target)
				.executeTakeFirst();
			return row === undefined || row.delivered_at !== null;
		});
		await Promise.all((["worker", "restate"] as const).map((name) => stack.kill(name)));
		expect(Date.now()).toBeLessThan(end.getTime());
		const ends = () => db.selectFrom("voice").select("disabled_at").where("id", "=", copy).executeTakeFirst();
		expect(await ends()).toEqual({ disabled_at: null });
		const ended = await until("the copy to end", 40, async () => (await ends())?.disabled_at ?? undefined);
		expect(ended.getTime()).toBeGreaterThanOrEqual(end.getTime());
		const denied = await send("POST", `/v1/text-to-speech/${copy}`, JSON.stringify({ text: "Good morning." }));
		expect(denied.status).toBe(403);
	});

	test("of the api during a voice design: the reservation is released or charged once", async () => {
		const before = await spent();
		const body = JSON.stringify({
			voice_description: "A calm, low and rather slow voice of an older man, for bedtime stories.",
			seed: 11,
		});
		const request = send("POST", "/v1/text-to-voice/design", body).catch(() => undefined);
		const { db, user, stack } = harness;
		const open = () =>
			db
				.selectFrom("credit_reservation")
				.select("amount")
				.where("workspace_id", "=", user.workspaceId)
				.where("state", "=", "open")
				.execute();
		const [reserved] = await until("the reservation", 20, async () => {
			const rows = await open();
			return rows.length > 0 && rows;
		});
		await stack.kill("api");
		await request;
		await stack.waitReady("api");
		await until("the reservation to close", 3 * leaseSeconds + 10, async () => (await open()).length === 0);
		const charged = (await spent()) - before;
		expect(charged).toBeGreaterThanOrEqual(0);
		expect(charged).toBeLessThanOrEqual(reserved?.amount ?? 0);
		const account = await db
			.selectFrom("credit_account")
			.select(["used", "reserved"])
			.where("workspace_id", "=", user.workspaceId)
			.executeTakeFirstOrThrow();
		expect(account).toMatchObject({ used: await spent(), reserved: 0 });
	});
});
