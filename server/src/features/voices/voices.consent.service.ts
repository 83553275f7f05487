// Whose voice it is, and what for. A sentence is read aloud: its words are compared with what was asked, its sound with the recordings.
// Always: a sentence serves one reading and ten minutes; each reading is written down; a few that fail end it for a day; and what was
// allowed can be taken back at any time, after which nothing is spoken with the voice until it is allowed anew.
import type { InputOf, ResponseOf, UploadedFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { ConsentScope, VoiceConsent } from "@timbre/contract/voices.cloning.ts";
import type { voicesEndpoints } from "@timbre/contract/voices.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { recordingType } from "@timbre/engines/media/upload-kind.ts";
import { promptWordsKey } from "@timbre/engines/speech/prompt.ts";
import { cosine } from "@timbre/engines/voices/speaker.ts";
import type { Context } from "../../core/context.ts";
import { publishEvent } from "../../core/events.ts";
import { newId } from "../../core/ids.ts";
import type { Sharer } from "../workspace/workspace.sharing.public.ts";
import { listSamples, type MadeVoiceRow } from "./voices.cloning.repo.ts";
import { type CloningDeps, requireMade } from "./voices.cloning.service.ts";
import {
	type ChallengePurpose,
	type ChallengeRow,
	clearCaptcha,
	countFailures,
	findChallenge,
	findLastConsent,
	giveChallengeBack,
	insertAttempt,
	insertChallenge,
	insertConsent,
	type Reader,
	revokeConsents,
	takeChallenge,
} from "./voices.consent.repo.ts";
import { updateVoice } from "./voices.own.repo.ts";
import { voiceFolder } from "./voices.own.service.ts";
import { judgeReading, newSentence, sentenceLanguage } from "./voices.reading.service.ts";
import { hear, voiceVector } from "./voices.samples.service.ts";
import { askForPerson, isMaking } from "./voices.training.repo.ts";
import { queueMaking } from "./voices.training.service.ts";

type Endpoints = typeof voicesEndpoints;

const sentenceSeconds = 600;
/** A sentence with less time left is not handed out again. */
const leastSecondsLeft = 300;
const mostFailures = 5;
const failuresKeptSeconds = 86_400;

export async function readConsent(db: Database, caller: Sharer, voiceId: string): Promise<VoiceConsent> {
	const voice = await requireMade(db, caller, voiceId);
	const { workspaceId, userId } = caller;
	const consent = await findLastConsent(db, workspaceId, voiceId);
	const holds = consent?.holds === true && voice.revoked_at === null && voice.verified_at !== null;
	const attempts = await attemptsOf(db, workspaceId, voiceId);
	const ready = !holds && attempts.attempts_left > 0 && (await listSamples(db, workspaceId, voiceId)).length > 0;
	const challenge = ready ? await challengeFor(db, workspaceId, { voiceId, userId, purpose: "consent" }) : undefined;
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
						similarity: consent.similarity,
					}
				: null,
		revoked_at_unix: revokedAt ? unix(revokedAt) : null,
		challenge: challenge ? presentChallenge(challenge) : null,
		...attempts,
	};
}

const unix = (time: Date) => Math.floor(time.getTime() / 1000);
const presentChallenge = ({ sentence, expires_at }: ChallengeRow) => ({
	sentence,
	language: sentenceLanguage,
	expires_at_unix: unix(expires_at),
});

async function attemptsOf(db: Db, workspaceId: string, voiceId: string) {
	const { failures, resetAt } = await countFailures(db, workspaceId, voiceId, failuresKeptSeconds);
	return {
		attempts_left: Math.max(0, mostFailures - failures),
		attempts_reset_at_unix: resetAt && unix(resetAt),
	};
}

/** The one that was handed out, while there is time to read it; else another. */
async function challengeFor(db: Database, workspaceId: string, reader: Reader): Promise<ChallengeRow> {
	const open = await findChallenge(db, workspaceId, reader, leastSecondsLeft);
	const fresh = { id: newId(), sentence: newSentence(), seconds: sentenceSeconds };
	return open ?? insertChallenge(db, workspaceId, reader, fresh);
}

export async function giveConsent(
	deps: CloningDeps,
	context: Context,
	voiceId: string,
	body: InputOf<Endpoints["giveConsent"]>["body"],
): Promise<ResponseOf<Endpoints["giveConsent"]>> {
	const voice = await requireMade(deps.db, context, voiceId);
	const { recording, scope, expires_in_days } = body;
	const result = await readAloud(deps, context, voice, { purpose: "consent", recording }, (tx, reading) =>
		allow(tx, deps, context, voice, reading, { scope, expiresInDays: expires_in_days ?? null }),
	);
	return { ...result, consent: await readConsent(deps.db, context, voiceId) };
}

export async function readCaptcha(
	db: Database,
	caller: Sharer,
	voiceId: string,
): Promise<ResponseOf<Endpoints["getCaptcha"]>> {
	const voice = await requireMade(db, caller, voiceId);
	const { workspaceId, userId } = caller;
	requireReadable(voice, "captcha");
	const attempts = await attemptsOf(db, workspaceId, voiceId);
	requireAttempts(attempts.attempts_left);
	const challenge = await challengeFor(db, workspaceId, { voiceId, userId, purpose: "captcha" });
	return { voice_id: voiceId, ...presentChallenge(challenge), ...attempts };
}

/** Verifies a voice. Of one made from recordings the sentence says that its speaker agrees, so it allows the use in the workspace too. */
export async function solveCaptcha(
	deps: CloningDeps,
	context: Context,
	voiceId: string,
	recording: UploadedFile,
): Promise<ResponseOf<Endpoints["solveCaptcha"]>> {
	const voice = await requireMade(deps.db, context, voiceId);
	return readAloud(deps, context, voice, { purpose: "captcha", recording }, async (tx, reading) => {
		const { workspaceId } = context;
		const consent = await findLastConsent(tx, workspaceId, voiceId);
		if (reading.similarity !== null && !consent?.holds)
			await allow(tx, deps, context, voice, reading, { scope: ["workspace"], expiresInDays: null });
		else await updateVoice(tx, workspaceId, voiceId, { verifiedAt: new Date() });
		await clearCaptcha(tx, workspaceId, voiceId);
	});
}

type Reading = {
	sentence: string;
	heard: string;
	wordErrorRate: number;
	/** With the recordings; null where there are none. */
	similarity: number | null;
	recording: UploadedFile;
};

function requireReadable(voice: MadeVoiceRow, purpose: ChallengePurpose): void {
	if (voice.safety_control === "BAN")
		throw new AppError("conflict", "This voice is blocked. Reading a sentence does not change that.");
	if (voice.revoked_at !== null && purpose === "captcha")
		throw new AppError("conflict", "The permission to use this voice was taken back. It has to be given anew first.");
}

function requireAttempts(left: number): void {
	if (left > 0) return;
	throw new AppError(
		"verification_attempts_exceeded",
		`The sentence was not recognised ${mostFailures} times. Try again in a day.`,
	);
}

async function readAloud(
	deps: CloningDeps,
	context: Context,
	voice: MadeVoiceRow,
	{ purpose, recording }: { purpose: ChallengePurpose; recording: UploadedFile },
	accept: (tx: Db, reading: Reading) => Promise<void>,
): Promise<{ status: "ok"; heard: string; word_error_rate: number; similarity: number | null }> {
	const { db } = deps;
	const { workspaceId, userId } = context;
	requireReadable(voice, purpose);
	const samples = await listSamples(db, workspaceId, voice.id);
	if (purpose === "consent" && samples.length === 0)
		throw new AppError("conflict", "This voice has no recordings to compare a reading with.");
	requireAttempts((await attemptsOf(db, workspaceId, voice.id)).attempts_left);
	const challenge = await takeChallenge(db, workspaceId, { voiceId: voice.id, userId, purpose });
	if (!challenge)
		throw new AppError("conflict", "There is no open sentence: ask for one, and read it within ten minutes.");
	const { sentence } = challenge;
	const { heard, similarity } = await listened(
		deps,
		context,
		challenge,
		recording,
		samples.length === 0 ? null : voiceVector(samples),
	);
	const { wordErrorRate, refusal } = judgeReading(sentence, heard, similarity);
	await db.transaction().execute(async (tx) => {
		const tried = { sentence, heard, wordErrorRate, similarity };
		const who = { id: newId(), voiceId: voice.id, userId };
		await insertAttempt(tx, workspaceId, { ...who, ...tried, accepted: !refusal, reason: refusal ?? null });
		if (!refusal) await accept(tx, { ...tried, recording });
		else await publishEvent(tx, { name: "voice_reading_failed", workspaceId, userId, data: { voiceId: voice.id } });
	});
	if (refusal) throw new AppError("verification_failed", refusal, { param: "recording" });
	return { status: "ok", heard, word_error_rate: wordErrorRate, similarity };
}

/** What was said, and how near the voice is to the recordings. A file that cannot be heard does not use up the sentence. */
async function listened(
	{ db, speech }: CloningDeps,
	{ workspaceId, signal }: Context,
	challenge: ChallengeRow,
	recording: UploadedFile,
	known: readonly number[] | null,
): Promise<{ heard: string; similarity: number | null }> {
	try {
		const listen = () => speech.samples.reading(recording.bytes, challenge.sentence, signal);
		const { heard, vector } = await hear(recording.fileName || "The recording", listen, "recording");
		return { heard, similarity: known && cosine(vector, known) };
	} catch (error) {
		await giveChallengeBack(db, workspaceId, challenge.id);
		throw error;
	}
}

async function allow(
	tx: Db,
	{ storage, copies, mixing }: CloningDeps,
	{ workspaceId, userId }: Context,
	voice: MadeVoiceRow,
	reading: Reading,
	terms: { scope: readonly ConsentScope[]; expiresInDays: number | null },
): Promise<void> {
	const id = newId();
	const { recording, sentence, heard, wordErrorRate, similarity } = reading;
	const voiceId = voice.id;
	const recordingKey = `${voiceFolder(workspaceId, voiceId)}consent/${id}`;
	await storage.put(recordingKey, recording.bytes, recordingType(recording.bytes));
	// With its words it is all that a copying engine needs.
	await storage.put(promptWordsKey(recordingKey), Buffer.from(sentence), "text/plain");
	await insertConsent(tx, workspaceId, {
		id,
		voiceId,
		userId,
		sentence,
		recordingKey,
		heard,
		wordErrorRate,
		similarity: similarity ?? 0,
		...terms,
	});
	await updateVoice(tx, workspaceId, voiceId, { verifiedAt: new Date(), revokedAt: null });
	if (copies && !(await isMaking(tx, workspaceId, voiceId)) && voice.category !== "professional")
		await queueMaking(tx, workspaceId, { voiceId, kind: "instant", modelId: mixing.modelId });
}

/** The next sound with the voice is refused, and what is being spoken ends: voices.revocation. */
export async function revokeConsent(db: Database, caller: Sharer, voiceId: string): Promise<VoiceConsent> {
	const voice = await requireMade(db, caller, voiceId);
	await db.transaction().execute(async (tx) => {
		const taken = await revokeConsents(tx, caller.workspaceId, voiceId, caller.userId);
		if (!taken || voice.revoked_at !== null)
			throw new AppError(
				"conflict",
				"There is no permission to take back: none was given, or it was taken back before.",
			);
		await updateVoice(tx, caller.workspaceId, voiceId, { revokedAt: new Date(), verifiedAt: null });
	});
	return readConsent(db, caller, voiceId);
}

/** Refuses what the speaker of a voice has not allowed. A voice that is nobody's needs no permission. */
export async function requireConsentFor(
	db: Db,
	workspaceId: string,
	voice: { id: string; requires_verification: boolean },
	scope: ConsentScope,
): Promise<void> {
	if (!voice.requires_verification) return;
	const consent = await findLastConsent(db, workspaceId, voice.id);
	if (consent?.holds && consent.scope.includes(scope)) return;
	const what = scope === "library" ? "published in the library" : "shared with others";
	throw new AppError("voice_not_verified", `The speaker of this voice has not allowed that it is ${what}.`);
}

/** For a person to look at: the files are kept beside the voice. */
export async function requestVerification(
	deps: CloningDeps,
	caller: Sharer,
	voiceId: string,
	{ files, extra_text }: InputOf<Endpoints["requestVerification"]>["body"],
): Promise<ResponseOf<Endpoints["requestVerification"]>> {
	const { db, storage } = deps;
	const { workspaceId } = caller;
	const voice = await requireMade(db, caller, voiceId);
	if (voice.verified_at !== null) throw new AppError("conflict", "This voice is verified already.");
	if (!(await askForPerson(db, workspaceId, voiceId, extra_text ?? "")))
		throw new AppError("conflict", "A person was asked to verify this voice already.");
	for (const { bytes } of files)
		await storage.put(`${voiceFolder(workspaceId, voiceId)}verification/${newId()}`, bytes, recordingType(bytes));
	return { status: "ok" };
}
