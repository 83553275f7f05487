// Voice design and remixing.
// Invariant: previews are synthesized and measured, and report for each requested trait whether it matched; the same
// description and seed give the same voices; voices of a person cannot be remixed, because a remix would outlive
// revoked consent.
import { randomInt } from "node:crypto";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { primaryLanguage } from "@timbre/contract/language.ts";
import { formatTiers, plans, type Tier, tierAtLeast } from "@timbre/contract/plans.ts";
import type { TraitResult, VoicePreview, VoicePreviews } from "@timbre/contract/voice-making/design.ts";
import type { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import { contentType, fileExtension, type OutputFormat, parseFormat } from "@timbre/engines/media/formats.ts";
import { finishWav } from "@timbre/engines/media/wav.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { Audition } from "@timbre/engines/node/voices.ts";
import { previewSentence } from "@timbre/engines/speech/preview-sentences.ts";
import { auditionVoices } from "@timbre/engines/voices/audition.ts";
import { type Design, type DesignedVoice, designVoices } from "@timbre/engines/voices/design.ts";
import { spectralDistance } from "@timbre/engines/voices/measure/traits.ts";
import { asBlend } from "@timbre/engines/voices/palette.ts";
import { traitResults } from "@timbre/engines/voices/trait-results.ts";
import { publishEvent } from "../../../core/events/events.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { type AudioResponse, storedAudio } from "../../../core/http/audio.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { speechError } from "../../../core/speech-errors.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { modelForEngine } from "../../models/models.public.ts";
import { type ReserveCredits, settleCredits } from "../../usage/usage.public.ts";
import { createVoice, getUsableVoice, getVoice, savePreview, type UsableVoice } from "../../voices/voices.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { blendingEngine } from "../blending.ts";
import {
	type DesignMetadata,
	findDesignPreview,
	insertDesignPreview,
	isRemixingAllowed,
	updateSavedVoice,
} from "./design.repo.ts";
import { designPreviewsWorkflow } from "./design.workflow.ts";

export type DesignDeps = {
	db: Database;
	storage: Storage;
	speech: Pick<SpeechClient, "audition">;
	/** The running engines. */
	engines: readonly string[];
	/** Identifies this process in its credit reservations. */
	holder: string;
	leaseSeconds: number;
	reserveCredits: ReserveCredits;
	publicUrl: string;
};

type DesignBody = InputOf<typeof voiceMakingEndpoints.designVoice>["body"];
type RemixBody = InputOf<typeof voiceMakingEndpoints.remixVoice>["body"];
type DesignRequest = Pick<
	DesignBody & RemixBody,
	"voice_description" | "text" | "loudness" | "seed" | "guidance_scale" | "prompt_strength"
> & { stream_previews?: boolean };

const keptSeconds = 24 * 3600;
const defaultGuidance = 5;
const loudnessDb = 8;

export async function designVoice(
	deps: DesignDeps,
	context: Context,
	body: DesignRequest & { reference_audio_base64?: string | null },
	format: OutputFormat,
): Promise<VoicePreviews> {
	if (body.reference_audio_base64)
		throw new AppError(
			"invalid_request",
			"Voice design does not accept recordings. To create a voice from samples with the speaker's consent, use POST /v1/voices/add.",
			{ param: "reference_audio_base64" },
		);
	return createPreviews(deps, context, body, format, undefined);
}

export async function remixVoice(
	deps: DesignDeps,
	context: Context,
	voiceId: string,
	body: DesignRequest,
	format: OutputFormat,
): Promise<VoicePreviews> {
	const source = await getUsableVoice(deps.db, context.workspaceId, voiceId, context);
	await requireRemixable(deps, source);
	return createPreviews(deps, context, body, format, source);
}

/** Consent covers only the matched voice; a variation would outlive revoked consent. */
async function requireRemixable({ db, engines }: DesignDeps, source: UsableVoice): Promise<void> {
	const denied = (reason: string) =>
		new AppError("model_can_not_use_voice", `${source.name} can't be remixed: ${reason}.`, { param: "voice_id" });
	if (source.category === "cloned" || source.category === "professional")
		throw denied("it was created from recordings of a person, who could not revoke consent for a variation");
	if (source.publicationId !== undefined && (await isRemixingAllowed(db, GLOBAL, source.publicationId)) !== true)
		throw denied("its owner does not allow remixing");
	const engine = blendingEngine(engines);
	if (source.engine !== engine || !asBlend(engine, source.speaker))
		throw denied("its engine does not support blending");
}

async function createPreviews(
	deps: DesignDeps,
	context: Context,
	body: DesignRequest,
	format: OutputFormat,
	source: UsableVoice | undefined,
): Promise<VoicePreviews> {
	const { db } = deps;
	const { workspaceId } = context;
	const tier = await getTier(db, workspaceId);
	requireFormat(tier, format);
	const engine = blendingEngine(deps.engines);
	const seed = body.seed ?? randomInt(2_147_483_647);
	const design = designVoices({
		description: body.voice_description,
		engine,
		piper: deps.engines.includes("piper"),
		seed,
		strength: strengthOf(body),
		...(source ? { from: source.speaker, language: source.language } : {}),
	});
	const text = body.text ?? previewSentence(design.language);
	const amount = design.voices.reduce(
		(sum, voice) => sum + Math.ceil(text.length * modelForEngine(voice.engine).cost),
		0,
	);
	const generationId = newId();
	const model = modelForEngine(engine);
	await deps.reserveCredits(workspaceId, {
		generationId,
		amount,
		tier,
		holder: deps.holder,
		leaseSeconds: deps.leaseSeconds,
		facts: {
			userId: context.userId,
			apiKeyId: context.apiKeyId,
			via: context.via,
			modelId: model.id,
			source: "VoiceDesign",
			...(source ? { voiceId: source.id, voiceName: source.name } : {}),
		},
	});
	const keys: string[] = [];
	try {
		const synthesize = async ({ engine, speaker, language }: DesignedVoice) => {
			const gainDb = loudnessDb * body.loudness;
			const audition = await deps.speech.audition(
				{ engine, speaker, language, text, format, gainDb, priority: "interactive" },
				context.signal,
			);
			return parseFormat(format).codec === "wav" ? { ...audition, bytes: finishWav(audition.bytes) } : audition;
		};
		const auditions = await auditionVoices(design, synthesize);
		const previews = auditions.map((one) => ({ ...one, id: newId(), key: "" }));
		for (const preview of previews) {
			preview.key = `voices/${workspaceId}/designs/${preview.id}.${fileExtension(format)}`;
			keys.push(preview.key);
			await deps.storage.put(preview.key, preview.audition.bytes, contentType(format));
		}
		await db.transaction().execute(async (tx) => {
			for (const { id, key, voice, audition } of previews)
				await insertDesignPreview(tx, workspaceId, {
					id,
					userId: context.userId,
					description: body.voice_description,
					text,
					language: voice.language,
					engine: voice.engine,
					speaker: voice.speaker,
					sourceVoiceId: source?.id ?? null,
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
			const settled = await settleCredits(tx, workspaceId, generationId, amount, usage);
			if (!settled) throw new AppError("service_unavailable", "The request timed out. Try again in a moment.");
		});
		context.setResponseHeader("character-cost", String(amount));
		return {
			previews: previews.map(({ id, voice, audition }) =>
				present(design, voice, audition, { id, format, seed, withoutAudio: body.stream_previews === true }),
			),
			text,
			difference_db: Number(minDistance(auditions.map(({ audition }) => audition)).toFixed(2)),
			seed,
			not_understood: design.unrecognizedWords,
		};
	} catch (error) {
		// Nothing was delivered, so release the reservation and delete the files. Does nothing if it is already settled.
		await db.transaction().execute((tx) => settleCredits(tx, workspaceId, generationId, 0));
		for (const key of keys) await deps.storage.delete(key);
		throw speechError(error);
	}
}

function strengthOf({ guidance_scale, prompt_strength }: DesignRequest): number {
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

const gatedFormats: Partial<Record<OutputFormat, Tier>> = formatTiers;

function requireFormat(tier: Tier, format: OutputFormat): void {
	const needed = gatedFormats[format];
	if (needed === undefined || tierAtLeast(tier, needed)) return;
	throw new AppError(
		"only_for_higher_plan",
		`The format ${format} requires the ${plans[needed].label} plan or higher.`,
		{ param: "output_format" },
	);
}

const noPreview = () =>
	new AppError(
		"voice_not_found",
		"This preview does not exist or has expired. Previews expire after 24 hours; design the voice again.",
		{
			param: "generated_voice_id",
		},
	);

export async function streamDesignPreview(
	{ db, storage }: DesignDeps,
	context: Context,
	id: string,
): Promise<AudioResponse> {
	const preview = await findDesignPreview(db, context.workspaceId, id);
	const response =
		preview &&
		(await storedAudio(storage, preview.audio_key, {
			contentType: preview.content_type,
			rangeHeader: context.range,
		}));
	if (!response) throw noPreview();
	return response;
}

export async function saveDesignedVoice(
	deps: DesignDeps,
	context: Context,
	body: InputOf<typeof voiceMakingEndpoints.createDesignedVoice>["body"],
): Promise<Voice> {
	const { db, storage } = deps;
	const { workspaceId } = context;
	const preview = await findDesignPreview(db, workspaceId, body.generated_voice_id);
	const audio = preview && (await storage.get(preview.audio_key));
	if (!preview || !audio) throw noPreview();
	const parts: Uint8Array[] = [];
	for await (const part of audio.body) parts.push(part);
	const metadata = preview.facts;
	const voiceId = await db.transaction().execute(async (tx) => {
		const id = await createVoice(tx, context, {
			name: body.voice_name,
			description: body.voice_description,
			category: "generated",
			labels: { ...measuredLabels(preview.language, metadata), ...body.labels },
			language: preview.language,
			engine: preview.engine,
			speaker: preview.speaker,
			origin: preview.source_voice_id === null ? "designed" : "remixed",
			originFacts: {
				description: preview.description,
				seed: metadata.seed,
				traits: metadata.traits,
				measured: metadata.measured,
				...(preview.source_voice_id === null ? {} : { remixedFrom: preview.source_voice_id }),
			},
		});
		await updateSavedVoice(tx, workspaceId, preview.id, id);
		await publishEvent(tx, {
			name: "voice_design_created",
			workspaceId,
			userId: context.userId,
			data: { voiceId: id },
		});
		return id;
	});
	await savePreview(db, storage, workspaceId, voiceId, {
		language: preview.language,
		bytes: Buffer.concat(parts),
		contentType: preview.content_type,
		durationSeconds: preview.duration_seconds,
	});
	return getVoice(deps, context, voiceId);
}

/** Labels only for matched traits. */
function measuredLabels(language: string, { traits }: DesignMetadata): Record<string, string> {
	const accent = { "en-US": "american", "en-GB": "british" }[language];
	const matched = traits.filter((trait) => trait.met && trait.trait !== "language" && trait.trait !== "accent");
	return {
		...(accent ? { accent } : {}),
		...Object.fromEntries(matched.map(({ trait, asked }) => [trait, asked])),
	};
}
