// Joins the sentences of a chapter into its audio.
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Database } from "@timbre/db/connect.ts";
import { createEncoder } from "@timbre/engines/media/encoder.ts";
import type { OutputFormat } from "@timbre/engines/media/formats.ts";
import { createPeaks } from "@timbre/engines/media/peaks.ts";
import type { ChosenPlan, SentenceVoice } from "../sentences/types.ts";
import { type AudioSource, readSentences, type SentenceAudio, sampleRate } from "./pcm.service.ts";
import { insertChapterSnapshot, listChapterSnapshotRows, updateSnapshotText } from "./snapshots.repo.ts";
import { storeTimes, type TimedSentence } from "./times.ts";

export type JoinServices = AudioSource & { db: Database };
export type JoinRequest = {
	/** Id of the snapshot. The same on each attempt. */
	id: string;
	projectId: string;
	name: string;
	plan: ChosenPlan;
};

const format: OutputFormat = "mp3_44100_128";
const peakCount = 800;
/** Encoded at once, so that other work of the process goes on. */
const sliceSamples = sampleRate / 5;
/** Bytes written at once. Each write waits for the disk or the network. */
const writeBytes = 256 * 1024;

const folderOf = (workspaceId: string, projectId: string) => `studio/${workspaceId}/${projectId}`;

/** Adds a snapshot of a chapter. Text that sounds as in the latest one is not joined again. */
export async function joinChapter(
	services: JoinServices,
	workspaceId: string,
	{ id, projectId, name, plan }: JoinRequest,
	signal: AbortSignal,
): Promise<void> {
	const { db, storage } = services;
	const fingerprint = fingerprintOf(plan);
	const [latest] = await listChapterSnapshotRows(db, workspaceId, plan.chapterId, 1);
	if (latest?.fingerprint === fingerprint) {
		await updateSnapshotText(db, workspaceId, latest.id, { seq: plan.seq, name });
		return;
	}
	const audioKey = `${folderOf(workspaceId, projectId)}/${id}.mp3`;
	const dataKey = `${folderOf(workspaceId, projectId)}/${id}.json`;
	const joined = createJoined(plan.voices);
	const sentences = readSentences(services, workspaceId, plan, signal);
	const audioBytes = await storage.putStream(audioKey, inWrites(encode(sentences, plan, joined, signal)), "audio/mpeg");
	await storeTimes(storage, dataKey, joined.times);
	await insertChapterSnapshot(db, workspaceId, {
		id,
		projectId,
		chapterId: plan.chapterId,
		name,
		seq: plan.seq,
		fingerprint,
		audioKey,
		audioBytes,
		dataKey,
		seconds: joined.samples() / sampleRate,
		sentences: plan.sentences.length,
		characters: plan.sentences.reduce((sum, { characters }) => sum + characters, 0),
		peaks: joined.peaks.finish(),
	});
}

function fingerprintOf({ sentences }: ChosenPlan): string {
	const parts = sentences.map(({ hash, pause, blockId }) => [hash, pause, blockId]);
	return createHash("sha256")
		.update(JSON.stringify([format, parts]))
		.digest("base64url");
}

/** Encodes any sentences as one MP3, for a listener who waits for it. */
export async function* encodeSentences(
	source: AudioSource,
	workspaceId: string,
	plan: Pick<ChosenPlan, "sentences" | "voices">,
	signal: AbortSignal,
): AsyncIterable<Uint8Array> {
	yield* encode(readSentences(source, workspaceId, plan, signal), plan, createJoined(plan.voices), signal);
}

type Joined = ReturnType<typeof createJoined>;

function createJoined(voices: readonly SentenceVoice[]) {
	const times: TimedSentence[] = [];
	const peaks = createPeaks({ count: peakCount });
	let samples = 0;
	return {
		times,
		peaks,
		samples: () => samples,
		add({ take, pcm, pause }: SentenceAudio, sentence: ChosenPlan["sentences"][number]): void {
			const from = samples / sampleRate;
			times.push({
				blockId: sentence.blockId,
				start: sentence.start,
				end: sentence.end,
				text: sentence.unit.text,
				voiceId: sentence.takeVoiceId ?? voices[sentence.voice]?.voiceId ?? "",
				hash: sentence.hash,
				from,
				to: from + pcm.length / sampleRate,
				...(take.written ? { characters: take.written } : {}),
			});
			samples += pcm.length + pause;
		},
	};
}

async function* encode(
	audio: AsyncIterable<SentenceAudio>,
	{ sentences }: Pick<ChosenPlan, "sentences">,
	joined: Joined,
	signal: AbortSignal,
): AsyncIterable<Uint8Array> {
	const encoder = await createEncoder(format, sampleRate);
	let open = true;
	try {
		for await (const one of audio) {
			const sentence = sentences[one.index];
			if (!sentence) throw new Error("a sentence is missing in the plan");
			joined.add(one, sentence);
			for (const pcm of [one.pcm, new Float32Array(one.pause)])
				for (let at = 0; at < pcm.length; at += sliceSamples) {
					const slice = pcm.subarray(at, at + sliceSamples);
					joined.peaks.push(slice);
					const bytes = encoder.push(slice);
					if (bytes.length > 0) yield bytes;
					await setImmediate();
					signal.throwIfAborted();
				}
		}
		open = false;
		yield encoder.flush();
	} finally {
		if (open) encoder.close();
	}
}

async function* inWrites(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
	let waiting: Uint8Array[] = [];
	let bytes = 0;
	for await (const piece of pieces) {
		waiting.push(piece);
		bytes += piece.length;
		if (bytes < writeBytes) continue;
		yield Buffer.concat(waiting);
		[waiting, bytes] = [[], 0];
	}
	if (bytes > 0) yield Buffer.concat(waiting);
}
