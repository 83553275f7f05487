// Reads a bundle as it arrives, checks each file and stores it.
// Invariant: a bundle is hostile until it is checked: nothing of it is stored under a name or a hash that it gives.
import { createHash } from "node:crypto";
import type { Database } from "@timbre/db/connect.ts";
import { createMp3Reader } from "@timbre/engines/mastering/mp3-frames.ts";
import { decodeTake } from "@timbre/engines/node/takes.ts";
import { readCover } from "@timbre/engines/publishing/cover.ts";
import { z } from "zod";
import type { Storage } from "../../../core/storage/storage.ts";
import { createTakeStore } from "../../../core/storage/take-store.ts";
import { takeKey } from "../../speech/speech.public.ts";
import { holdTakes } from "../../usage/usage.holds.public.ts";
import { holderOf } from "../conversions/run.service.ts";
import { parseManifest } from "./check.ts";
import { type Manifest, manifestFile, maxManifestBytes, typeFile } from "./manifest.ts";
import { importedHash, importedId } from "./names.ts";
import { damaged, readZip, type ZipEntry } from "./zip-reader.ts";

type Target = { workspaceId: string; projectId: string; importId: string };
export type StoredBundle = {
	manifest: Manifest;
	/** Seconds of takes, by their id in the bundle. */
	takeSeconds: ReadonlyMap<string, number>;
	audioBytes: ReadonlyMap<string, number>;
	cover: Buffer | undefined;
};

const maxTakeBytes = 100_000_000;
const maxTakeSeconds = 1_800;
const maxCoverBytes = 10_000_000;

export async function storeBundle(
	services: { db: Database; storage: Storage },
	target: Target,
	file: AsyncIterable<Uint8Array>,
): Promise<StoredBundle> {
	const { workspaceId, projectId, importId } = target;
	let described: Manifest | undefined;
	const takeSeconds = new Map<string, number>();
	const audioBytes = new Map<string, number>();
	let cover: Buffer | undefined;
	const missing = new Map<string, Manifest["files"][number]>();
	for await (const entry of readZip(file)) {
		if (!described) {
			if (entry.name === typeFile) continue;
			if (entry.name !== manifestFile) throw damaged("it has no manifest");
			described = parseManifest(await readAll(entry, maxManifestBytes));
			for (const one of described.files) missing.set(one.name, one);
			if (missing.size !== described.files.length) throw damaged("a file is listed twice");
			await holdTakes(
				services.db,
				workspaceId,
				holderOf(projectId),
				described.takes.map(({ id }) => importedHash(importId, id)),
			);
			continue;
		}
		const listed = missing.get(entry.name);
		if (!listed || listed.bytes !== entry.size) throw damaged(`${shown(entry.name)} isn't what the manifest lists`);
		missing.delete(entry.name);
		if (entry.name.startsWith("audio/"))
			audioBytes.set(entry.name, await storeAudio(services.storage, target, described, entry, listed.sha256));
		else if (entry.name.startsWith("takes/")) {
			const seconds = await storeTakes(services.storage, target, described, entry, listed.sha256);
			for (const { id, file: name } of described.takes) if (name === entry.name) takeSeconds.set(id, seconds);
		} else cover = readPicture(await readAll(entry, maxCoverBytes, listed.sha256));
	}
	if (!described) throw damaged("it has no manifest");
	if (missing.size > 0) throw damaged(missing.size === 1 ? "a file is missing" : `${missing.size} files are missing`);
	return { manifest: described, takeSeconds, audioBytes, cover };
}

const shown = (name: string) => JSON.stringify(name.slice(0, 80));

async function readAll({ name, size, body }: ZipEntry, maxBytes: number, sha256?: string): Promise<Buffer> {
	if (size > maxBytes) throw damaged(`${shown(name)} is too large`);
	const parts: Buffer[] = [];
	for await (const bytes of body) parts.push(Buffer.from(bytes));
	const all = Buffer.concat(parts);
	if (sha256 !== undefined && createHash("sha256").update(all).digest("hex") !== sha256) throw wrongHash(name);
	return all;
}

const wrongHash = (name: string) => damaged(`${shown(name)} isn't what it was when it was exported`);

const spans = z.object({
	writtenStart: z.number(),
	writtenEnd: z.number(),
	spokenStart: z.number(),
	spokenEnd: z.number(),
});
const times = z
	.object({ characters: z.array(z.string().max(10)), starts: z.array(z.number()), ends: z.array(z.number()) })
	.refine(({ characters, starts, ends }) => characters.length === starts.length && characters.length === ends.length);
const takeContent = z.object({
	sampleRate: z.int().min(8_000).max(48_000),
	writtenText: z.string().max(20_000),
	spokenText: z.string().max(50_000),
	spans: z.array(spans),
	written: times.optional(),
	spoken: times.optional(),
	unhonoured: z.array(z.object({ start: z.number(), end: z.number(), reason: z.string().max(1_000) })).optional(),
});

/** Stores a file for each of its takes, as it is. Returns its length in seconds. */
async function storeTakes(
	storage: Storage,
	{ workspaceId, importId }: Target,
	{ takes }: Manifest,
	entry: ZipEntry,
	sha256: string,
): Promise<number> {
	const bytes = await readAll(entry, maxTakeBytes, sha256);
	const take = decodeTake(bytes);
	const content = takeContent.safeParse(take);
	const seconds = take && content.success ? take.pcm.length / content.data.sampleRate : 0;
	if (seconds === 0 || seconds > maxTakeSeconds) throw damaged(`${shown(entry.name)} is no take`);
	const store = createTakeStore(storage);
	for (const { id, file } of takes)
		if (file === entry.name) await store.write(takeKey(workspaceId, importedHash(importId, id)), [bytes]);
	return seconds;
}

/** Where the audio of a chapter is, by the id that the chapter has in the bundle. */
export const audioKey = ({ workspaceId, projectId, importId }: Target, chapterId: string): string =>
	`studio/${workspaceId}/${projectId}/${importedId(importId, "snapshot", chapterId)}.mp3`;

const maxAudioBytes = 500_000_000;

/** Stores the audio for each chapter that has it. */
async function storeAudio(
	storage: Storage,
	target: Target,
	{ chapters }: Manifest,
	entry: ZipEntry,
	sha256: string,
): Promise<number> {
	if (entry.size > maxAudioBytes) throw damaged(`${shown(entry.name)} is too large`);
	const [first, ...others] = chapters.filter(({ audio }) => audio?.file === entry.name);
	if (!first) throw damaged(`${shown(entry.name)} belongs to no chapter`);
	const hash = createHash("sha256");
	const reader = createMp3Reader();
	async function* checked() {
		for await (const bytes of entry.body) {
			hash.update(bytes);
			reader.push(bytes);
			yield bytes;
		}
	}
	const key = audioKey(target, first.id);
	await storage.putStream(key, checked(), "audio/mpeg");
	const { frames, strayBytes } = reader.finish();
	const isRight = hash.digest("hex") === sha256;
	if (!isRight || frames === 0 || strayBytes > 0) {
		await storage.delete(key);
		throw isRight ? damaged(`${shown(entry.name)} is no MP3`) : wrongHash(entry.name);
	}
	for (const { id } of others) {
		const stored = await storage.get(key);
		if (stored) await storage.putStream(audioKey(target, id), stored.body as AsyncIterable<Uint8Array>, "audio/mpeg");
	}
	return entry.size;
}

function readPicture(bytes: Buffer): Buffer {
	try {
		readCover(bytes);
		return bytes;
	} catch (error) {
		throw damaged(error instanceof Error ? error.message : undefined);
	}
}
