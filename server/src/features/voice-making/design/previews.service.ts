// Plans, synthesizes and stores the three previews of a design, for requests and for jobs.
// Invariant: previews are stored and charged in one transaction; if that fails, their files are deleted.
import { randomInt } from "node:crypto";
import { AppError } from "@timbre/contract/errors.ts";
import { primaryLanguage } from "@timbre/contract/language.ts";
import type { TraitResult, VoicePreview, VoicePreviews } from "@timbre/contract/voice-making/design.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { contentType, fileExtension, type OutputFormat, parseFormat } from "@timbre/engines/media/formats.ts";
import { finishWav } from "@timbre/engines/media/wav.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { Audition } from "@timbre/engines/node/voices.ts";
import { previewSentence } from "@timbre/engines/speech/preview-sentences.ts";
import { auditionVoices } from "@timbre/engines/voices/audition.ts";
import { type Design, type DesignedVoice, designVoices } from "@timbre/engines/voices/design.ts";
import { spectralDistance } from "@timbre/engines/voices/measure/traits.ts";
import { traitResults } from "@timbre/engines/voices/trait-results.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { modelForEngine } from "../../models/models.public.ts";
import { settleCredits } from "../../usage/usage.public.ts";
import { blendingEngine } from "../blending.ts";
import { type DesignMetadata, insertDesignPreview } from "./design.repo.ts";
import { designPreviewsWorkflow } from "./design.workflow.ts";

export type PreviewRequest = {
	voice_description: string;
	text?: string | null;
	loudness: number;
	seed?: number | null;
	guidance_scale: number;
	prompt_strength?: number | null;
};

/** The same request, seed and source give the same plan. */
export type PreviewPlan = {
	description: string;
	design: Design;
	engine: string;
	text: string;
	seed: number;
	gainDb: number;
	/** Credits. */
	amount: number;
};

type PreviewRun = {
	workspaceId: string;
	userId: string;
	/** The open reservation that the previews are charged to. */
	generationId: string;
	format: OutputFormat;
	sourceVoiceId: string | null;
	withoutAudio: boolean;
	signal: AbortSignal;
	/** Called when one of the three voices is synthesized. */
	onVoice?: () => void;
	/** Runs in the transaction that stores and charges the previews. */
	onStored?: (tx: Db, result: VoicePreviews) => Promise<void>;
};

export type PreviewServices = { db: Database; storage: Storage; speech: Pick<SpeechClient, "audition"> };

export const keptSeconds = 24 * 3600;
const maxAuditionMs = 600_000;
const defaultGuidance = 5;
const loudnessDb = 8;

export function planPreviews(
	engines: readonly string[],
	body: PreviewRequest,
	source: { speaker: string; language: string } | undefined,
): PreviewPlan {
	const engine = blendingEngine(engines);
	const seed = body.seed ?? randomInt(2_147_483_647);
	const design = designVoices({
		description: body.voice_description,
		engine,
		piper: engines.includes("piper"),
		seed,
		strength: strengthOf(body),
		...(source ? { from: source.speaker, language: source.language } : {}),
	});
	const text = body.text ?? previewSentence(design.language);
	const amount = design.voices.reduce(
		(sum, voice) => sum + Math.ceil(text.length * modelForEngine(voice.engine).cost),
		0,
	);
	const gainDb = loudnessDb * body.loudness;
	return { description: body.voice_description, design, engine, text, seed, gainDb, amount };
}

export async function renderPreviews(
	{ db, storage, speech }: PreviewServices,
	plan: PreviewPlan,
	run: PreviewRun,
): Promise<VoicePreviews> {
	const { design, text, seed, gainDb } = plan;
	const { workspaceId, generationId, format } = run;
	const synthesize = async ({ engine, speaker, language }: DesignedVoice) => {
		const audition = await speech.audition(
			{ engine, speaker, language, text, format, gainDb, priority: "interactive" },
			AbortSignal.any([run.signal, AbortSignal.timeout(maxAuditionMs)]),
		);
		return parseFormat(format).codec === "wav" ? { ...audition, bytes: finishWav(audition.bytes) } : audition;
	};
	const auditions = await auditionVoices(design, synthesize, run.onVoice);
	const previews = auditions.map((one) => ({ ...one, id: newId(), key: "" }));
	const keys: string[] = [];
	try {
		for (const preview of previews) {
			preview.key = `voices/${workspaceId}/designs/${preview.id}.${fileExtension(format)}`;
			keys.push(preview.key);
			await storage.put(preview.key, preview.audition.bytes, contentType(format));
		}
		const result = {
			previews: previews.map(({ id, voice, audition }) =>
				present(design, voice, audition, { id, format, seed, withoutAudio: run.withoutAudio }),
			),
			text,
			difference_db: Number(minDistance(auditions.map(({ audition }) => audition)).toFixed(2)),
			seed,
			not_understood: design.unrecognizedWords,
		};
		await db.transaction().execute(async (tx) => {
			for (const { id, key, voice, audition } of previews)
				await insertDesignPreview(tx, workspaceId, {
					id,
					userId: run.userId,
					description: plan.description,
					text,
					language: voice.language,
					engine: voice.engine,
					speaker: voice.speaker,
					sourceVoiceId: run.sourceVoiceId,
					metadata: previewMetadata(design, voice, audition, seed),
					audioKey: key,
					contentType: contentType(format),
					seconds: audition.seconds,
					keptSeconds,
				});
			const previewIds = previews.map(({ id }) => id);
			await addToOutbox(tx, GLOBAL, {
				target: designPreviewsWorkflow.name,
				key: generationId,
				payload: { workspaceId, previewIds, keptSeconds },
			});
			const seconds = previews.reduce((sum, { audition }) => sum + audition.seconds, 0);
			const usage = { characters: text.length * previews.length, seconds };
			const settled = await settleCredits(tx, workspaceId, generationId, plan.amount, usage);
			if (!settled) throw new AppError("service_unavailable", "The request timed out. Try again in a moment.");
			await run.onStored?.(tx, result);
		});
		return result;
	} catch (error) {
		for (const key of keys) await storage.delete(key);
		throw error;
	}
}

function strengthOf({ guidance_scale, prompt_strength }: PreviewRequest): number {
	const guided = Math.min(1.6, Math.max(0.2, Math.sqrt(guidance_scale / defaultGuidance)));
	return prompt_strength === null || prompt_strength === undefined ? guided : guided * 2 * prompt_strength;
}

function previewMetadata(design: Design, voice: DesignedVoice, { traits }: Audition, seed: number): DesignMetadata {
	const results: TraitResult[] = traitResults(design, voice, traits);
	return {
		seed,
		traits: results,
		measured: {
			pitch: round(traits.pitchHz, 1),
			liveliness: round(traits.pitchSpread, 2),
			pace: round(traits.syllablesPerSecond, 2),
			brightness: round(traits.brightnessHz, 0),
		},
		mixed: voice.blend !== undefined,
	};
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

function present(
	design: Design,
	voice: DesignedVoice,
	audition: Audition,
	{ id, format, seed, withoutAudio }: { id: string; format: OutputFormat; seed: number; withoutAudio: boolean },
): VoicePreview {
	const { traits, measured, mixed } = previewMetadata(design, voice, audition, seed);
	return {
		audio_base_64: withoutAudio ? "" : Buffer.from(audition.bytes).toString("base64"),
		generated_voice_id: id,
		media_type: contentType(format),
		duration_secs: audition.seconds,
		language: primaryLanguage(voice.language),
		model_id: modelForEngine(voice.engine).id,
		traits,
		measured,
		is_mixed: mixed,
	};
}

function minDistance(auditions: readonly Audition[]): number {
	const distances = auditions.flatMap((one, at) =>
		auditions.slice(at + 1).map((other) => spectralDistance(one.traits, other.traits)),
	);
	return distances.length === 0 ? 0 : Math.min(...distances);
}
