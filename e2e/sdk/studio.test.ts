// Official client: the methods of studio that write and read documents.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { ElevenLabsClient, ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { expect, inject, onTestFinished, test } from "vitest";

const server = inject("sdkServer");
const client = new ElevenLabsClient({ apiKey: server.apiKey, baseUrl: server.url, maxRetries: 0 });
const { projects } = client.studio;

const create = (more: object = {}) =>
	projects.create({
		name: "The Lighthouse",
		defaultTitleVoiceId: server.voiceId,
		defaultParagraphVoiceId: server.voiceId,
		...more,
	});

test("studio.projects.create, list, get, update and delete", async () => {
	const { project } = await create({ title: "Light", author: "Ada Example", genres: ["Fiction"], matureContent: true });
	expect(project).toMatchObject({
		name: "The Lighthouse",
		title: "Light",
		genres: ["Fiction"],
		matureContent: true,
		state: "default",
		accessLevel: "admin",
		defaultParagraphVoiceId: server.voiceId,
	});
	const { projectId } = project;
	expect((await projects.list()).projects.map((one) => one.projectId)).toContain(projectId);
	const { project: updated } = await projects.update(projectId, {
		name: "The Keeper",
		defaultTitleVoiceId: server.voiceId,
		defaultParagraphVoiceId: server.otherVoiceId,
	});
	expect(updated).toMatchObject({ name: "The Keeper", title: "Light", defaultParagraphVoiceId: server.otherVoiceId });
	expect(await projects.get(projectId)).toMatchObject({
		name: "The Keeper",
		qualityPreset: "standard",
		chapters: [{ state: "default" }],
		voices: [{ voiceId: server.voiceId }, { voiceId: server.otherVoiceId }],
		assets: [],
	});
	expect(await projects.getMutedTracks(projectId)).toEqual({ chapterIds: [] });
	expect(await projects.delete(projectId)).toEqual({ status: "ok" });
	await expect(projects.get(projectId)).rejects.toMatchObject({ statusCode: 404 });
	await expect(projects.get(projectId)).rejects.toThrow(ElevenLabsError);
});

test("studio.projects.create with a callback URL, which receives the result of the conversion", async () => {
	const received = Promise.withResolvers<unknown>();
	const receiver = createServer((request, reply) => {
		received.resolve(json(request));
		reply.end();
	});
	await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void receiver.close());
	const blocks = [{ nodes: [{ type: "tts_node", text: "The lamp went out.", voice_id: server.voiceId }] }];
	const { project } = await create({
		callbackUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done`,
		fromContentJson: JSON.stringify([{ name: "One", blocks }]),
		autoConvert: true,
	});
	expect(await received.promise).toEqual({
		type: "project_conversion_status",
		event_timestamp: expect.any(Number),
		data: {
			request_id: expect.any(String),
			project_id: project.projectId,
			conversion_status: "success",
			project_snapshot_id: (await projects.snapshots.list(project.projectId)).snapshots[0]?.projectSnapshotId,
			error_details: null,
		},
	});
});

test("studio.projects.chapters.create, list, get, update and delete", async () => {
	const { project } = await create();
	const { projectId } = project;
	const { chapter } = await projects.chapters.create(projectId, { name: "The keeper" });
	const blocks = [
		{ subType: "h1" as const, nodes: [{ type: "tts_node" as const, text: "Dusk", voiceId: server.voiceId }] },
		{ nodes: [{ type: "tts_node" as const, text: "He waited.", voiceId: server.otherVoiceId }] },
	];
	const { chapter: updated } = await projects.chapters.update(projectId, chapter.chapterId, {
		name: "Dusk",
		content: { blocks },
	});
	expect(updated).toMatchObject({
		name: "Dusk",
		content: {
			blocks: [
				{ blockId: expect.any(String), nodes: [{ type: "tts_node", text: "Dusk", voiceId: server.voiceId }] },
				{ blockId: expect.any(String), nodes: [{ text: "He waited.", voiceId: server.otherVoiceId }] },
			],
		},
	});
	expect(await projects.chapters.get(projectId, chapter.chapterId)).toEqual(updated);
	const { chapters } = await projects.chapters.list(projectId);
	expect(chapters.map(({ name }) => name)).toEqual(["Chapter 1", "Dusk"]);
	expect(chapters[1]?.statistics).toMatchObject({ charactersUnconverted: 14, paragraphsUnconverted: 2 });
	expect(await projects.chapters.delete(projectId, chapter.chapterId)).toEqual({ status: "ok" });
	await projects.delete(projectId);
});

test("studio.projects.content.update and pronunciationDictionaries.create", async () => {
	const { project } = await create();
	const { projectId } = project;
	const nodes = [{ type: "tts_node", text: "Once upon a time.", voice_id: server.voiceId }];
	await projects.content.update(projectId, {
		fromContentJson: JSON.stringify([{ name: "One", blocks: [{ sub_type: "p", nodes }] }]),
	});
	const { chapters } = await projects.chapters.list(projectId);
	expect(chapters).toMatchObject([{ name: "One", statistics: { charactersUnconverted: 17 } }]);
	const { id } = await client.pronunciationDictionaries.createFromRules({
		name: "Project names",
		rules: [{ type: "alias", stringToReplace: "GIF", alias: "jif" }],
	});
	expect(
		await projects.pronunciationDictionaries.create(projectId, {
			pronunciationDictionaryLocators: [{ pronunciationDictionaryId: id, versionId: undefined as never }],
		}),
	).toEqual({ status: "ok" });
	expect(await projects.get(projectId)).toMatchObject({
		pronunciationDictionaryLocators: [{ pronunciationDictionaryId: id }],
		pronunciationDictionaryVersions: [{ dictionaryName: "Project names", versionRulesNum: 1 }],
	});
	await projects.delete(projectId);
});

test("studio.projects.create and content.update read a document", async () => {
	const document = (text: string) => new File([text], "days.md");
	const { project } = await create({ fromDocument: document("# One\n\nThe first day.\n\n# Two\n\nThe second day.\n") });
	const { projectId } = project;
	expect(project.state).toBe("creating");
	const names = async () => {
		const { state, chapters } = await projects.get(projectId);
		return state === "default" ? chapters.map(({ name }) => name) : [];
	};
	await expect.poll(names, { timeout: 60_000 }).toEqual(["One", "Two"]);
	expect((await projects.get(projectId)).creationMeta).toMatchObject({ status: "finished", creationProgress: 1 });
	await projects.content.update(projectId, { fromDocument: document("# One\n\nA new day.\n") });
	await expect.poll(names, { timeout: 60_000 }).toEqual(["One"]);
	await expect(create({ fromDocument: new File(["\u0000\u0001\u0002"], "days.txt") })).rejects.toMatchObject({
		statusCode: 400,
		body: { detail: { code: "invalid_document" } },
	});
	await projects.delete(projectId);
});

test("studio.createPodcast", async () => {
	const { project } = await client.studio.createPodcast({
		modelId: "test_tone",
		mode: {
			type: "conversation",
			conversation: { hostVoiceId: server.voiceId, guestVoiceId: server.otherVoiceId },
		},
		source: { type: "text", text: "The lamp went out at four.\n\nThe keeper of the lighthouse was asleep." },
		durationScale: "short",
		intro: "Good evening.",
	});
	const { projectId } = project;
	const converted = async () => {
		const { chapters, canBeDownloaded } = await projects.get(projectId);
		return canBeDownloaded ? chapters[0] : undefined;
	};
	await expect.poll(converted, { timeout: 60_000 }).toBeDefined();
	const { content } = await projects.chapters.get(projectId, (await converted())?.chapterId ?? "");
	expect(content.blocks.flatMap(({ nodes }) => nodes)).toMatchObject([
		{ text: "Good evening.", voiceId: server.voiceId },
		{ text: "The lamp went out at four.", voiceId: server.voiceId },
		{ text: "The keeper of the lighthouse was asleep.", voiceId: server.otherVoiceId },
	]);
	await projects.delete(projectId);
});

test("studio.projects.convert, chapters.convert and all methods of snapshots", async () => {
	const nodes = (text: string) => [{ type: "tts_node", text, voice_id: server.voiceId }];
	const chapters = ["The lamp went out.", "The tide came in."].map((text, at) => ({
		name: `Chapter ${at + 1}`,
		blocks: [{ sub_type: "p", nodes: nodes(text) }],
	}));
	const { project } = await create({ fromContentJson: JSON.stringify(chapters) });
	const { projectId } = project;
	const [{ chapterId: first = "" } = {}] = (await projects.chapters.list(projectId)).chapters;
	const bytesOf = async (stream: ReadableStream<Uint8Array>) => Buffer.from(await new Response(stream).arrayBuffer());

	expect(await projects.chapters.convert(projectId, first)).toEqual({ status: "ok" });
	const chapterSnapshots = async () => (await projects.chapters.snapshots.list(projectId, first)).snapshots;
	await expect.poll(async () => (await chapterSnapshots()).length, { timeout: 60_000 }).toBe(1);
	const [{ chapterSnapshotId = "" } = {}] = await chapterSnapshots();
	const { characterAlignments } = await projects.chapters.snapshots.get(projectId, first, chapterSnapshotId);
	expect(characterAlignments.map(({ characters }) => characters.join(""))).toEqual(["The lamp went out."]);
	const chapter = await bytesOf(await projects.chapters.snapshots.stream(projectId, first, chapterSnapshotId));
	expect(chapter.length).toBeGreaterThan(10_000);

	expect(await projects.convert(projectId)).toEqual({ status: "ok" });
	const snapshots = async () => (await projects.snapshots.list(projectId)).snapshots;
	await expect.poll(async () => (await snapshots()).length, { timeout: 60_000 }).toBe(1);
	const [{ projectSnapshotId = "" } = {}] = await snapshots();
	expect((await projects.snapshots.get(projectId, projectSnapshotId)).characterAlignments).toHaveLength(2);
	const whole = await bytesOf(await projects.snapshots.stream(projectId, projectSnapshotId, { convertToMpeg: true }));
	expect(whole.subarray(0, chapter.length).equals(chapter)).toBe(true);
	const archive = await bytesOf(await projects.snapshots.streamArchive(projectId, projectSnapshotId));
	expect(archive.subarray(0, 2).toString()).toBe("PK");
	expect(await projects.get(projectId)).toMatchObject({
		canBeDownloaded: true,
		chapters: [{ canBeDownloaded: true }, { canBeDownloaded: true }],
	});
	await expect(projects.snapshots.get(projectId, "nosuchsnapshot")).rejects.toMatchObject({ statusCode: 404 });
	await projects.delete(projectId);
});
