// Voice design and remixing.
// Invariant: previews are synthesized and measured, and report for each requested trait whether it matched; the same
// description and seed give the same voices; voices of a person cannot be remixed, because a remix would outlive
// revoked consent.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { formatTiers, plans, type Tier, tierAtLeast } from "@timbre/contract/plans.ts";
import type { VoicePreviews } from "@timbre/contract/voice-making/design.ts";
import type { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { OutputFormat } from "@timbre/engines/media/formats.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { asBlend } from "@timbre/engines/voices/palette.ts";
import { publishEvent } from "../../../core/events/events.ts";
import { type AudioResponse, storedAudio } from "../../../core/http/audio.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { speechError } from "../../../core/speech-errors.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { modelForEngine } from "../../models/models.public.ts";
import { type ReserveCredits, settleCredits, type UsageFacts } from "../../usage/usage.public.ts";
import { createVoice, getUsableVoice, getVoice, savePreview, type UsableVoice } from "../../voices/voices.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { blendingEngine } from "../blending.ts";
import { type DesignMetadata, findDesignPreview, isRemixingAllowed, updateSavedVoice } from "./design.repo.ts";
import { createInFlight } from "./in-flight.ts";
import { type PreviewPlan, type PreviewRequest, planPreviews, renderPreviews } from "./previews.service.ts";
import { type Designed, runOnce } from "./runs.service.ts";

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

type DesignRequest = PreviewRequest & { stream_previews?: boolean };

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
export async function requireRemixable(
	{ db, engines }: Pick<DesignDeps, "db" | "engines">,
	source: UsableVoice,
): Promise<void> {
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

const inFlight = createInFlight<Designed>();

/** A repeated request doesn't repeat the work, on whatever process it arrives, and is not charged again. */
async function createPreviews(
	deps: DesignDeps,
	context: Context,
	body: DesignRequest,
	format: OutputFormat,
	source: UsableVoice | undefined,
): Promise<VoicePreviews> {
	const key = [context.workspaceId, context.userId, context.apiKeyId, body, format, source?.id];
	const { previews, amount } = await inFlight(key, context.signal, (work) =>
		runOnce(deps, context.workspaceId, work, body.stream_previews !== true, () =>
			generatePreviews(deps, { ...context, signal: work.signal }, body, format, source),
		),
	);
	context.setResponseHeader("character-cost", String(amount));
	return previews;
}

async function generatePreviews(
	deps: DesignDeps,
	context: Context,
	body: DesignRequest,
	format: OutputFormat,
	source: UsableVoice | undefined,
): Promise<Designed> {
	const { workspaceId, userId } = context;
	const tier = await getTier(deps.db, workspaceId);
	requireFormat(tier, format);
	const plan = planPreviews(deps.engines, body, source);
	const generationId = newId();
	await deps.reserveCredits(workspaceId, {
		generationId,
		amount: plan.amount,
		tier,
		holder: deps.holder,
		leaseSeconds: deps.leaseSeconds,
		facts: usageFacts(context, plan, source),
	});
	const withoutAudio = body.stream_previews === true;
	const sourceVoiceId = source?.id ?? null;
	const run = { workspaceId, userId, generationId, format, sourceVoiceId, withoutAudio, signal: context.signal };
	try {
		return { previews: await renderPreviews(deps, plan, run), amount: plan.amount };
	} catch (error) {
		await releaseReservation(deps.db, workspaceId, generationId);
		throw speechError(error);
	}
}

/** Does nothing if the reservation is already settled. */
export async function releaseReservation(db: Database, workspaceId: string, generationId: string): Promise<void> {
	await db.transaction().execute((tx) => settleCredits(tx, workspaceId, generationId, 0));
}

export function usageFacts(
	{ userId, apiKeyId, via }: Pick<Context, "userId" | "apiKeyId" | "via">,
	plan: PreviewPlan,
	source: UsableVoice | undefined,
): UsageFacts {
	return {
		userId,
		apiKeyId,
		via,
		modelId: modelForEngine(plan.engine).id,
		source: "VoiceDesign",
		...(source ? { voiceId: source.id, voiceName: source.name } : {}),
	};
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
