// The script of a voice-over: lines in slots of the timeline.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { titleFileName } from "@timbre/contract/files.ts";
import type { voiceoverEndpoints } from "@timbre/contract/voiceover/endpoints.ts";
import {
	defaultDuckDb,
	maxLineCharacters,
	maxLines,
	maxVoiceoverSeconds,
	minSlotMs,
} from "@timbre/contract/voiceover/rules.ts";
import type { Voiceover, VoiceoverLine } from "@timbre/contract/voiceover/schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type AudioResponse, storedAudio } from "../../../core/http/audio.ts";
import { newId } from "../../../core/ids.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { requireVoiceover } from "../projects/access.service.ts";
import { touchVoiceover } from "../projects/voiceovers.repo.ts";
import { getVoiceover } from "../projects/voiceovers.service.ts";
import { chooseVoice, requireVoice } from "../speech/plan.service.ts";
import type { VoiceoverCaller } from "../types.ts";
import { presentLines } from "./lines.present.ts";
import {
	deleteLineRow,
	findLine,
	insertLines,
	type LineFields,
	listLineRows,
	type NewLineRow,
	updateLineFields,
} from "./lines.repo.ts";
import { readSubtitles, writeSrt } from "./subtitles.ts";

type Endpoints = typeof voiceoverEndpoints;
export type LinePath = { voiceover_id: string; line_id: string };
type LineDeps = { db: Database; storage: Storage };

export async function createLine(
	db: Database,
	caller: VoiceoverCaller,
	voiceoverId: string,
	body: InputOf<Endpoints["createLine"]>["body"],
): Promise<VoiceoverLine> {
	await requireVoiceover(db, caller, voiceoverId, "edit");
	const voiceId = await voiceFor(db, caller, voiceoverId, body.voice_id, body.start_ms);
	const id = newId();
	await addLines(db, caller.workspaceId, voiceoverId, [
		{ id, startMs: body.start_ms, endMs: body.end_ms, text: body.text, voiceId, duckDb: defaultDuckDb },
	]);
	return presentOne(db, caller.workspaceId, { voiceover_id: voiceoverId, line_id: id });
}

export async function importLines(
	db: Database,
	caller: VoiceoverCaller,
	voiceoverId: string,
	{ subtitles, voice_id }: InputOf<Endpoints["importLines"]>["body"],
): Promise<Voiceover> {
	await requireVoiceover(db, caller, voiceoverId, "edit");
	const cues = readSubtitles(subtitles);
	const invalid = (message: string) => new AppError("invalid_request", message, { param: "subtitles" });
	if (cues.length === 0) throw invalid("No subtitles were found. Send the text of an SRT or WebVTT file.");
	if (cues.some(({ endMs }) => endMs > maxVoiceoverSeconds * 1000))
		throw invalid(`The subtitles go beyond ${maxVoiceoverSeconds / 60} minutes. Split the file.`);
	if (cues.some(({ text }) => text.length > maxLineCharacters))
		throw invalid(`A subtitle has more than ${maxLineCharacters} characters. Split it.`);
	const voiceId = await voiceFor(db, caller, voiceoverId, voice_id, 0);
	await addLines(
		db,
		caller.workspaceId,
		voiceoverId,
		cues.map(({ startMs, endMs, text }) => ({
			id: newId(),
			startMs,
			endMs: Math.max(endMs, startMs + minSlotMs),
			text,
			voiceId,
			duckDb: defaultDuckDb,
		})),
	);
	return getVoiceover(db, caller, voiceoverId);
}

async function addLines(
	db: Database,
	workspaceId: string,
	voiceoverId: string,
	lines: readonly NewLineRow[],
): Promise<void> {
	await db.transaction().execute(async (tx) => {
		await touchVoiceover(tx, workspaceId, voiceoverId);
		if ((await listLineRows(tx, workspaceId, voiceoverId)).length + lines.length > maxLines)
			throw new AppError(
				"voiceover_limit_reached",
				`A voice-over can have ${maxLines} lines. Continue in another one.`,
			);
		await insertLines(tx, workspaceId, voiceoverId, lines);
	});
}

/** The given voice, or that of the line before. */
async function voiceFor(
	db: Database,
	caller: VoiceoverCaller,
	voiceoverId: string,
	given: string | undefined,
	startMs: number,
): Promise<string> {
	if (given !== undefined) return (await requireVoice(db, caller, given)).id;
	const lines = await listLineRows(db, caller.workspaceId, voiceoverId);
	const before = lines.findLast(({ start_ms }) => start_ms <= startMs) ?? lines[0];
	return before?.voice_id ?? chooseVoice(db);
}

export async function updateLine(
	db: Database,
	caller: VoiceoverCaller,
	path: LinePath,
	change: LineFields,
): Promise<VoiceoverLine> {
	const { workspaceId } = caller;
	await requireVoiceover(db, caller, path.voiceover_id, "edit");
	if (change.voice_id !== undefined)
		change = { ...change, voice_id: (await requireVoice(db, caller, change.voice_id)).id };
	await db.transaction().execute(async (tx) => {
		await touchVoiceover(tx, workspaceId, path.voiceover_id);
		const row = await findLine(tx, workspaceId, path.voiceover_id, path.line_id);
		if (!row) throw lineNotFound();
		if ((change.end_ms ?? row.end_ms) - (change.start_ms ?? row.start_ms) < minSlotMs)
			throw new AppError("invalid_request", `A slot ends at least ${minSlotMs} ms after it starts.`, {
				param: "end_ms",
			});
		await updateLineFields(tx, workspaceId, path.voiceover_id, path.line_id, change);
	});
	return presentOne(db, workspaceId, path);
}

export async function deleteLine({ db, storage }: LineDeps, caller: VoiceoverCaller, path: LinePath): Promise<void> {
	const { workspaceId } = caller;
	await requireVoiceover(db, caller, path.voiceover_id, "edit");
	const row = await findLine(db, workspaceId, path.voiceover_id, path.line_id);
	if (!row) throw lineNotFound();
	await db.transaction().execute(async (tx) => {
		await touchVoiceover(tx, workspaceId, path.voiceover_id);
		await deleteLineRow(tx, workspaceId, path.voiceover_id, path.line_id);
	});
	if (row.audio_key !== null) await storage.delete(row.audio_key);
}

export async function getLineAudio(
	{ db, storage }: LineDeps,
	caller: VoiceoverCaller,
	path: LinePath,
	range: string | undefined,
): Promise<AudioResponse> {
	await requireVoiceover(db, caller, path.voiceover_id, "read");
	const row = await findLine(db, caller.workspaceId, path.voiceover_id, path.line_id);
	const response =
		row &&
		row.audio_key !== null &&
		(await storedAudio(storage, row.audio_key, {
			contentType: "audio/wav",
			rangeHeader: range,
			fileName: titleFileName(row.text.slice(0, 60), "wav"),
		}));
	if (!response) throw lineNotFound();
	return response;
}

export async function getSubtitles(db: Database, caller: VoiceoverCaller, voiceoverId: string): Promise<AudioResponse> {
	const { name } = await requireVoiceover(db, caller, voiceoverId, "read");
	const lines = await listLineRows(db, caller.workspaceId, voiceoverId);
	const bytes = Buffer.from(
		writeSrt(
			lines
				.filter(({ text }) => text.trim() !== "")
				.map(({ start_ms, end_ms, text }) => ({ startMs: start_ms, endMs: end_ms, text })),
		),
	);
	async function* body() {
		yield bytes;
	}
	return { contentType: "application/x-subrip", body: body(), fileName: titleFileName(name, "srt") };
}

async function presentOne(db: Database, workspaceId: string, path: LinePath): Promise<VoiceoverLine> {
	const lines = presentLines(await listLineRows(db, workspaceId, path.voiceover_id));
	const line = lines.find(({ line_id }) => line_id === path.line_id);
	if (!line) throw lineNotFound();
	return line;
}

export const lineNotFound = () =>
	new AppError("voiceover_line_not_found", "This line doesn't exist in this voice-over, or has no speech yet.");
