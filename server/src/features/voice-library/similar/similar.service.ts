// Similarity search.
// Invariant: voices are compared by measured pitch and speaker vector, never by labels.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { LibraryPage, voiceLibraryEndpoints } from "@timbre/contract/voice-library/endpoints.ts";
import { cosine } from "@timbre/engines/voices/measure/speaker.ts";
import type { Context } from "../../../core/http/context.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { findPublication, getUsableVoice } from "../../voices/voices.public.ts";
import type { LibraryViewer } from "../published/published.present.ts";
import { libraryVoiceNotFound, listPublishedByIds } from "../published/published.service.ts";
import { type AnalysisDeps, analyzeRecording, readStored } from "./analysis.service.ts";
import { findClipKey, findMeasurement, listNearPitch, type VoiceMeasurement } from "./similar.repo.ts";

export type SimilarDeps = AnalysisDeps & { viewer: Omit<LibraryViewer, "workspaceId" | "userId"> };

/** Only this many voices above and below in pitch are compared, which bounds the cost in a large library. */
const comparedEachSide = 1_000;

export async function findSimilar(
	deps: SimilarDeps,
	context: Context,
	{
		audio_file,
		voice_id,
		similarity_threshold,
		top_k,
	}: InputOf<typeof voiceLibraryEndpoints.findSimilarVoices>["body"],
): Promise<LibraryPage> {
	if ((audio_file === undefined) === (voice_id === undefined))
		throw new AppError("invalid_request", "Send either a recording as audio_file or a voice_id.", {
			param: "audio_file",
		});
	const like = audio_file
		? await analyzeRecording(deps, audio_file.bytes, context.signal)
		: await measurementOf(deps, context, voice_id ?? "");
	const minSimilarity = similarity_threshold === undefined ? -1 : 1 - similarity_threshold;
	const candidates = await listNearPitch(deps.db, GLOBAL, like.pitchHz, comparedEachSide);
	const ranked = candidates
		.filter(({ id }) => id !== voice_id)
		.map(({ id, vector }) => ({ id, similarity: Math.max(0, Math.round(cosine(like.vector, vector) * 1_000) / 1_000) }))
		.filter(({ similarity }) => similarity >= minSimilarity)
		.sort((one, other) => other.similarity - one.similarity || (one.id < other.id ? -1 : 1));
	const best = ranked.slice(0, top_k);
	const viewer = { ...deps.viewer, workspaceId: context.workspaceId, userId: context.userId };
	return {
		voices: await listPublishedByIds(
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

/** The stored measurement of a library voice, or one of the preview of a voice the caller can use. */
async function measurementOf(deps: SimilarDeps, context: Context, voiceId: string): Promise<VoiceMeasurement> {
	const published = await findPublication(deps.db, GLOBAL, voiceId);
	if (!published?.listed) await getUsableVoice(deps.db, context.workspaceId, voiceId, context);
	const known = published?.listed ? await findMeasurement(deps.db, GLOBAL, voiceId) : undefined;
	if (known) return known;
	const key = await findClipKey(deps.db, GLOBAL, voiceId);
	const clip = key === undefined ? undefined : await readStored(deps.storage, key);
	if (!clip) throw libraryVoiceNotFound(voiceId);
	return analyzeRecording(deps, clip, context.signal);
}
