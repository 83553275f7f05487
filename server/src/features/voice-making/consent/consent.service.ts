// Consent of a speaker, given by reading a sentence aloud. Its words are compared with the sentence, its voice with the
// recordings.
// Invariant: a sentence is valid for one reading and ten minutes; every reading is recorded; a few failures block
// further attempts for a day; consent can be revoked at any time, and the voice is then unusable until consent is given
// again.
import type { InputOf, ResponseOf, UploadedFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { ConsentScope, VoiceConsent } from "@timbre/contract/voice-making/cloning.ts";
import type { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import { type ConsentLanguage, defaultConsentLanguage } from "@timbre/contract/voice-making/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { recordingType } from "@timbre/engines/media/upload/kind.ts";
import { promptTranscriptKey } from "@timbre/engines/speech/prompt.ts";
import { cosine } from "@timbre/engines/voices/measure/speaker.ts";
import { publishEvent } from "../../../core/events/events.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { unix } from "../../../core/time.ts";
import { findLatestConsent, updateVoice, voiceFolder } from "../../voices/voices.public.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { type CloningDeps, requireEditable } from "../cloning/cloning.service.ts";
import { listSamples, type VoiceRow } from "../samples/samples.repo.ts";
import { speakerVector, withAnalysisErrors } from "../samples/samples.service.ts";
import { isTraining, requestManualVerification } from "../training/training.repo.ts";
import { queueTraining } from "../training/training.service.ts";
import {
	type ChallengePurpose,
	type ChallengeRow,
	claimChallenge,
	clearCaptcha,
	closeChallenges,
	countFailures,
	findChallenge,
	findLastLanguage,
	insertAttempt,
	insertChallenge,
	insertConsent,
	type Reader,
	type ReadingRequest,
	releaseChallenge,
	revokeConsents,
} from "./consent.repo.ts";
import { verifyReading } from "./reading.ts";
import { createSentence } from "./sentences.ts";

type Endpoints = typeof voiceMakingEndpoints;

const sentenceSeconds = 600;
/** A sentence with less time left is not returned again. */
const minSecondsLeft = 300;
const maxFailures = 5;
const failureWindowSeconds = 86_400;

export async function getConsent(
	db: Database,
	caller: ResourceCaller,
	voiceId: string,
	language?: ConsentLanguage,
): Promise<VoiceConsent> {
	const voice = await requireEditable(db, caller, voiceId);
	const { workspaceId, userId } = caller;
	const consent = await findLatestConsent(db, workspaceId, voiceId);
	const holds = consent?.holds === true && voice.revoked_at === null && voice.verified_at !== null;
	const attempts = await getAttempts(db, workspaceId, voiceId);
	const ready = !holds && attempts.attempts_left > 0 && (await listSamples(db, workspaceId, voiceId)).length > 0;
	const challenge = ready
		? await getOrCreateChallenge(db, workspaceId, { voiceId, reader: { userId }, purpose: "consent" }, language)
		: undefined;
	const revokedAt = voice.revoked_at ?? (holds ? null : consent?.revoked_at);
	return {
		voice_id: voiceId,
		required: voice.requires_verification,
		given:
			holds && consent
				? {
						scope: consent.scope as ConsentScope[],
						given_at_unix: unix(consent.given_at),
						expires_at_unix: consent.expires_at && unix(consent.expires_at),
						sentence: consent.sentence,
						language: consent.language as ConsentLanguage,
						similarity: consent.similarity,
					}
				: null,
		revoked_at_unix: revokedAt ? unix(revokedAt) : null,
		challenge: challenge ? presentChallenge(challenge) : null,
		...attempts,
	};
}

export const presentChallenge = ({ sentence, language, expires_at }: ChallengeRow) => ({
	sentence,
	language,
	expires_at_unix: unix(expires_at),
});

export async function getAttempts(db: Db, workspaceId: string, voiceId: string) {
	const { failures, resetAt } = await countFailures(db, workspaceId, voiceId, failureWindowSeconds);
	return {
		attempts_left: Math.max(0, maxFailures - failures),
		attempts_reset_at_unix: resetAt && unix(resetAt),
	};
}

/**
 * The current sentence if there is enough time left to read it and its language is the wanted one, otherwise a new one.
 * A reading is compared with the latest sentence, so a change of language replaces the one before.
 */
export async function getOrCreateChallenge(
	db: Database,
	workspaceId: string,
	reader: ReadingRequest,
	wanted: ConsentLanguage | undefined,
	defaultLanguage: ConsentLanguage = defaultConsentLanguage,
): Promise<ChallengeRow> {
	const open = await findChallenge(db, workspaceId, reader, minSecondsLeft);
	if (open && (wanted === undefined || open.language === wanted)) return open;
	const language = wanted ?? (await findLastLanguage(db, workspaceId, reader)) ?? defaultLanguage;
	const fresh = { id: newId(), sentence: createSentence(language), language, seconds: sentenceSeconds };
	return db.transaction().execute(async (tx) => {
		await closeChallenges(tx, workspaceId, reader);
		return insertChallenge(tx, workspaceId, reader, fresh);
	});
}

export async function giveConsent(
	deps: CloningDeps,
	context: Context,
	voiceId: string,
	body: InputOf<Endpoints["giveConsent"]>["body"],
): Promise<ResponseOf<Endpoints["giveConsent"]>> {
	const voice = await requireEditable(deps.db, context, voiceId);
	const { recording, scope, expires_in_days } = body;
	const speaker = speakerOf(context);
	const result = await verifyRecording(deps, speaker, voice, { purpose: "consent", recording }, (tx, reading) =>
		grantConsent(tx, deps, speaker, voice, reading, { scope, expiresInDays: expires_in_days ?? null }),
	);
	return { ...result, consent: await getConsent(deps.db, context, voiceId) };
}

export async function getCaptcha(
	db: Database,
	caller: ResourceCaller,
	voiceId: string,
	language?: ConsentLanguage,
): Promise<ResponseOf<Endpoints["getCaptcha"]>> {
	const voice = await requireEditable(db, caller, voiceId);
	const { workspaceId, userId } = caller;
	requireReadable(voice, "captcha");
	const attempts = await getAttempts(db, workspaceId, voiceId);
	requireAttempts(attempts.attempts_left);
	const challenge = await getOrCreateChallenge(
		db,
		workspaceId,
		{ voiceId, reader: { userId }, purpose: "captcha" },
		language,
	);
	return { voice_id: voiceId, ...presentChallenge(challenge), ...attempts };
}

/**
 * Verifies a voice. For a voice from recordings, the sentence also states consent, so it covers use in the workspace.
 */
export async function solveCaptcha(
	deps: CloningDeps,
	context: Context,
	voiceId: string,
	recording: UploadedFile,
): Promise<ResponseOf<Endpoints["solveCaptcha"]>> {
	const voice = await requireEditable(deps.db, context, voiceId);
	const speaker = speakerOf(context);
	return verifyRecording(deps, speaker, voice, { purpose: "captcha", recording }, async (tx, reading) => {
		const { workspaceId } = context;
		const consent = await findLatestConsent(tx, workspaceId, voiceId);
		if (reading.similarity !== null && !consent?.holds)
			await grantConsent(tx, deps, speaker, voice, reading, { scope: ["workspace"], expiresInDays: null });
		else await updateVoice(tx, workspaceId, voiceId, { verifiedAt: new Date() });
		await clearCaptcha(tx, workspaceId, voiceId);
	});
}

/** Who reads a sentence, and in which workspace the voice is. */
export type Speaker = {
	workspaceId: string;
	reader: Reader;
	/** Whose failed readings are counted: the reader's, or those of whoever sent the link. */
	accountableUserId: string | null;
	signal: AbortSignal;
};

const speakerOf = ({ workspaceId, userId, signal }: Context): Speaker => ({
	workspaceId,
	reader: { userId },
	accountableUserId: userId,
	signal,
});

type Reading = {
	sentence: string;
	language: ConsentLanguage;
	transcript: string;
	wordErrorRate: number;
	/** Similarity to the recordings; null if there are none. */
	similarity: number | null;
	recording: UploadedFile;
};

function requireReadable(voice: VoiceRow, purpose: ChallengePurpose): void {
	if (voice.safety_control === "BAN")
		throw new AppError("conflict", "This voice is blocked. Verification does not unblock it.");
	if (voice.revoked_at !== null && purpose === "captcha")
		throw new AppError("conflict", "Consent for this voice was revoked. Give consent again first.");
}

function requireAttempts(left: number): void {
	if (left > 0) return;
	throw new AppError("verification_attempts_exceeded", `Verification failed ${maxFailures} times. Try again in a day.`);
}

export async function verifyRecording(
	deps: CloningDeps,
	speaker: Speaker,
	voice: VoiceRow,
	{ purpose, recording }: { purpose: ChallengePurpose; recording: UploadedFile },
	accept: (tx: Db, reading: Reading) => Promise<void>,
): Promise<{ status: "ok"; heard: string; word_error_rate: number; similarity: number | null }> {
	const { db } = deps;
	const { workspaceId, reader, accountableUserId: userId } = speaker;
	requireReadable(voice, purpose);
	const samples = await listSamples(db, workspaceId, voice.id);
	if (purpose === "consent" && samples.length === 0)
		throw new AppError("conflict", "This voice has no recordings to compare your reading with.");
	requireAttempts((await getAttempts(db, workspaceId, voice.id)).attempts_left);
	const challenge = await claimChallenge(db, workspaceId, { voiceId: voice.id, reader, purpose });
	if (!challenge)
		throw new AppError("conflict", "There is no valid sentence. Request a new one and read it within ten minutes.");
	const { sentence, language } = challenge;
	const { transcript, similarity } = await transcribe(
		deps,
		speaker,
		challenge,
		recording,
		samples.length === 0 ? null : speakerVector(samples),
	);
	const { wordErrorRate, rejection } = verifyReading({ text: sentence, language }, transcript, similarity);
	await db.transaction().execute(async (tx) => {
		const attempt = { sentence, transcript, wordErrorRate, similarity };
		const ids = { id: newId(), voiceId: voice.id, reader };
		await insertAttempt(tx, workspaceId, { ...ids, ...attempt, accepted: !rejection, reason: rejection ?? null });
		if (!rejection) await accept(tx, { ...attempt, language, recording });
		else if (userId !== null)
			await publishEvent(tx, { name: "voice_reading_failed", workspaceId, userId, data: { voiceId: voice.id } });
	});
	if (rejection) throw new AppError("verification_failed", rejection, { param: "recording" });
	return { status: "ok", heard: transcript, word_error_rate: wordErrorRate, similarity };
}

/** Transcribes a reading and compares its voice with the recordings. An unusable file does not use up the sentence. */
async function transcribe(
	{ db, speech }: CloningDeps,
	{ workspaceId, signal }: Speaker,
	challenge: ChallengeRow,
	recording: UploadedFile,
	known: readonly number[] | null,
): Promise<{ transcript: string; similarity: number | null }> {
	try {
		const { sentence, language } = challenge;
		const request = () => speech.samples.transcribe(recording.bytes, { sentence, language }, signal);
		const { transcript, vector } = await withAnalysisErrors(
			recording.fileName || "The recording",
			request,
			"recording",
		);
		return { transcript, similarity: known && cosine(vector, known) };
	} catch (error) {
		await releaseChallenge(db, workspaceId, challenge.id);
		throw error;
	}
}

export async function grantConsent(
	tx: Db,
	{ storage, canClone, blending }: CloningDeps,
	{ workspaceId, reader }: Speaker,
	voice: VoiceRow,
	reading: Reading,
	terms: { scope: readonly ConsentScope[]; expiresInDays: number | null },
): Promise<void> {
	const id = newId();
	const { recording, sentence, language, transcript, wordErrorRate, similarity } = reading;
	const voiceId = voice.id;
	const recordingKey = `${voiceFolder(workspaceId, voiceId)}consent/${id}`;
	await storage.put(recordingKey, recording.bytes, recordingType(recording.bytes));
	// The recording and its transcript are all a cloning engine needs.
	await storage.put(promptTranscriptKey(recordingKey), Buffer.from(sentence), "text/plain");
	await insertConsent(tx, workspaceId, {
		id,
		voiceId,
		reader,
		sentence,
		language,
		recordingKey,
		transcript,
		wordErrorRate,
		similarity: similarity ?? 0,
		...terms,
	});
	await updateVoice(tx, workspaceId, voiceId, { verifiedAt: new Date(), revokedAt: null });
	if (canClone && !(await isTraining(tx, workspaceId, voiceId)) && voice.category !== "professional")
		await queueTraining(tx, workspaceId, { voiceId, kind: "instant", modelId: blending.modelId });
}

/** Denies new generations with the voice and ends running ones. */
export async function revokeConsent(db: Database, caller: ResourceCaller, voiceId: string): Promise<VoiceConsent> {
	const voice = await requireEditable(db, caller, voiceId);
	await db.transaction().execute((tx) => revokeConsentFor(tx, caller.workspaceId, voice, caller.userId));
	return getConsent(db, caller, voiceId);
}

/** `userId` is null for a speaker without an account. */
export async function revokeConsentFor(
	tx: Db,
	workspaceId: string,
	voice: VoiceRow,
	userId: string | null,
): Promise<void> {
	const revoked = await revokeConsents(tx, workspaceId, voice.id, userId);
	if (!revoked || voice.revoked_at !== null)
		throw new AppError("conflict", "There is no consent to revoke. It was never given or is already revoked.");
	await updateVoice(tx, workspaceId, voice.id, { revokedAt: new Date(), verifiedAt: null });
}

/** Requests manual verification. The files are stored with the voice. */
export async function requestVerification(
	deps: CloningDeps,
	caller: ResourceCaller,
	voiceId: string,
	{ files, extra_text }: InputOf<Endpoints["requestVerification"]>["body"],
): Promise<ResponseOf<Endpoints["requestVerification"]>> {
	const { db, storage } = deps;
	const { workspaceId } = caller;
	const voice = await requireEditable(db, caller, voiceId);
	if (voice.verified_at !== null) throw new AppError("conflict", "This voice is already verified.");
	if (!(await requestManualVerification(db, workspaceId, voiceId, extra_text ?? "")))
		throw new AppError("conflict", "Manual verification was already requested for this voice.");
	for (const { bytes } of files)
		await storage.put(`${voiceFolder(workspaceId, voiceId)}verification/${newId()}`, bytes, recordingType(bytes));
	return { status: "ok" };
}
