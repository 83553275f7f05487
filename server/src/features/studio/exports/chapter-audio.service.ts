// The samples of a snapshot, from the takes that it was joined of: its MP3 has lost some of them.
import { type FileHandle, open as openFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "@timbre/db/connect.ts";
import type { OpenPcm } from "@timbre/engines/mastering/slices.ts";
import { littleEndianBytes, writeInt16 } from "@timbre/engines/media/bytes.ts";
import { decodeTake, toFloat } from "@timbre/engines/node/takes.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { createTakeStore } from "../../../core/storage/take-store.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import { takeKey } from "../../speech/speech.public.ts";
import { sampleRate, toRate } from "../snapshots/pcm.service.ts";
import { listChapterSnapshotsById } from "../snapshots/snapshots.repo.ts";
import { loadTimes, type TimedSentence } from "../snapshots/times.ts";

export type ChapterAudio = { seconds: number; sentences: TimedSentence[] };

export async function loadChapterAudio(
	{ db, storage }: { db: Database; storage: Storage },
	workspaceId: string,
	snapshotId: string | null,
): Promise<ChapterAudio> {
	const [row] = await listChapterSnapshotsById(db, workspaceId, snapshotId === null ? [] : [snapshotId]);
	if (!row) throw new PermanentFailure("A chapter was deleted. Export again.");
	return { seconds: row.seconds, sentences: await loadTimes(storage, row.data_key) };
}

/** Calls `use` with the samples, which can be read several times. They are in a file: a chapter can have a gigabyte. */
export async function withSamples<T>(
	storage: Storage,
	workspaceId: string,
	folder: string,
	chapter: ChapterAudio,
	signal: AbortSignal,
	use: (open: OpenPcm) => Promise<T>,
): Promise<T> {
	const file = await openFile(join(folder, "samples"), "w+", 0o600);
	try {
		const samples = await writeSamples(storage, workspaceId, file, chapter, signal);
		return await use(() => readSamples(file, samples));
	} finally {
		await file.close();
	}
}

async function writeSamples(
	storage: Storage,
	workspaceId: string,
	file: FileHandle,
	{ seconds, sentences }: ChapterAudio,
	signal: AbortSignal,
): Promise<number> {
	const takes = createTakeStore(storage);
	let written = 0;
	for (const { hash, from } of sentences) {
		signal.throwIfAborted();
		const bytes = await takes.read(takeKey(workspaceId, hash));
		const take = bytes && decodeTake(bytes);
		if (!take) throw new PermanentFailure("Some of the audio is missing. Convert the project, then export again.");
		const start = Math.round(from * sampleRate);
		const pcm = take.sampleRate === sampleRate ? take.pcm : toInt16(toRate(take));
		// What is between two sentences stays zero.
		await file.write(littleEndianBytes(pcm), 0, pcm.length * 2, start * 2);
		written = Math.max(written, start + pcm.length);
	}
	const samples = Math.max(written, Math.round(seconds * sampleRate));
	await file.truncate(samples * 2);
	return samples;
}

function toInt16(pcm: Float32Array): Int16Array {
	const samples = new Int16Array(pcm.length);
	writeInt16(pcm, samples);
	return samples;
}

const readCount = sampleRate;

async function* readSamples(file: FileHandle, samples: number): AsyncGenerator<Float32Array> {
	for (let at = 0; at < samples; at += readCount) {
		const pcm = new Int16Array(Math.min(readCount, samples - at));
		const bytes = new Uint8Array(pcm.buffer);
		for (let read = 0; read < bytes.length; ) {
			const { bytesRead } = await file.read(bytes, read, bytes.length - read, at * 2 + read);
			if (bytesRead === 0) throw new Error("the samples of a chapter ended early");
			read += bytesRead;
		}
		yield toFloat(pcm);
	}
}
