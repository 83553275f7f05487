// The steps of a conversion.
// Invariant: every step can be repeated, and returns without an effect if the conversion has ended.
import { AppError } from "@timbre/contract/errors.ts";
import { isSameLanguage, languageName } from "@timbre/contract/language.ts";
import { maxConversionSeconds } from "@timbre/contract/voice-changer/rules.ts";
import type { Reshaping } from "@timbre/engines/conversion/conversion.ts";
import { reshapingFor } from "@timbre/engines/conversion/reshape.ts";
import { contentType, fileExtension } from "@timbre/engines/media/formats.ts";
import { resample } from "@timbre/engines/media/resample.ts";
import type { SpeechVoice } from "@timbre/engines/node/protocol.ts";
import type { EngineInfo } from "@timbre/engines/speech/engine-info.ts";
import type { TranscriptWord } from "@timbre/engines/transcription/transcript.ts";
import { trialSentence } from "@timbre/engines/voices/sentences.ts";
import { eventMessage } from "../../core/events/events.ts";
import type { ConversionRequest } from "../../core/json-columns/voice-changer.ts";
import { PermanentFailure } from "../../core/workflow-failure.ts";
import { addHistoryItem } from "../history/history.public.ts";
import { chunkFolder, decodeUpload, type Recording } from "../uploads/uploads.public.ts";
import { extendReservation, settleCredits } from "../usage/usage.public.ts";
import { getUsableVoice, type UsableVoice } from "../voices/voices.public.ts";
import { getMembershipStatus, getTier } from "../workspace/workspace.public.ts";
import { conversionCredits } from "./credits.ts";
import type { ConversionJobKey, ConversionServices } from "./types.ts";
import { convertedKey, readBytes, storeResult, toFloat, toPcm, toWav } from "./voice-changer.files.service.ts";
import {
	type ConversionRow,
	countChunk,
	findConversion,
	finishConversion,
	updateRecording,
	updateState,
} from "./voice-changer.repo.ts";

/** A decoded recording; `convertedRate` is the rate of the converted chunks. */
export type ConversionRecording = Pick<Recording, "sampleRate" | "seconds" | "chunks"> & { convertedRate: number };

const leaseSeconds = 3_600;
const speechRate = 24_000;
const wideRate = 48_000;
const rawRate = 16_000;
const transcriptionRate = 16_000;
const chunkSeconds = { minChunkSeconds: 20, maxChunkSeconds: 30 };
/** Enough to measure a voice. */
const measuredSeconds = 60;
const leadSeconds = 2;
const canceledCheckMs = 1_000;
const noSpeech = "No speech was found in this recording.";

type ActiveRow = ConversionRow & { request: ConversionRequest };

async function findActive({ db }: ConversionServices, { workspaceId, jobId }: ConversionJobKey) {
	const row = await findConversion(db, workspaceId, jobId);
	return row?.request && row.finished_at === null ? (row as ActiveRow) : undefined;
}

/** The voice, if the user who started the conversion may still use it. */
async function requireVoice({ db }: ConversionServices, row: ActiveRow): Promise<UsableVoice> {
	const { workspace_id: workspaceId, user_id: userId, voice_id: voiceId } = row;
	const status = await getMembershipStatus(db, workspaceId, userId);
	if (!status) throw new PermanentFailure("You are no longer a member of this workspace.");
	if (status.suspended !== undefined) throw new PermanentFailure("This workspace is suspended.");
	return getUsableVoice(db, workspaceId, voiceId, { workspaceId, userId, role: status.role });
}

export async function decodeRecording(
	services: ConversionServices,
	job: ConversionJobKey,
	signal: AbortSignal,
): Promise<ConversionRecording | null> {
	const { workspaceId, jobId } = job;
	const row = await findActive(services, job);
	if (!row) return null;
	const { way, rawPcm, denoise } = row.request;
	const voice = await requireVoice(services, row);
	await updateState(services.db, workspaceId, jobId, "running");
	const { sampleRate, seconds, chunks } = await decodeUpload(services, workspaceId, row.upload_id, {
		jobId,
		rawPcm,
		// Speech is synthesized at 24 kHz. Noise removal needs 16 or 48.
		sampleRate: rawPcm ? rawRate : way === "revoice" && !denoise ? speechRate : wideRate,
		channels: 1,
		maxSeconds: maxConversionSeconds,
		...chunkSeconds,
		signal,
	});
	const convertedRate = way === "revoice" ? speechRate : sampleRate;
	await updateRecording(services.db, workspaceId, jobId, {
		seconds,
		credits: conversionCredits(seconds, voice.rate),
		chunks: chunks.length,
		sampleRate: convertedRate,
	});
	return { sampleRate, seconds, chunks, convertedRate };
}

/** Reserves the credits and announces the start. False if the conversion has ended. */
export async function reserve(services: ConversionServices, job: ConversionJobKey): Promise<boolean> {
	const { workspaceId, jobId } = job;
	const row = await findActive(services, job);
	if (!row) return false;
	// Reserved by an interrupted attempt.
	if (await extendReservation(services.db, workspaceId, jobId, leaseSeconds)) return true;
	const voice = await requireVoice(services, row);
	const { user_id: userId } = row;
	await services.reserveCredits(workspaceId, {
		generationId: jobId,
		amount: row.credits ?? 0,
		tier: await getTier(services.db, workspaceId),
		holder: `conversion:${jobId}`,
		leaseSeconds,
		facts: {
			userId,
			...(row.api_key_id === null ? {} : { apiKeyId: row.api_key_id }),
			via: row.via === "session" ? "session" : "api-key",
			voiceId: voice.id,
			voiceName: voice.name,
			modelId: row.model_id,
			source: "STS",
		},
		announce: eventMessage({
			name: "speech_generation_started",
			workspaceId,
			userId,
			data: { task: "speech-to-speech", generationId: jobId },
		}),
	});
	return true;
}

/** How far the recording has to move to be in the range of the voice. Null if the words are spoken again. */
export async function measureVoices(
	services: ConversionServices,
	job: ConversionJobKey,
	recording: ConversionRecording,
	signal: AbortSignal,
): Promise<Reshaping | null> {
	const row = await findActive(services, job);
	if (row?.request.way !== "reshape") return null;
	const voice = await requireVoice(services, row);
	const parts: Uint8Array[] = [];
	for (const { key, start } of recording.chunks) {
		if (start >= measuredSeconds) break;
		parts.push(await readBytes(services.storage, key));
	}
	const { traits: source } = await services.speech.measure(toWav(Buffer.concat(parts), recording.sampleRate), signal);
	const { traits: target } = await services.speech.audition(
		{
			engine: voice.engine,
			speaker: voice.speaker,
			language: voice.language,
			text: trialSentence,
			format: "pcm_24000",
			priority: "background",
		},
		signal,
	);
	return reshapingFor(source, target);
}

type ChunkResult = { state: "converted"; text: string } | { state: "ended" };

export async function convertChunk(
	services: ConversionServices,
	job: ConversionJobKey,
	recording: ConversionRecording,
	index: number,
	reshaping: Reshaping | null,
): Promise<ChunkResult> {
	const { db, storage } = services;
	const { workspaceId, jobId } = job;
	const row = await findActive(services, job);
	const chunk = recording.chunks[index];
	if (!row || !chunk) return { state: "ended" };
	if (!(await extendReservation(db, workspaceId, jobId, leaseSeconds)))
		throw new PermanentFailure("This conversion was interrupted for too long. It cost nothing; start it again.");
	const voice = await requireVoice(services, row);
	await updateState(db, workspaceId, jobId, "running");
	const canceling = new AbortController();
	const timer = setInterval(() => {
		findActive(services, job).then(
			(active) => active || canceling.abort(),
			() => {},
		);
	}, canceledCheckMs);
	const watch = services.voiceWatcher.watch([voice]);
	const signal = AbortSignal.any([canceling.signal, watch.signal]);
	try {
		const pcm = row.request.denoise
			? await removeNoise(services, recording, index, signal)
			: await readBytes(storage, chunk.key);
		const result = await convertPcm(services, row, voice, { pcm, sampleRate: recording.sampleRate, reshaping }, signal);
		await storage.put(convertedKey(workspaceId, jobId, index), result.pcm, "application/octet-stream", {
			replaceable: true,
		});
		await countChunk(db, workspaceId, jobId);
		return { state: "converted", text: result.text };
	} catch (error) {
		if (canceling.signal.aborted) return { state: "ended" };
		if (watch.signal.aborted) throw watch.signal.reason;
		throw error;
	} finally {
		clearInterval(timer);
		watch.end();
	}
}

async function convertPcm(
	services: ConversionServices,
	row: ActiveRow,
	voice: UsableVoice,
	{ pcm, sampleRate, reshaping }: { pcm: Uint8Array; sampleRate: number; reshaping: Reshaping | null },
	signal: AbortSignal,
): Promise<{ text: string; pcm: Uint8Array }> {
	const { speech } = services;
	if (row.request.way === "revoice") return revoice(services, row, voice, pcm, sampleRate, signal);
	const { engine, speaker, language } = voice;
	const converted = reshaping
		? await speech.reshape({ sampleRate, ...reshaping }, pcm, signal)
		: await speech.convert({ sampleRate, voice: { engine, speaker, language } }, pcm, signal);
	return { text: "", pcm: converted.pcm };
}

/** The end of the chunk before it comes along: the engine needs a moment to get used to a noise. */
async function removeNoise(
	{ speech, storage }: ConversionServices,
	{ chunks, sampleRate }: ConversionRecording,
	index: number,
	signal: AbortSignal,
): Promise<Uint8Array> {
	const own = await readBytes(storage, chunks[index]?.key ?? "");
	const previous = chunks[index - 1];
	const lead = previous
		? (await readBytes(storage, previous.key)).subarray(-2 * leadSeconds * sampleRate)
		: Buffer.alloc(0);
	const { pcm } = await speech.isolate(
		{ sampleRate: sampleRate === rawRate ? rawRate : wideRate, channels: 1, before: lead.length / 2, after: 0 },
		Buffer.concat([lead, own]),
		signal,
	);
	return pcm;
}

async function revoice(
	services: ConversionServices,
	{ request }: ActiveRow,
	voice: UsableVoice,
	pcm: Uint8Array,
	sampleRate: number,
	signal: AbortSignal,
): Promise<{ text: string; pcm: Uint8Array }> {
	const { speech, moderate } = services;
	const samples = toFloat(Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength));
	const transcript = await speech.transcribe(
		toPcm(resample(samples, sampleRate, transcriptionRate)),
		{
			model: request.language === "en" ? "moonshine" : "whisper-small",
			...(request.language === undefined ? {} : { language: request.language }),
		},
		signal,
	);
	const words = transcript.segments.flatMap((segment) => segment.words);
	const text = transcript.segments
		.map((segment) => segment.text.trim())
		.join(" ")
		.trim();
	const engine = await services.getEngineInfo(voice.engine);
	if (words.length > 0) requireLanguage(voice, engine, transcript.language);
	requireAllowed(moderate, voice, text);
	const converted = await speech.revoice(
		{
			sampleRate,
			words: words.map(({ text: word, start, end }: TranscriptWord) => ({ text: word, start, end })),
			voice: speechVoice(voice, engine, request, transcript.language),
			...(request.seed === undefined ? {} : { seed: request.seed }),
		},
		pcm,
		signal,
	);
	return { text, pcm: converted.pcm };
}

function speechVoice(
	voice: UsableVoice,
	{ capabilities }: EngineInfo,
	{ settings }: ConversionRequest,
	language: string,
): SpeechVoice {
	const { stability, style } = settings ?? {};
	return {
		engine: voice.engine,
		speaker: voice.speaker,
		language: isSameLanguage(voice.language, language) ? voice.language : language,
		...(capabilities.stability && typeof stability === "number" ? { stability } : {}),
		...(capabilities.style && typeof style === "number" ? { style } : {}),
		normalisation: "auto",
	};
}

function requireLanguage(voice: UsableVoice, engine: EngineInfo, language: string): void {
	const spoken = [voice.language, ...(engine.tier === "basic" ? [] : engine.languages)];
	if (spoken.some((tag) => isSameLanguage(tag, language))) return;
	throw new AppError(
		"unsupported_language",
		`The recording is in ${languageName(language)}, which ${voice.name} doesn't speak. Choose a voice that does, or use Reshape, which works in every language.`,
		{ param: "voice_id" },
	);
}

const maxQuotedCharacters = 80;

/** The owner of the voice requires that its texts are checked. */
function requireAllowed(moderate: ConversionServices["moderate"], voice: UsableVoice, text: string): void {
	const found = voice.moderated ? moderate(text) : undefined;
	if (!found) return;
	const words = text.slice(found.start, found.end).slice(0, maxQuotedCharacters);
	throw new AppError(
		"text_not_allowed",
		`Live moderation for ${voice.name} blocked what is said in the recording: “${words}”. Choose another voice.`,
	);
}

/** Stores the result and charges for it, in one transaction. */
export async function finish(
	services: ConversionServices,
	job: ConversionJobKey,
	recording: ConversionRecording & { text: string },
	signal: AbortSignal,
): Promise<void> {
	const { db, storage } = services;
	const { workspaceId, jobId } = job;
	const row = await findActive(services, job);
	if (!row) return;
	const { request } = row;
	if (request.way === "revoice" && recording.text === "") throw new PermanentFailure(noSpeech);
	const voice = await requireVoice(services, row);
	const file = `${jobId}.${fileExtension(request.format)}`;
	const key = request.storeHistory ? `history/${workspaceId}/${file}` : `${chunkFolder(workspaceId, jobId)}/${file}`;
	const chunks = recording.chunks.map((_, index) => convertedKey(workspaceId, jobId, index));
	const stored = await storeResult(
		storage,
		chunks,
		{ key, format: request.format, sampleRate: recording.convertedRate },
		signal,
	);
	const done = await db.transaction().execute(async (tx) => {
		const end = { state: "done", resultKey: key, historyItemId: request.storeHistory ? jobId : null } as const;
		if (!(await finishConversion(tx, workspaceId, jobId, end))) return false;
		const settlement = await settleCredits(tx, workspaceId, jobId, row.credits ?? 0, {
			// Priced by the second: its words count as no characters of text to speech.
			characters: 0,
			seconds: recording.seconds,
		});
		if (!settlement)
			throw new PermanentFailure("This conversion was interrupted for too long. It cost nothing; start it again.");
		if (request.storeHistory)
			await addHistoryItem(tx, workspaceId, {
				id: jobId,
				userId: row.user_id,
				requestId: jobId,
				source: "STS",
				voiceId: voice.id,
				voiceName: voice.name,
				voiceCategory: voice.category,
				modelId: row.model_id,
				text: recording.text || row.file_name,
				settings: request.settings ?? {},
				outputFormat: request.format,
				contentType: contentType(request.format),
				audioKey: key,
				audioBytes: stored.bytes,
				durationSeconds: stored.seconds,
				peaks: stored.peaks,
				charactersFrom: settlement.from,
				charactersTo: settlement.to,
			});
		return true;
	});
	// Canceled meanwhile. If another attempt was faster, the file is its result.
	if (!done && (await findConversion(db, workspaceId, jobId))?.state !== "done") await storage.delete(key);
	await services.recordVoiceUse(workspaceId, [voice]);
}
