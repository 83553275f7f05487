// Voices of a bundle in the workspace that imports it.
import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import { requireStudioVoice } from "../projects/voices.service.ts";
import type { StudioCaller } from "../types.ts";
import type { Manifest } from "./manifest.ts";

/** Which voices of the bundle the user can use here, and the names of those that they can't. */
export async function findVoices(
	db: Database,
	context: StudioCaller,
	{ voices, project, characters, chapters }: Manifest,
) {
	const names = new Map(voices.map(({ voice_id, name }) => [voice_id, name]));
	const used = new Set([
		project.default_title_voice_id,
		project.default_paragraph_voice_id,
		...characters.flatMap(({ voice_id }) => voice_id ?? []),
		...chapters.flatMap(({ blocks }) => blocks.flatMap(({ nodes }) => nodes.flatMap(({ voice_id }) => voice_id ?? []))),
	]);
	const available = new Set<string>();
	const replaced: string[] = [];
	for (const id of used)
		if (await isUsable(db, context, id)) available.add(id);
		else replaced.push(names.get(id) ?? id);
	return { available, replaced };
}

async function isUsable(db: Database, context: StudioCaller, voiceId: string): Promise<boolean> {
	try {
		await requireStudioVoice(db, context, voiceId);
		return true;
	} catch (error) {
		if (error instanceof AppError && error.httpStatus < 500) return false;
		throw error;
	}
}
