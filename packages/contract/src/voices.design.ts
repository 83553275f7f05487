import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { fileFormats } from "./speech.ts";
import { voice, voiceId } from "./voices.entities.ts";

/** What can be asked of a voice in words. All but age are measured on the finished sound, or hold by the way it is spoken. */
export const designTraits = [
	"gender",
	"age",
	"accent",
	"language",
	"pitch",
	"pace",
	"brightness",
	"liveliness",
] as const;

export const traitAnswer = z.object({
	trait: z.enum(designTraits),
	/** As it was understood: "low", "british". */
	asked: z.string(),
	/** Null where nothing here can measure it. */
	met: z.boolean().nullable(),
	/** The figure, null where there is none. */
	measured: z.number().nullable(),
	unit: z.enum(["Hz", "syllables/s", "semitones"]).nullable(),
	/** In words: what was measured, or why it could not be met. */
	explanation: z.string(),
});
export type TraitAnswer = z.output<typeof traitAnswer>;

const measuredVoice = z.object({
	/** Median, in Hz. */
	pitch: z.number(),
	/** How far the melody strays from its middle, in semitones. */
	liveliness: z.number(),
	/** Syllables a second. */
	pace: z.number(),
	/** The middle of the spectrum, in Hz. */
	brightness: z.number(),
});

export const voicePreview = z.object({
	/** Empty when the previews are to be streamed by their ids. */
	audio_base_64: z.string(),
	generated_voice_id: z.string(),
	media_type: z.string(),
	duration_secs: z.number(),
	language: z.string().nullable(),
	/** The model that will speak the voice. */
	model_id: z.string(),
	traits: z.array(traitAnswer),
	measured: measuredVoice,
	/** Mixed from several shipped voices, or one of them. */
	is_mixed: z.boolean(),
});
export type VoicePreview = z.output<typeof voicePreview>;

export const voicePreviews = z.object({
	previews: z.array(voicePreview),
	text: z.string(),
	/** Spread of the three by ear: the smallest distance between the spectra of two of them, in dB. */
	difference_db: z.number(),
	/** Send it again with the same description for the same voices. */
	seed: z.int(),
	/** Words of the description that named no trait. */
	not_understood: z.array(z.string()),
});
export type VoicePreviews = z.output<typeof voicePreviews>;

const description = z.string().trim().min(20).max(1000);
const previewText = z.string().trim().min(100).max(1000).nullish();
const wanted = {
	text: previewText,
	/** Without a text one is chosen in the language of the description's voice, whether this is set or not. */
	auto_generate_text: z.boolean().default(false),
	/** Of the previews: 0 is about as loud as every voice here, 1 and -1 are 8 dB louder and softer. */
	loudness: z.number().min(-1).max(1).default(0),
	/** The same seed and description, the same three voices. */
	seed: z.int().min(0).max(2_147_483_647).nullish(),
	/** How far the voices go towards what was asked: 5 is usual, 0 hardly at all. */
	guidance_scale: z.number().min(0).max(100).default(5),
};
/** Taken so that existing code goes on working; nothing here reads them. */
const compatibility = {
	quality: z.number().min(-1).max(1).nullish(),
	should_enhance: z.boolean().default(false),
	remixing_session_id: z.string().max(200).nullish(),
	remixing_session_iteration_id: z.string().max(200).nullish(),
};
/** Leaves the sounds out of the answer, to be fetched by their ids. What is offered was measured, so it was spoken before the answer either way. */
const streamPreviews = z.boolean().default(false);
const previewQuery = z.object({ output_format: z.enum(fileFormats).default("mp3_44100_128") });

const spending = {
	since: "0.5.0",
	auth: "user",
	permission: "voice_generation",
	credits: true,
	query: previewQuery,
	response: voicePreviews,
} as const;

export const designEndpoints = {
	designVoice: endpoint({
		id: "textToVoice_design",
		method: "POST",
		path: "/v1/text-to-voice/design",
		summary: "Three voices after a description, each with the traits it meets and a preview",
		...spending,
		body: z.object({
			voice_description: description,
			model_id: z.string().max(100).nullish(),
			...wanted,
			stream_previews: streamPreviews,
			...compatibility,
			reference_audio_base64: z.string().nullish(),
			prompt_strength: z.number().min(0).max(1).nullish(),
		}),
		errors: [
			"quota_exceeded",
			"system_busy",
			"too_many_concurrent_requests",
			"only_for_higher_plan",
			"unsupported_language",
			"invalid_request",
		],
	}),
	createVoicePreviews: endpoint({
		id: "textToVoice_createPreviews",
		method: "POST",
		path: "/v1/text-to-voice/create-previews",
		summary: "The same as design, under its older name",
		...spending,
		body: z.object({ voice_description: description, ...wanted, ...compatibility }),
		errors: [
			"quota_exceeded",
			"system_busy",
			"too_many_concurrent_requests",
			"only_for_higher_plan",
			"unsupported_language",
		],
	}),
	remixVoice: endpoint({
		id: "textToVoice_remix",
		method: "POST",
		path: "/v1/text-to-voice/{voice_id}/remix",
		summary: "Three variations of a voice, moved the way the prompt asks",
		...spending,
		params: z.object({ voice_id: voiceId }),
		body: z.object({
			voice_description: z.string().trim().min(5).max(1000),
			...wanted,
			stream_previews: streamPreviews,
			...compatibility,
			/** How much the prompt counts against the voice as it is; 0.5 is usual. */
			prompt_strength: z.number().min(0).max(1).nullish(),
		}),
		errors: [
			"voice_not_found",
			"quota_exceeded",
			"system_busy",
			"too_many_concurrent_requests",
			"only_for_higher_plan",
			"model_can_not_use_voice",
			"unsupported_language",
		],
	}),
	streamVoicePreview: endpoint({
		id: "textToVoice_preview_stream",
		method: "GET",
		path: "/v1/text-to-voice/{generated_voice_id}/stream",
		summary: "The sound of one preview; kept for a day",
		since: "0.5.0",
		auth: "user",
		permission: "voice_generation",
		params: z.object({ generated_voice_id: voiceId }),
		response: "audio",
		errors: ["voice_not_found"],
	}),
	createDesignedVoice: endpoint({
		id: "textToVoice_create",
		method: "POST",
		path: "/v1/text-to-voice",
		summary: "Save a preview as a voice of the workspace",
		since: "0.5.0",
		auth: "user",
		permission: "voice_generation",
		body: z.object({
			voice_name: z.string().trim().min(1).max(100),
			voice_description: description,
			generated_voice_id: voiceId,
			labels: z.record(z.string().max(40), z.string().max(100)).nullish(),
			/** Taken for compatibility; nothing reads it. */
			played_not_selected_voice_ids: z.array(z.string().max(64)).max(100).nullish(),
		}),
		response: voice,
		errors: ["voice_not_found", "voice_limit_reached"],
	}),
};
