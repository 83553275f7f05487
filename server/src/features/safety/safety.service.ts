// Voice safety and the classifier.
// Invariant: nothing is guessed. Audio is recognized only by a stored fingerprint; otherwise the result is
// "cannot_tell". Of other workspaces' audio callers learn only that it matches, never where: the parts would tell how far a
// guess of someone's text is right.
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import type { Classification, safetyEndpoints } from "@timbre/contract/safety/endpoints.ts";
import { minRecognizedSeconds } from "@timbre/contract/safety/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import {
	comparableSeconds,
	createMatcher,
	type Fingerprint,
	queryKeys,
	unpackWords,
} from "@timbre/engines/media/fingerprint/fingerprint.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { Context } from "../../core/http/context.ts";
import { invalidRecording, speechError } from "../../core/speech-errors.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { unix } from "../../core/time.ts";
import { insertDismissal, listByFileHash, listByKeys } from "./safety.repo.ts";

export type SafetyDeps = { db: Database; speech: Pick<SpeechClient, "fingerprint"> };

type Part = Classification["parts"][number];

/** Stored fingerprints that are fully compared with a clip. */
const maxCompared = 20;

export async function dismissModerationWarning(db: Database, { userId }: Context): Promise<{ status: "ok" }> {
	await insertDismissal(db, userId);
	return { status: "ok" };
}

export async function classifyAudio(
	{ db, speech }: SafetyDeps,
	context: Context,
	{ file }: InputOf<typeof safetyEndpoints.classifyAudio>["body"],
): Promise<Classification> {
	const clip = await fingerprintClip(speech, context, file.bytes);
	const details = { duration_secs: seconds(clip.seconds), heard_secs: seconds(comparableSeconds(clip)) };
	const same = await listByFileHash(db, GLOBAL, createHash("sha256").update(file.bytes).digest());
	if (same.length > 0) {
		const own = same.find((row) => row.workspace_id === context.workspaceId);
		const parts = own ? [presentPart(own, { start: 0, end: details.duration_secs })] : [];
		return { result: "made_here", recognised_by: "file", ...details, parts };
	}
	const { recognized, parts } =
		details.heard_secs < minRecognizedSeconds ? { recognized: false, parts: [] } : await recognize(db, context, clip);
	return recognized
		? { result: "made_here", recognised_by: "sound", ...details, parts }
		: { result: "cannot_tell", recognised_by: null, ...details, parts };
}

async function fingerprintClip(
	speech: SafetyDeps["speech"],
	{ signal }: Context,
	bytes: Uint8Array,
): Promise<Fingerprint> {
	try {
		return await speech.fingerprint(bytes, signal);
	} catch (error) {
		throw speechError(error, {
			invalid: invalidRecording("file"),
			busy: "Too many recordings are being analyzed right now. Try again soon.",
			failed: "The recording could not be analyzed. Try again in a moment.",
		});
	}
}

/** Whether any stored audio matches, and the parts that match the caller's own, each once: the oldest item with that audio. */
async function recognize(
	db: Database,
	{ workspaceId }: Context,
	clip: Fingerprint,
): Promise<{ recognized: boolean; parts: Part[] }> {
	const candidates = await listByKeys(db, GLOBAL, queryKeys(clip), maxCompared);
	const match = createMatcher(clip);
	const parts: Part[] = [];
	let recognized = false;
	for (const row of candidates.toSorted((a, b) => a.made_at.getTime() - b.made_at.getTime())) {
		for (const found of match(unpackWords(row.words))) {
			recognized = true;
			if (row.workspace_id !== workspaceId) continue;
			if (parts.some((part) => overlap(part, found) > 0.5 * (found.end - found.start))) continue;
			const end = Math.min(found.end, clip.seconds);
			parts.push(presentPart(row, { start: seconds(found.start), end: seconds(end) }));
		}
		await setImmediate();
	}
	return { recognized, parts: parts.toSorted((a, b) => a.start - b.start) };
}

function overlap(a: { start: number; end: number }, b: { start: number; end: number }): number {
	return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}

function presentPart(row: { history_item_id: string; made_at: Date }, range: { start: number; end: number }): Part {
	return { ...range, history_item_id: row.history_item_id, made_at_unix: unix(row.made_at) };
}

function seconds(value: number): number {
	return Math.round(value * 100) / 100;
}
