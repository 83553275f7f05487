import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aVoice, type SeedUser } from "../../seed/builders.ts";
import { pronunciationVersionColumns } from "./core/json-columns/speech.ts";
import { type TestApp, testApp } from "./testing/test-app.ts";

describe("two APIs in one process share nothing", () => {
	let one: TestApp;
	let other: TestApp;
	beforeAll(async () => {
		one = await testApp();
		other = await testApp();
	});
	afterAll(async () => {
		await one.stop();
		await other.stop();
	});

	const speak = async (url: string, user: SeedUser, text: string, voiceId = one.voiceId) => {
		const response = await fetch(`${url}/v1/text-to-speech/${voiceId}/stream?output_format=pcm_16000`, {
			method: "POST",
			headers: { "xi-api-key": user.apiKey, "content-type": "application/json" },
			body: JSON.stringify({ text }),
		});
		expect(response.status).toBe(200);
		return Buffer.from(await response.arrayBuffer());
	};

	test("generations that wait to be settled in one don't hold up the other", async () => {
		const users = await Promise.all(Array.from({ length: 8 }, () => one.user()));
		const waiting = await one.db.transaction().execute(async (tx) => {
			// Settlements insert a history item and wait for this lock; reservations don't.
			await sql`lock table history_item in share mode`.execute(tx);
			const generations = users.map((user) => speak(one.url, user, "Waits to be settled."));
			await expect.poll(() => countWaitingForLocks(one.db)).toBe(users.length);
			const user = await other.user();
			const unaffected = speak(other.url, user, "Is settled at once.").then(() => "settled");
			const timeout = new Promise((resolve) => setTimeout(resolve, 10_000, "held up"));
			const result = await Promise.race([unaffected, timeout]);
			return { generations: [...generations, unaffected], result };
		});
		await Promise.all(waiting.generations);
		expect(waiting.result).toBe("settled");
	});

	test("each caches pronunciation rules of its own", async () => {
		// Two installations restored from one backup have versions with equal ids.
		const ids = { dictionary: "dictionary-in-both", version: "version-in-both" };
		const speakWithRule = async (app: TestApp, alias: string) => {
			const user = await app.user();
			await app.db
				.insertInto("pronunciation_dictionary")
				.values({
					id: ids.dictionary,
					workspace_id: user.workspaceId,
					name: "Both",
					created_by: user.userId,
					latest_version: 1,
				})
				.execute();
			await app.db
				.insertInto("pronunciation_version")
				.values({
					id: ids.version,
					dictionary_id: ids.dictionary,
					workspace_id: user.workspaceId,
					number: 1,
					rules: pronunciationVersionColumns.rules.write([
						{ type: "alias", string_to_replace: "word", alias, case_sensitive: true, word_boundaries: true },
					]),
					rules_num: 1,
					created_by: user.userId,
				})
				.execute();
			const response = await app.postJson(`/v1/text-to-speech/${app.voiceId}/with-timestamps`, user.apiKey, {
				text: "One word.",
				pronunciation_dictionary_locators: [{ pronunciation_dictionary_id: ids.dictionary, version_id: ids.version }],
			});
			const { normalized_alignment } = (await response.json()) as { normalized_alignment: { characters: string[] } };
			return normalized_alignment.characters.join("");
		};
		expect(await speakWithRule(one, "expression")).toBe("One expression.");
		expect(await speakWithRule(other, "sentence")).toBe("One sentence.");
	});

	test("each publishes the start of a generation and records the use of a voice", async () => {
		const user = await one.user();
		const { voiceId } = await aVoice(one.db, one.storage, user);
		const second = await one.startSecondApi();
		const countStarted = async () => {
			const rows = await one.db.selectFrom("outbox").select("payload").where("target", "=", "Event").execute();
			return rows.filter(({ payload }) => {
				const { name, userId } = payload as { name: string; userId: string };
				return name === "speech_generation_started" && userId === user.userId;
			}).length;
		};
		const voices = () => one.db.updateTable("voice").where("id", "=", voiceId);
		const lastUsed = async () =>
			(await one.db.selectFrom("voice").select("last_used_at").where("id", "=", voiceId).executeTakeFirstOrThrow())
				.last_used_at;
		for (const [at, url] of [one.url, second].entries()) {
			await voices().set({ last_used_at: null }).execute();
			await speak(url, user, `Sentence ${at}. `, voiceId);
			await speak(url, user, `Another sentence ${at}. `, voiceId);
			expect(await countStarted()).toBe(at + 1);
			expect(await lastUsed()).not.toBeNull();
		}
	});
});

/** Number of connections waiting for a lock in this database. */
async function countWaitingForLocks(db: Db): Promise<number | undefined> {
	const { rows } = await sql<{ count: number }>`
		select count(*)::int as count from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
	return rows[0]?.count;
}
