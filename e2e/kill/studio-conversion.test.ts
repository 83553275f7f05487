// A book of 20,000 sentences is converted while every part of the product is killed in between. It runs in `verify`.
import { setTimeout as sleep } from "node:timers/promises";
import type { Conversion, Price } from "@timbre/contract/studio/conversion-schemas.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";
import { printFigures } from "../../tools/ci/figures.ts";
import type { ProgramName } from "../../tools/stack/stack.ts";
import { getIfUp, request as send } from "./api.ts";

const chapterCount = 100;
const sentencesPerChapter = 200;
const sentencesPerParagraph = 10;
const total = chapterCount * sentencesPerChapter;
const changed = "This one was changed.";

type Block = { nodes: { type: "tts_node"; text: string; voice_id: string }[] };
type Chapter = { chapter_id: string; name: string };
type Sentence = { text: string; start_seconds: number };

/** Short, and different everywhere. */
const sentenceOf = (chapter: number, at: number) => `Part ${chapter + 1} of ${at + 1}.`;
const paragraphsOf = (chapter: number): string[] =>
	Array.from({ length: sentencesPerChapter / sentencesPerParagraph }, (_, paragraph) =>
		Array.from({ length: sentencesPerParagraph }, (_, at) =>
			sentenceOf(chapter, paragraph * sentencesPerParagraph + at),
		).join(" "),
	);

describe("kill -9 while a book is converted", () => {
	let harness: Harness;
	let path: string;
	let price: Price;
	let chapters: Chapter[];
	beforeAll(async () => {
		harness = await startHarness({ engines: "fake", env: { LEASE_SECONDS: "4" } });
	});
	afterAll(async () => harness?.stop());

	const request = <T>(method: string, at: string, body?: FormData | object) => send<T>(harness, method, at, body);
	const get = <T>(at: string) => getIfUp<T>(harness, at);
	const takes = async (): Promise<number> => {
		const { count } = await harness.db
			.selectFrom("studio_take")
			.select(({ fn }) => fn.countAll<string>().as("count"))
			.executeTakeFirstOrThrow();
		return Number(count);
	};
	async function ledger() {
		const { workspaceId } = harness.user;
		const account = await harness.db
			.selectFrom("credit_account")
			.select(["used", "reserved"])
			.where("workspace_id", "=", workspaceId)
			.executeTakeFirstOrThrow();
		const rows = await harness.db
			.selectFrom("credit_entry")
			.select("amount")
			.where("workspace_id", "=", workspaceId)
			.execute();
		return { ...account, charged: rows.reduce((sum, { amount }) => sum + amount, 0) };
	}
	const settled = () =>
		until("all reservations to close", 60, async () => {
			const now = await ledger();
			return now.reserved === 0 && now;
		});
	const ended = (id: string, seconds: number) =>
		until("the end of the conversion", seconds, async () => {
			await sleep(500);
			const now = await get<Conversion>(`${path}/conversions/${id}`);
			return now && now.state !== "queued" && now.state !== "running" && now;
		});
	async function timesOf(chapterId: string): Promise<Sentence[]> {
		type Snapshots = { snapshots: { chapter_snapshot_id: string }[] };
		const at = `${path}/chapters/${chapterId}/snapshots`;
		const [latest] = (await request<Snapshots>("GET", at)).snapshots;
		return (await request<{ sentences: Sentence[] }>("GET", `${at}/${latest?.chapter_snapshot_id}/times`)).sentences;
	}
	/** The takes that are heard in a chapter, in order. */
	const hashesOf = async (chapterId: string): Promise<string[]> => {
		const row = await harness.db
			.selectFrom("studio_chapter_snapshot")
			.select("data_key")
			.where("chapter_id", "=", chapterId)
			.orderBy("created_at", "desc")
			.executeTakeFirstOrThrow();
		const stored = await harness.storage.get(row.data_key);
		const text = Buffer.concat((await stored?.body.toArray()) ?? []).toString("utf8");
		return (JSON.parse(text) as { sentences: { hash: string }[] }).sentences.map(({ hash }) => hash);
	};

	test("100 chapters are written and priced", async () => {
		const form = new FormData();
		form.set("name", "The long book");
		form.set("language", "en");
		const voice = (await request<{ voices: { voice_id: string }[] }>("GET", "/v1/voices")).voices[0]?.voice_id ?? "";
		form.set("default_paragraph_voice_id", voice);
		const { project } = await request<{ project: { project_id: string } }>("POST", "/v1/studio/projects", form);
		path = `/v1/studio/projects/${project.project_id}`;
		for (let at = 1; at < chapterCount; at++) await request("POST", `${path}/chapters`, { name: `Chapter ${at + 1}` });
		({ chapters } = await request<{ chapters: Chapter[] }>("GET", `${path}/chapters`));
		expect(chapters).toHaveLength(chapterCount);
		for (const [at, { chapter_id }] of chapters.entries()) {
			const blocks: Block[] = paragraphsOf(at).map((text) => ({
				nodes: [{ type: "tts_node", text, voice_id: voice }],
			}));
			await request("POST", `${path}/chapters/${chapter_id}`, { content: { blocks } });
		}
		const started = performance.now();
		price = await request<Price>("GET", `${path}/conversion-price`);
		printFigures(`studio: the price of ${total} sentences takes ${Math.round(performance.now() - started)} ms`);
		expect(price).toMatchObject({ sentences: total, new_sentences: total, new_characters: price.characters });
	});

	test("a conversion that is canceled stops within two seconds", async () => {
		const { conversion_id: id } = await request<Conversion>("POST", `${path}/conversions`, {});
		await until("some sentences", 60, async () => (await takes()) > 100);
		const canceled = performance.now();
		expect(await request<Conversion>("POST", `${path}/conversions/${id}/cancel`)).toMatchObject({ state: "canceled" });
		let [count, changedAt] = [await takes(), performance.now()];
		while (performance.now() - canceled < 8_000) {
			await sleep(50);
			const now = await takes();
			if (now !== count) [count, changedAt] = [now, performance.now()];
		}
		printFigures(`studio: a canceled conversion stored its last sentence after ${Math.round(changedAt - canceled)} ms`);
		expect(changedAt - canceled).toBeLessThan(2_000);
		expect((await settled()).reserved).toBe(0);
	});

	test("each sentence is rendered and charged once, in order, and no reservation is left", {
		timeout: 2_400_000,
	}, async () => {
		const started = performance.now();
		const { conversion_id: id } = await request<Conversion>("POST", `${path}/conversions`, {});
		const killed: ProgramName[] = ["worker", "api", "speech-node", "restate", "worker", "speech-node", "api"];
		for (const [at, name] of killed.entries()) {
			const reached = Math.round((total * (at + 1)) / (killed.length + 2));
			await until(`${reached} sentences`, 400, async () => {
				await sleep(200);
				return (await takes()) >= reached;
			});
			await harness.stack.kill(name);
		}
		const done = await ended(id, 600);
		expect(done).toMatchObject({ state: "done", progress: 1, error: null });
		printFigures(
			`studio: ${total} sentences converted in ${Math.round((performance.now() - started) / 1000)} s with ${killed.length} kills (fake engine)`,
		);
		expect(await takes()).toBe(total);
		const { used, charged, reserved } = await settled();
		expect({ used, charged, reserved }).toEqual({ used: price.credits, charged: price.credits, reserved: 0 });
		for (const at of [0, 41, chapterCount - 1]) {
			const sentences = await timesOf(chapters[at]?.chapter_id ?? "");
			expect(sentences.map(({ text }) => text.trim())).toEqual(
				paragraphsOf(at).flatMap((_, paragraph) =>
					Array.from({ length: sentencesPerParagraph }, (_, one) =>
						sentenceOf(at, paragraph * sentencesPerParagraph + one),
					),
				),
			);
			const starts = sentences.map(({ start_seconds }) => start_seconds);
			expect(starts).toEqual([...starts].sort((a, b) => a - b));
		}
		const counts = await harness.db
			.selectFrom("studio_chapter_snapshot")
			.select(["chapter_id", ({ fn }) => fn.countAll<string>().as("count")])
			.groupBy("chapter_id")
			.execute();
		expect(counts).toHaveLength(chapterCount);
		expect(new Set(counts.map(({ count }) => Number(count)))).toEqual(new Set([1]));
		expect(await harness.db.selectFrom("studio_conversion_batch").selectAll().execute()).toEqual([]);
	});

	test("one changed word renders and charges one sentence, and only that one sounds different", {
		timeout: 600_000,
	}, async () => {
		const chapter = chapters[41]?.chapter_id ?? "";
		const before = await hashesOf(chapter);
		type Content = { content: { blocks: (Block & { block_id: string; sub_type: string })[] } };
		const { content } = await request<Content>("GET", `${path}/chapters/${chapter}`);
		const node = content.blocks[3]?.nodes[0];
		if (!node) throw new Error("the chapter has no fourth paragraph");
		node.text = node.text.replace(sentenceOf(41, 35), changed);
		await request("POST", `${path}/chapters/${chapter}`, { content: { blocks: content.blocks } });
		const change = await request<Price>("GET", `${path}/conversion-price`);
		expect(change).toMatchObject({ new_sentences: 1, credits: changed.length + 1 });
		const { conversion_id: id } = await request<Conversion>("POST", `${path}/conversions`, {});
		expect(await ended(id, 300)).toMatchObject({ state: "done" });
		expect(await takes()).toBe(total + 1);
		expect((await settled()).charged).toBe(price.credits + change.credits);
		const after = await hashesOf(chapter);
		expect(after.flatMap((hash, at) => (hash === before[at] ? [] : [at]))).toEqual([35]);
		const others = await harness.db
			.selectFrom("studio_chapter_snapshot")
			.select(({ fn }) => fn.countAll<string>().as("count"))
			.executeTakeFirstOrThrow();
		expect(Number(others.count), "no other chapter was joined again").toBe(chapterCount + 1);
	});
});
