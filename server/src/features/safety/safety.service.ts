// Voice safety and the classifier.
// Invariant: nothing is guessed. Audio is recognized only by a stored fingerprint; otherwise the result is
// "cannot_tell".
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
		const known = same.find((row) => row.workspace_id === context.workspaceId) ?? same[0];
		const complete = { start: 0, end: details.duration_secs };
		const parts = known ? [presentPart(context, known, complete)] : [];
		return { result: "made_here", recognised_by: "file", ...details, parts };
	}
	const parts = details.heard_secs < minRecognizedSeconds ? [] : await recognize(db, context, clip);
	return parts.length > 0
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
			failed: null,
		});
	}
}

/** Each part once: if several items have the same audio, the caller's own is reported, otherwise the oldest. */
async function recognize(db: Database, context: Context, clip: Fingerprint): Promise<Part[]> {
	const candidates = await listByKeys(db, GLOBAL, queryKeys(clip), maxCompared);
	const match = createMatcher(clip);
	const own = (row: { workspace_id: string }) => (row.workspace_id === context.workspaceId ? 0 : 1);
	const parts: Part[] = [];
	for (const row of candidates.toSorted((a, b) => own(a) - own(b) || a.made_at.getTime() - b.made_at.getTime())) {
		for (const found of match(unpackWords(row.words))) {
			if (parts.some((part) => overlap(part, found) > 0.5 * (found.end - found.start))) continue;
			const end = Math.min(found.end, clip.seconds);
			parts.push(presentPart(context, row, { start: seconds(found.start), end: seconds(end) }));
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
	range: { start: number; end: number },
): Part {
	const own = row.workspace_id === workspaceId;
	return {
		...range,
		history_item_id: own ? row.history_item_id : null,
		made_at_unix: own ? unix(row.made_at) : null,
	};
}

function seconds(value: number): number {
	return Math.round(value * 100) / 100;
}
