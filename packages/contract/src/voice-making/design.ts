import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { fileFormats } from "../speech/endpoints.ts";
import { voice, voiceId } from "../voices/schemas.ts";
import { voiceMakingPaths } from "./paths.ts";

/** Traits a description can request. All but age are measured on the generated audio or hold by construction. */
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

export const traitResult = z.object({
	trait: z.enum(designTraits).meta({ description: "The requested trait.", examples: ["pitch"] }),
	asked: z.string().meta({ description: "The requested value as understood.", examples: ["low"] }),
	met: z
		.boolean()
		.nullable()
		.meta({
			description: "Whether the voice matches the request. Null if that can't be determined, as for age.",
			examples: [true],
		}),
	measured: z
		.number()
		.nullable()
		.meta({
			description: "Measured value. Null for traits that are not measured: gender, age, accent and language.",
			examples: [112.4],
		}),
	unit: z
		.enum(["Hz", "syllables/s", "semitones"])
		.nullable()
		.meta({
			description: "Unit of the measured value. Null if nothing was measured.",
			examples: ["Hz"],
		}),
	explanation: z.string().meta({
		description: "What was measured and compared, or why the trait was not matched.",
		examples: ["112 Hz, compared with 128 in typical voices of this kind."],
	}),
});
export type TraitResult = z.output<typeof traitResult>;

const measuredVoice = z.object({
	pitch: z.number().meta({ description: "Median pitch in Hz.", examples: [112.4] }),
	liveliness: z.number().meta({ description: "Pitch variation around the median, in semitones.", examples: [2.61] }),
	pace: z.number().meta({ description: "Syllables per second of speech.", examples: [4.12] }),
	brightness: z.number().meta({ description: "Spectral center of the speech in Hz.", examples: [1_480] }),
});

export const voicePreview = z.object({
	audio_base_64: z.string().meta({
		description: "The audio as base64, in the requested format. Empty with `stream_previews`.",
		examples: ["SUQzBAAAAAAAI1RTU0UAAAAPAAADTGF2"],
	}),
	generated_voice_id: z.string().meta({
		description: "Id of the preview, used to stream it or save it as a voice. Valid for 24 hours.",
		examples: ["q7LmVx2KcRt9WbZ0NhYs"],
	}),
	media_type: z.string().meta({ description: "Content type of the audio.", examples: ["audio/mpeg"] }),
	duration_secs: z.number().meta({ description: "Length of the audio in seconds.", examples: [8.3] }),
	language: z
		.string()
		.nullable()
		.meta({
			description: "Language of the voice, without region.",
			examples: ["en"],
		}),
	model_id: z.string().meta({ description: "Model that synthesizes the voice.", examples: ["kokoro_82m_v1"] }),
	traits: z.array(traitResult).meta({ description: "The requested traits, and whether this voice matches them." }),
	measured: measuredVoice.meta({ description: "Measurements of the preview." }),
	is_mixed: z.boolean().meta({
		description: "True for a blend of shipped voices, false for a single one.",
		examples: [true],
	}),
});
export type VoicePreview = z.output<typeof voicePreview>;

export const voicePreviews = z.object({
	previews: z
		.array(voicePreview)
		.meta({ description: "Three previews; those that match the most requested traits come first." }),
	text: z.string().meta({
		description: "The text that the previews speak.",
		examples: ["The harbor was quiet that morning, and the boats lay still under a pale sky."],
	}),
	difference_db: z.number().meta({
		description: "Spectral distance between the two most similar previews, in dB.",
		examples: [2.2],
	}),
	seed: z.int().meta({
		description: "Seed that was used. The same seed and description give the same voices.",
		examples: [123_456],
	}),
	not_understood: z.array(z.string()).meta({
		description: "Words of the description that were not used.",
		examples: [["raspy", "pirate"]],
	}),
});
export type VoicePreviews = z.output<typeof voicePreviews>;

const description = z
	.string()
	.trim()
	.min(20)
	.max(1000)
	.meta({
		description:
			"What the voice should sound like, 20 to 1,000 characters in English: gender, age, accent, language, pitch, pace, brightness and liveliness are used.",
		examples: ["A calm older British man with a low voice who speaks slowly."],
	});
const previewText = z
	.string()
	.trim()
	.min(100)
	.max(1000)
	.nullish()
	.meta({
		description:
			"Text for the previews to speak, 100 to 1,000 characters. Default: a sentence in the language of the voice.",
		examples: [
			"The harbor was quiet that morning, and the boats lay still under a pale sky while the town slowly came to life.",
		],
	});
export const requestFields = {
	text: previewText,
	auto_generate_text: z
		.boolean()
		.default(false)
		.meta({
			description: "Accepted for compatibility: without `text`, one is chosen either way.",
			examples: [false],
		}),
	loudness: z
		.number()
		.min(-1)
		.max(1)
		.default(0)
		.meta({
			description: "Loudness of the previews: 0 is the normal level, 1 and -1 are 8 dB louder and softer.",
			examples: [0],
		}),
	seed: z
		.int()
		.min(0)
		.max(2_147_483_647)
		.nullish()
		.meta({
			description: "The same seed and description give the same voices. Random by default.",
			examples: [123_456],
		}),
	guidance_scale: z
		.number()
		.min(0)
		.max(100)
		.default(5)
		.meta({
			description:
				"How strongly the description applies: 0 hardly at all, 5 normally. Values above 13 have no further effect.",
			examples: [5],
		}),
};
const compatibility = {
	quality: z
		.number()
		.min(-1)
		.max(1)
		.nullish()
		.meta({
			description: "Accepted for compatibility and ignored.",
			examples: [0.9],
		}),
	should_enhance: z
		.boolean()
		.default(false)
		.meta({
			description: "Accepted for compatibility and ignored.",
			examples: [false],
		}),
	remixing_session_id: z
		.string()
		.max(200)
		.nullish()
		.meta({
			description: "Accepted for compatibility and ignored.",
			examples: ["f3TqLs8VwYb1XzKd5RnG"],
		}),
	remixing_session_iteration_id: z
		.string()
		.max(200)
		.nullish()
		.meta({
			description: "Accepted for compatibility and ignored.",
			examples: ["h6PvBm0CjWt4ZaNe9XuS"],
		}),
};
const streamPreviews = z
	.boolean()
	.default(false)
	.meta({
		description:
			"Leaves the audio out of the response; fetch it with `GET /v1/text-to-voice/{generated_voice_id}/stream`. The response still waits until all previews are generated.",
		examples: [false],
	});
const previewQuery = z.object({
	output_format: z
		.enum(fileFormats)
		.default("mp3_44100_128")
		.meta({
			description:
				"Audio format as codec, sample rate and bitrate. `mp3_44100_192` needs the Creator plan; `pcm_44100` and `wav_44100` need Pro.",
			examples: ["mp3_44100_128"],
		}),
});

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
		...voiceMakingPaths.designVoice,
		summary: "Design a voice",
		description:
			"Generates three voice previews from a description and reports for each which traits it matches. Previews expire after 24 hours; save one with `POST /v1/text-to-voice`. Costs one credit per character of the text for each of the three previews; the `character-cost` header has the total, and a failed request costs nothing. Accents other than American and British English are not available.",
		...spending,
		body: z.object({
			voice_description: description,
			model_id: z
				.string()
				.max(100)
				.nullish()
				.meta({
					description: "Accepted for compatibility and ignored: the server chooses the model.",
					examples: ["eleven_multilingual_ttv_v2"],
				}),
			...requestFields,
			stream_previews: streamPreviews,
			...compatibility,
			reference_audio_base64: z
				.string()
				.nullish()
				.meta({
					description:
						"Not supported: requests with audio are rejected. Use `POST /v1/voices/add` to create a voice from recordings.",
					examples: [null],
				}),
			prompt_strength: z
				.number()
				.min(0)
				.max(1)
				.nullish()
				.meta({
					description:
						"Scales `guidance_scale`: 0.5 leaves it unchanged, which is the default, and 1 doubles its effect.",
					examples: [0.5],
				}),
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
		...voiceMakingPaths.createVoicePreviews,
		summary: "Create voice previews",
		description:
			"Older name of `POST /v1/text-to-voice/design`, with the same result and cost: three previews that expire after 24 hours, for one credit per character of the text each.",
		...spending,
		body: z.object({ voice_description: description, ...requestFields, ...compatibility }),
		errors: [
			"quota_exceeded",
			"system_busy",
			"too_many_concurrent_requests",
			"only_for_higher_plan",
			"unsupported_language",
		],
	}),
	remixVoice: endpoint({
		...voiceMakingPaths.remixVoice,
		summary: "Remix a voice",
		description:
			"Generates three variations of a voice and reports which traits they match. Works for voices of the engine that supports blending, Kokoro; voices from recordings can't be remixed, and library voices only if their owner allows it. Costs one credit per character of the text for each of the three previews. Previews expire after 24 hours; save one with `POST /v1/text-to-voice`.",
		...spending,
		params: z.object({ voice_id: voiceId }),
		body: z.object({
			voice_description: z
				.string()
				.trim()
				.min(5)
				.max(1000)
				.meta({
					description: "How the voice should change, 5 to 1,000 characters in English.",
					examples: ["Make it slower and deeper."],
				}),
			...requestFields,
			stream_previews: streamPreviews,
			...compatibility,
			prompt_strength: z
				.number()
				.min(0)
				.max(1)
				.nullish()
				.meta({
					description: "Weight of the prompt against the original voice, from 0 to 1. Default 0.5.",
					examples: [0.5],
				}),
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
		...voiceMakingPaths.streamVoicePreview,
		summary: "Stream a voice preview",
		description:
			"Returns the audio of a preview of your workspace and supports range requests. Previews expire after 24 hours.",
		since: "0.5.0",
		auth: "user",
		permission: "voice_generation",
		params: z.object({
			generated_voice_id: voiceId.meta({
				description: "Id of a preview from design or remix.",
				examples: ["q7LmVx2KcRt9WbZ0NhYs"],
			}),
		}),
		response: "audio",
		errors: ["voice_not_found"],
	}),
	createDesignedVoice: endpoint({
		...voiceMakingPaths.createDesignedVoice,
		summary: "Save a voice preview",
		description:
			"Saves a preview as a voice of the workspace and returns the voice, which can be used at once. Matched traits become labels. Takes one voice slot of the plan and counts as a voice edit; it costs no credits.",
		since: "0.5.0",
		auth: "user",
		permission: "voice_generation",
		body: z.object({
			voice_name: z
				.string()
				.trim()
				.min(1)
				.max(100)
				.meta({ description: "Name of the voice, up to 100 characters.", examples: ["Nora"] }),
			voice_description: description.meta({
				description: "Description shown with the voice, 20 to 1,000 characters.",
				examples: ["A calm older British man with a low voice who speaks slowly."],
			}),
			generated_voice_id: voiceId.meta({
				description: "Id of the preview to save, which must not have expired.",
				examples: ["q7LmVx2KcRt9WbZ0NhYs"],
			}),
			labels: z
				.record(z.string().max(40), z.string().max(100))
				.nullish()
				.meta({ description: "Labels to add. They override labels derived from matched traits." }),
			played_not_selected_voice_ids: z
				.array(z.string().max(64))
				.max(100)
				.nullish()
				.meta({
					description: "Accepted for compatibility and ignored.",
					examples: [["t1XcNb5YgKs8QwLv3HzM"]],
				}),
		}),
		response: voice,
		errors: ["voice_not_found", "voice_limit_reached"],
	}),
};
