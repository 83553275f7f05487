// Voices after a description. Always: what is offered was spoken and measured, and says of each thing that was asked whether it is met;
// the same description and seed give the same voices; nobody's own voice can be remixed into one that its speaker cannot take back.
import { randomInt } from "node:crypto";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { formatTiers, plans, type Tier, tierAtLeast } from "@timbre/contract/plans.ts";
import type { TraitAnswer, VoicePreview, VoicePreviews } from "@timbre/contract/voices.design.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import type { voicesEndpoints } from "@timbre/contract/voices.ts";
import type { Database } from "@timbre/db/connect.ts";
import { contentType, fileExtension, type OutputFormat, parseFormat } from "@timbre/engines/media/formats.ts";
import { finishWav } from "@timbre/engines/media/wav.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError } from "@timbre/engines/node/errors.ts";
import type { Audition } from "@timbre/engines/node/voices.ts";
import { previewSentence } from "@timbre/engines/speech/preview-sentences.ts";
import { type Design, type DesignedVoice, designVoices } from "@timbre/engines/voices/design.ts";
import { verdicts } from "@timbre/engines/voices/judge.ts";
import { offerVoices } from "@timbre/engines/voices/offer.ts";
import { asBlend } from "@timbre/engines/voices/palette.ts";
import { spectralDistance } from "@timbre/engines/voices/traits.ts";
import { type AudioAnswer, storedAudio } from "../../core/audio.ts";
import type { Context } from "../../core/context.ts";
import { publishEvent } from "../../core/events.ts";
import { newId } from "../../core/ids.ts";
import { addToOutbox } from "../../core/outbox.repo.ts";
import type { Storage } from "../../core/storage.ts";
import { reserveCredits, settleCredits } from "../usage/usage.public.ts";
import { getTier } from "../workspace/workspace.public.ts";
import { type CatalogueDeps, readVoice } from "./voices.catalogue.service.ts";
import {
	type DesignFacts,
	findDesignPreview,
	insertDesignPreview,
	mixingAllowed,
	noteSaved,
} from "./voices.design.repo.ts";
import { designPreviewsWorkflow } from "./voices.design.workflow.ts";
import { keepOwnPreview, makeVoice } from "./voices.own.service.ts";
import { getSpeakableVoice, type SpeakableVoice } from "./voices.public.ts";

export type DesignDeps = {
	db: Database;
	storage: Storage;
	speech: Pick<SpeechClient, "audition">;
	/** The engines that run. */
	engines: readonly string[];
	/** The model behind an engine, and its credits per character. */
	priced: (engine: string) => { id: string; name: string; cost: number };
	/** Names this process in its reservations. */
	holder: string;
	leaseSeconds: number;
	catalogue: CatalogueDeps;
};

type DesignBody = InputOf<typeof voicesEndpoints.designVoice>["body"];
type RemixBody = InputOf<typeof voicesEndpoints.remixVoice>["body"];
type Common = Pick<
	DesignBody & RemixBody,
	"voice_description" | "text" | "loudness" | "seed" | "guidance_scale" | "prompt_strength"
> & { stream_previews?: boolean };

const keptSeconds = 24 * 3600;
const usualGuidance = 5;
const loudnessDb = 8;

/** The engine whose speakers are mixed, of those that run. */
export function mixingEngine(engines: readonly string[]): string {
	return engines.includes("kokoro") ? "kokoro" : "fake";
}

export async function designNewVoice(
	deps: DesignDeps,
	context: Context,
	body: Common & { reference_audio_base64?: string | null },
	format: OutputFormat,
): Promise<VoicePreviews> {
	if (body.reference_audio_base64)
		throw new AppError(
			"invalid_request",
			"A voice cannot be designed after a recording. POST /v1/voices/add makes one from samples, with its speaker's consent.",
			{ param: "reference_audio_base64" },
		);
	return offer(deps, context, body, format, undefined);
}

export async function remixExistingVoice(
	deps: DesignDeps,
	context: Context,
	voiceId: string,
	body: Common,
	format: OutputFormat,
): Promise<VoicePreviews> {
	const source = await getSpeakableVoice(deps.db, context.workspaceId, voiceId, context);
	await requireMixable(deps, source);
	return offer(deps, context, body, format, source);
}

/** What somebody has consented to is the voice as it was matched: a variation would live on after that consent is taken back. */
async function requireMixable({ db, engines }: DesignDeps, source: SpeakableVoice): Promise<void> {
	const refuse = (reason: string) =>
		new AppError("model_can_not_use_voice", `${source.name} cannot be remixed: ${reason}.`, { param: "voice_id" });
	if (source.category === "cloned" || source.category === "professional")
		throw refuse("it is somebody's own voice, and a variation could not be taken back by its speaker");
	if (source.publicationId !== undefined && (await mixingAllowed(db, source.publicationId)) !== true)
		throw refuse("its owner in the library does not allow it");
	const engine = mixingEngine(engines);
	if (source.engine !== engine || !asBlend(engine, source.speaker))
		throw refuse("only voices whose engine can mix them can be");
}

async function offer(
	deps: DesignDeps,
	context: Context,
	body: Common,
	format: OutputFormat,
	source: SpeakableVoice | undefined,
): Promise<VoicePreviews> {
	const { db } = deps;
	const { workspaceId } = context;
	const tier = await getTier(db, workspaceId);
	requireFormat(tier, format);
	const engine = mixingEngine(deps.engines);
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
	const amount = design.voices.reduce((sum, voice) => sum + Math.ceil(text.length * deps.priced(voice.engine).cost), 0);
	const generationId = newId();
	const model = deps.priced(engine);
	await reserveCredits(db, workspaceId, {
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
		const listen = async ({ engine, speaker, language }: DesignedVoice) => {
			const gainDb = loudnessDb * body.loudness;
			const heard = await deps.speech.audition(
				{ engine, speaker, language, text, format, gainDb, priority: "interactive" },
				context.signal,
			);
			return parseFormat(format).codec === "wav" ? { ...heard, bytes: finishWav(heard.bytes) } : heard;
		};
		const made = await offerVoices(design, listen);
		const previews = made.map((one) => ({ ...one, id: newId(), key: "" }));
		for (const preview of previews) {
			preview.key = `voices/${workspaceId}/designs/${preview.id}.${fileExtension(format)}`;
			keys.push(preview.key);
			await deps.storage.put(preview.key, preview.heard.bytes, contentType(format));
		}
		await db.transaction().execute(async (tx) => {
			for (const { id, key, voice, heard } of previews)
				await insertDesignPreview(tx, workspaceId, {
					id,
					userId: context.userId,
					description: body.voice_description,
					text,
					language: voice.language,
					engine: voice.engine,
					speaker: voice.speaker,
					sourceVoiceId: source?.id ?? null,
					facts: factsOf(design, voice, heard, seed),
					audioKey: key,
					contentType: contentType(format),
					seconds: heard.seconds,
					keptSeconds,
				});
			const previewIds = previews.map(({ id }) => id);
			await addToOutbox(tx, {
				target: designPreviewsWorkflow.name,
				key: generationId,
				payload: { workspaceId, previewIds, keptSeconds },
			});
			const seconds = previews.reduce((sum, { heard }) => sum + heard.seconds, 0);
			const facts = { characters: text.length * previews.length, seconds };
			const settled = await settleCredits(tx, workspaceId, generationId, amount, facts);
			if (!settled)
				throw new AppError("service_unavailable", "This took so long that it was given up. Try again in a moment.");
		});
		context.answerHeader("character-cost", String(amount));
		return {
			previews: previews.map(({ id, voice, heard }) =>
				present(deps, design, voice, heard, { id, format, seed, silent: body.stream_previews === true }),
			),
			text,
			difference_db: Number(smallestDistance(made.map(({ heard }) => heard)).toFixed(2)),
			seed,
			not_understood: design.notUnderstood,
		};
	} catch (error) {
		// Nothing was offered, so nothing is charged and nothing stays behind. Where the books are closed already, this changes nothing.
		await db.transaction().execute((tx) => settleCredits(tx, workspaceId, generationId, 0));
		for (const key of keys) await deps.storage.remove(key);
		throw designError(error);
	}
}

function strengthOf({ guidance_scale, prompt_strength }: Common): number {
	const guided = Math.min(1.6, Math.max(0.2, Math.sqrt(guidance_scale / usualGuidance)));
	return prompt_strength === null || prompt_strength === undefined ? guided : guided * 2 * prompt_strength;
}

function factsOf(design: Design, voice: DesignedVoice, { traits }: Audition, seed: number): DesignFacts {
	const answers: TraitAnswer[] = verdicts(design, voice, traits);
	return {
		seed,
		traits: answers,
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
	{ priced }: DesignDeps,
	design: Design,
	voice: DesignedVoice,
	heard: Audition,
	{ id, format, seed, silent }: { id: string; format: OutputFormat; seed: number; silent: boolean },
): VoicePreview {
	const { traits, measured, mixed } = factsOf(design, voice, heard, seed);
	return {
		audio_base_64: silent ? "" : Buffer.from(heard.bytes).toString("base64"),
		generated_voice_id: id,
		media_type: contentType(format),
		duration_secs: heard.seconds,
		language: voice.language.split("-")[0] ?? null,
		model_id: priced(voice.engine).id,
		traits,
		measured,
		is_mixed: mixed,
	};
}

function smallestDistance(heard: readonly Audition[]): number {
	const distances = heard.flatMap((one, at) =>
		heard.slice(at + 1).map((other) => spectralDistance(one.traits, other.traits)),
	);
	return distances.length === 0 ? 0 : Math.min(...distances);
}

const gatedFormats: Partial<Record<OutputFormat, Tier>> = formatTiers;

function requireFormat(tier: Tier, format: OutputFormat): void {
	const needed = gatedFormats[format];
	if (needed === undefined || tierAtLeast(tier, needed)) return;
	throw new AppError(
		"only_for_higher_plan",
		`The format ${format} comes with the ${plans[needed].label} plan and above.`,
		{ param: "output_format" },
	);
}

function designError(error: unknown): unknown {
	if (error instanceof SpeechBusyError)
		return new AppError("system_busy", "All speech engines are busy. Try again in a moment.", {
			cause: error,
			retryAfterSeconds: error.retryAfterSeconds,
		});
	if (error instanceof SpeechBadRequestError)
		return new AppError("invalid_request", `This text cannot be spoken: ${error.message}.`, { cause: error });
	if (error instanceof SpeechFailedError)
		return new AppError(
			"service_unavailable",
			"The speech engine did not answer. It may still be loading its voices; try again in a moment.",
			{ cause: error, retryAfterSeconds: 5 },
		);
	return error;
}

const noPreview = () =>
	new AppError("voice_not_found", "There is no such preview. Previews are kept for a day; design the voice again.", {
		param: "generated_voice_id",
	});

export async function streamDesignPreview(
	{ db, storage }: DesignDeps,
	context: Context,
	id: string,
): Promise<AudioAnswer> {
	const preview = await findDesignPreview(db, context.workspaceId, id);
	const answer =
		preview &&
		(await storedAudio(storage, preview.audio_key, {
			contentType: preview.content_type,
			rangeHeader: context.range,
		}));
	if (!answer) throw noPreview();
	return answer;
}

export async function saveDesignedVoice(
	deps: DesignDeps,
	context: Context,
	body: InputOf<typeof voicesEndpoints.createDesignedVoice>["body"],
): Promise<Voice> {
	const { db, storage } = deps;
	const { workspaceId } = context;
	const preview = await findDesignPreview(db, workspaceId, body.generated_voice_id);
	const sound = preview && (await storage.get(preview.audio_key));
	if (!preview || !sound) throw noPreview();
	const parts: Uint8Array[] = [];
	for await (const part of sound.body) parts.push(part);
	const facts = preview.facts as DesignFacts;
	const voiceId = await db.transaction().execute(async (tx) => {
		const id = await makeVoice(tx, context, {
			name: body.voice_name,
			description: body.voice_description,
			category: "generated",
			labels: { ...measuredLabels(preview.language, facts), ...body.labels },
			language: preview.language,
			engine: preview.engine,
			speaker: preview.speaker,
			origin: preview.source_voice_id === null ? "designed" : "remixed",
			originFacts: {
				description: preview.description,
				seed: facts.seed,
				traits: facts.traits,
				measured: facts.measured,
				...(preview.source_voice_id === null ? {} : { remixedFrom: preview.source_voice_id }),
			},
		});
		await noteSaved(tx, workspaceId, preview.id, id);
		await publishEvent(tx, {
			name: "voice_design_created",
			workspaceId,
			userId: context.userId,
			data: { voiceId: id },
		});
		return id;
	});
	await keepOwnPreview(db, storage, workspaceId, voiceId, {
		language: preview.language,
		bytes: Buffer.concat(parts),
		contentType: preview.content_type,
		durationSeconds: preview.duration_seconds,
	});
	return readVoice(deps.catalogue, context, voiceId);
}

/** Only what holds: what was met and can be said in a word. */
function measuredLabels(language: string, { traits }: DesignFacts): Record<string, string> {
	const accent = { "en-US": "american", "en-GB": "british" }[language];
	const met = traits.filter((trait) => trait.met && trait.trait !== "language" && trait.trait !== "accent");
	return {
		...(accent ? { accent } : {}),
		...Object.fromEntries(met.map(({ trait, asked }) => [trait, asked])),
	};
}
