// Safety: who must show first that a voice is theirs, and whether a recording was made here. Nothing is guessed: a sound is recognised
// because its record is there, or the answer is that it cannot be told.
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { type Classification, minRecognisedSeconds, type safetyEndpoints } from "@timbre/contract/safety.ts";
import type { Database } from "@timbre/db/connect.ts";
import {
	createMatcher,
	type Fingerprint,
	heardSeconds,
	soughtKeys,
	unpackWords,
} from "@timbre/engines/media/fingerprint.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { SpeechBadRequestError, SpeechBusyError } from "@timbre/engines/node/errors.ts";
import type { Context } from "../../core/context.ts";
import { findByFile, findByKeys, insertDismissal } from "./safety.repo.ts";

export type SafetyDeps = { db: Database; speech: Pick<SpeechClient, "fingerprint"> };

type Part = Classification["parts"][number];

/** Kept sounds that are compared with a clip in full. */
const mostCompared = 20;

export async function dismissModerationWarning(db: Database, { userId }: Context): Promise<{ status: "ok" }> {
	await insertDismissal(db, userId);
	return { status: "ok" };
}

export async function classifyAudio(
	{ db, speech }: SafetyDeps,
	context: Context,
	{ file }: InputOf<typeof safetyEndpoints.classifyAudio>["body"],
): Promise<Classification> {
	const clip = await listen(speech, context, file.bytes);
	const about = { duration_secs: seconds(clip.seconds), heard_secs: seconds(heardSeconds(clip)) };
	const same = await findByFile(db, createHash("sha256").update(file.bytes).digest());
	if (same.length > 0) {
		const known = same.find((row) => row.workspace_id === context.workspaceId) ?? same[0];
		const whole = { start: 0, end: about.duration_secs };
		const parts = known ? [presentPart(context, known, whole)] : [];
		return { result: "made_here", recognised_by: "file", ...about, parts };
	}
	const parts = about.heard_secs < minRecognisedSeconds ? [] : await recognise(db, context, clip);
	return parts.length > 0
		? { result: "made_here", recognised_by: "sound", ...about, parts }
		: { result: "cannot_tell", recognised_by: null, ...about, parts };
}

async function listen(speech: SafetyDeps["speech"], { signal }: Context, bytes: Uint8Array): Promise<Fingerprint> {
	try {
		return await speech.fingerprint(bytes, signal);
	} catch (error) {
		if (error instanceof SpeechBadRequestError)
			throw new AppError("invalid_audio", `This recording cannot be used: ${error.message}.`, {
				param: "file",
				cause: error,
			});
		if (error instanceof SpeechBusyError)
			throw new AppError("system_busy", "Many recordings are being listened to at the moment. Try again soon.", {
				retryAfterSeconds: error.retryAfterSeconds,
			});
		throw error;
	}
}

/** Each part once: of several items with the same sound the caller's own is told, else the oldest. */
async function recognise(db: Database, context: Context, clip: Fingerprint): Promise<Part[]> {
	const candidates = await findByKeys(db, soughtKeys(clip), mostCompared);
	const heardIn = createMatcher(clip);
	const own = (row: { workspace_id: string }) => (row.workspace_id === context.workspaceId ? 0 : 1);
	const parts: Part[] = [];
	for (const row of candidates.toSorted((a, b) => own(a) - own(b) || a.made_at.getTime() - b.made_at.getTime())) {
		for (const heard of heardIn(unpackWords(row.words))) {
			if (parts.some((part) => overlap(part, heard) > 0.5 * (heard.end - heard.start))) continue;
			const end = Math.min(heard.end, clip.seconds);
			parts.push(presentPart(context, row, { start: seconds(heard.start), end: seconds(end) }));
		}
		await setImmediate();
	}
	return parts.toSorted((a, b) => a.start - b.start);
}

function overlap(a: { start: number; end: number }, b: { start: number; end: number }): number {
	return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}

function presentPart(
	{ workspaceId }: Context,
	row: { history_item_id: string; workspace_id: string; made_at: Date },
	where: { start: number; end: number },
): Part {
	const own = row.workspace_id === workspaceId;
	return {
		...where,
		history_item_id: own ? row.history_item_id : null,
		made_at_unix: own ? Math.floor(row.made_at.getTime() / 1000) : null,
	};
}

function seconds(value: number): number {
	return Math.round(value * 100) / 100;
}
