// Voices that sound alike. Always: by what was measured of their sound, pitch and speaker projection, never by their labels.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { LibraryPage, libraryEndpoints } from "@timbre/contract/voices.library.ts";
import { cosine } from "@timbre/engines/voices/speaker.ts";
import type { Context } from "../../core/context.ts";
import { type Hearing, hear, readWhole } from "./voices.hearing.service.ts";
import type { LibraryViewer } from "./voices.library.present.ts";
import { findPublication } from "./voices.library.repo.ts";
import { getSpeakableVoice } from "./voices.public.ts";
import { noSuchVoice, readPublished } from "./voices.published.service.ts";
import { findClipKey, findHeard, type Heard, listNearPitch } from "./voices.similar.repo.ts";

export type SimilarDeps = Hearing & { viewer: Omit<LibraryViewer, "workspaceId" | "userId"> };

/** Of a million voices the two thousand nearest in pitch are compared. */
const comparedEachSide = 1_000;

export async function findSimilar(
	deps: SimilarDeps,
	context: Context,
	{ audio_file, voice_id, similarity_threshold, top_k }: InputOf<typeof libraryEndpoints.findSimilarVoices>["body"],
): Promise<LibraryPage> {
	if ((audio_file === undefined) === (voice_id === undefined))
		throw new AppError("invalid_request", "Send either a recording as audio_file or a voice_id.", {
			param: "audio_file",
		});
	const like = audio_file
		? await hear(deps, audio_file.bytes, context.signal)
		: await heardOf(deps, context, voice_id ?? "");
	const least = similarity_threshold === undefined ? -1 : 1 - similarity_threshold;
	const near = await listNearPitch(deps.db, like.pitchHz, comparedEachSide);
	const ranked = near
		.filter(({ id }) => id !== voice_id)
		.map(({ id, vector }) => ({ id, similarity: Math.max(0, Math.round(cosine(like.vector, vector) * 1_000) / 1_000) }))
		.filter(({ similarity }) => similarity >= least)
		.sort((one, other) => other.similarity - one.similarity || (one.id < other.id ? -1 : 1));
	const best = ranked.slice(0, top_k);
	const viewer = { ...deps.viewer, workspaceId: context.workspaceId, userId: context.userId };
	return {
		voices: await readPublished(
			deps.db,
			viewer,
			best.map(({ id }) => id),
			new Map(best.map(({ id, similarity }) => [id, similarity])),
		),
		has_more: ranked.length > best.length,
		total_count: best.length,
		total_count_capped: false,
		last_sort_id: null,
		understood: null,
	};
}

/** What the library knows already, or what can be heard in the clip of a voice the caller may speak with. */
async function heardOf(deps: SimilarDeps, context: Context, voiceId: string): Promise<Heard> {
	const published = await findPublication(deps.db, voiceId);
	if (!published?.listed) await getSpeakableVoice(deps.db, context.workspaceId, voiceId, context);
	const known = published?.listed ? await findHeard(deps.db, voiceId) : undefined;
	if (known) return known;
	const key = await findClipKey(deps.db, voiceId);
	const clip = key === undefined ? undefined : await readWhole(deps.storage, key);
	if (!clip) throw noSuchVoice(voiceId);
	return hear(deps, clip, context.signal);
}
