import { z } from "zod";
import { voiceCategories } from "./rules.ts";

export const voiceSettings = z.object({
	stability: z
		.number()
		.min(0)
		.max(1)
		.nullish()
		.meta({
			description:
				"How even the delivery is, from 0 (varied) to 1 (even). Default 0.5. Changes intonation in Kokoro and rhythm in Piper.",
			examples: [0.5],
		}),
	similarity_boost: z
		.number()
		.min(0)
		.max(1)
		.nullish()
		.meta({
			description:
				"How closely a cloned voice follows its recording, from 0 to 1. Default 0.75. No effect with the included models.",
			examples: [0.75],
		}),
	style: z
		.number()
		.min(0)
		.max(1)
		.nullish()
		.meta({
			description: "Exaggeration of intonation and rhythm, from 0 (none) to 1. Default 0. Only Kokoro supports it.",
			examples: [0],
		}),
	use_speaker_boost: z
		.boolean()
		.nullish()
		.meta({
			description:
				"Whether a cloned voice is pushed closer to its speaker. Default true. No effect with the included models.",
			examples: [true],
		}),
	speed: z
		.number()
		.min(0.5)
		.max(2)
		.nullish()
		.meta({
			description: "Speaking rate from 0.5 to 2, where 1 is the pace of the voice. Default 1.",
			examples: [1],
		}),
});

export const voiceId = z
	.string()
	.regex(/^[A-Za-z0-9_-]{1,64}$/, "Voice ids contain letters, digits, hyphens and underscores.")
	.meta({ description: "Id of the voice. `GET /v2/voices` lists them.", examples: ["wd5ObpQ4vNaJtC9V1idt"] });

/** How a voice was created. "matched" is the closest blend of shipped voices; "cloned" comes from a cloning engine. */
export const voiceOrigins = ["shipped", "designed", "remixed", "matched", "cloned", "trained", "library"] as const;
export type VoiceOrigin = (typeof voiceOrigins)[number];

const nullableText = z.string().nullable();
export const speakerSeparation = z.object({
	voice_id: z
		.string()
		.meta({ description: "Id of the voice the sample belongs to.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	sample_id: z.string().meta({ description: "Id of the sample.", examples: ["DCwhRBWXzGAHq8TQ4Fs1"] }),
	status: z.enum(["not_started", "pending", "completed", "failed"]).meta({
		description: "State of speaker separation. Poll until it is `completed` or `failed`.",
		examples: ["completed"],
	}),
	error: nullableText.meta({
		description: "Why speaker separation `failed`. Null unless it failed.",
		examples: ["This recording no longer exists."],
	}),
	speakers: z
		.record(
			z.string(),
			z.object({
				speaker_id: z.string().meta({
					description: "Id of the speaker within this sample.",
					examples: ["speaker_0"],
				}),
				duration_secs: z.number().meta({
					description: "How long this speaker talks in total, in seconds.",
					examples: [42.7],
				}),
				utterances: z
					.array(
						z.object({
							start: z.number().meta({ description: "Start in the recording, in seconds.", examples: [1.2] }),
							end: z.number().meta({ description: "End in the recording, in seconds.", examples: [4.85] }),
						}),
					)
					.nullable()
					.meta({ description: "When this speaker talks, in order." }),
			}),
		)
		.nullable()
		.meta({ description: "The speakers found, by speaker id. Null until separation has completed." }),
	selected_speaker_ids: z
		.array(z.string())
		.nullable()
		.meta({
			description: "Speakers whose speech is used to create the voice. Null means all of them.",
			examples: [["speaker_0"]],
		}),
});

export const voiceSample = z.object({
	sample_id: z.string().meta({ description: "Id of the sample.", examples: ["DCwhRBWXzGAHq8TQ4Fs1"] }),
	file_name: z.string().meta({ description: "Name of the uploaded file.", examples: ["interview.mp3"] }),
	mime_type: z.string().meta({
		description: "Content type of the file, detected from its bytes.",
		examples: ["audio/mpeg"],
	}),
	size_bytes: z.int().meta({ description: "Size of the file in bytes.", examples: [1_482_310] }),
	hash: z.string().meta({
		description: "SHA-256 hash of the file, in hexadecimal.",
		examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
	}),
	duration_secs: z
		.number()
		.nullable()
		.meta({
			description: "Length of the complete recording in seconds, before any trim.",
			examples: [92.4],
		}),
	remove_background_noise: z
		.boolean()
		.nullable()
		.meta({
			description: "Whether background noise is removed before the voice is created.",
			examples: [false],
		}),
	has_isolated_audio: z
		.boolean()
		.nullable()
		.meta({
			description:
				"Whether a version without background noise is stored. Training creates it when noise removal is on.",
			examples: [false],
		}),
	has_isolated_audio_preview: z
		.boolean()
		.nullable()
		.meta({
			description: "Same as `has_isolated_audio`.",
			examples: [false],
		}),
	speaker_separation: speakerSeparation.nullable().meta({ description: "Speakers found in the recording." }),
	trim_start: z
		.int()
		.nullable()
		.meta({
			description:
				"Where the used part starts, in milliseconds. Set after leading silence on upload; null means the beginning.",
			examples: [350],
		}),
	trim_end: z
		.int()
		.nullable()
		.meta({
			description:
				"Where the used part ends, in milliseconds. Set before trailing silence on upload; null means the end.",
			examples: [91_800],
		}),
});
export type VoiceSample = z.output<typeof voiceSample>;

const verificationAttempt = z.object({
	text: z.string().meta({
		description: "The sentence that had to be read.",
		examples: [
			"I agree that a voice is made from my recordings. The quiet teacher carries the golden lantern near the river.",
		],
	}),
	date_unix: z
		.int()
		.meta({ description: "When the reading was submitted, in Unix seconds.", examples: [1_760_000_000] }),
	accepted: z.boolean().meta({ description: "Whether the reading passed verification.", examples: [true] }),
	similarity: z.number().meta({
		description:
			"Cosine similarity of the reader's voice to the samples, -1 to 1. 0 if there were no samples to compare with.",
		examples: [0.83],
	}),
	levenshtein_distance: z.number().meta({
		description: "Share of words that differ from the sentence (word error rate). 0 is a perfect reading.",
		examples: [0.05],
	}),
	recording: z.null().meta({ description: "Always null: recordings of readings are not returned." }),
});

export const trainingStates = ["not_started", "queued", "fine_tuning", "fine_tuned", "failed", "delayed"] as const;

const fineTuning = z.object({
	is_allowed_to_fine_tune: z.boolean().meta({
		description: "Whether a professional voice can be trained: it is verified and has recordings.",
		examples: [true],
	}),
	state: z
		.record(z.string(), z.enum(trainingStates))
		.meta({ description: "Training state by model id. A canceled training counts as `not_started`." }),
	verification_failures: z.array(z.string()).meta({
		description: "Why readings of the sentence were rejected, oldest first.",
		examples: [["This voice does not match the recordings: similarity 0.41, required 0.65."]],
	}),
	verification_attempts_count: z.int().meta({
		description: "How many readings were submitted for this voice.",
		examples: [1],
	}),
	manual_verification_requested: z.boolean().meta({
		description: "Whether manual verification was requested.",
		examples: [false],
	}),
	language: z
		.string()
		.nullable()
		.meta({ description: "Language of the voice as a BCP 47 tag.", examples: ["en-US"] }),
	progress: z
		.record(z.string(), z.number())
		.nullable()
		.meta({ description: "Training progress from 0 to 1, by model id. Null if the voice was never trained." }),
	message: z
		.record(z.string(), z.string())
		.nullable()
		.meta({ description: "Current step or result of the training in words, by model id. Null if there is none." }),
	dataset_duration_seconds: z
		.number()
		.nullable()
		.meta({
			description: "Total length of all recordings in seconds, before trims.",
			examples: [372.5],
		}),
	verification_attempts: z
		.array(verificationAttempt)
		.nullable()
		.meta({ description: "Submitted readings of the sentence, oldest first." }),
	slice_ids: z
		.array(z.string())
		.nullable()
		.meta({
			description: "Always null: recordings are not sliced.",
			examples: [null],
		}),
	max_verification_attempts: z
		.int()
		.nullable()
		.meta({
			description: "Always null. `GET /v1/voices/{voice_id}/consent` returns the attempts left.",
			examples: [null],
		}),
	next_max_verification_attempts_reset_unix_ms: z
		.int()
		.nullable()
		.meta({
			description: "Always null. `GET /v1/voices/{voice_id}/consent` returns when attempts are reset.",
			examples: [null],
		}),
	manual_verification: z.null().meta({ description: "Always null; expected by API clients." }),
	finetuning_state: z.null().meta({ description: "Always null; expected by API clients." }),
});

export const voiceSharing = z.object({
	status: z
		.enum(["enabled", "disabled", "copied_disabled"])
		.optional()
		.meta({
			description:
				"For your own voices, `enabled` if shared by link or published, otherwise `disabled`. For a voice added from the library, `copied_disabled` once it can't be used anymore; until then there is no status.",
			examples: ["enabled"],
		}),
	date_unix: z.int().meta({
		description: "When the voice was published, or created if it is not published, in Unix seconds.",
		examples: [1_760_000_000],
	}),
	whitelisted_emails: z.array(z.string()).meta({
		description: "Email addresses the share link is limited to. Only shown to the owner and admins.",
		examples: [["ada@example.com"]],
	}),
	public_owner_id: z.string().meta({
		description: "Public id of the voice's owner. Empty if it is unknown.",
		examples: ["k3VtYh0XqPzL7sRbNw2e"],
	}),
	original_voice_id: z.string().meta({
		description: "Id of the voice that a copy was made from. The voice's own id if it is not a copy.",
		examples: ["wd5ObpQ4vNaJtC9V1idt"],
	}),
	financial_rewards_enabled: z.boolean().meta({
		description: "Always false: there are no payouts yet.",
		examples: [false],
	}),
	free_users_allowed: z.boolean().meta({
		description: "Whether workspaces on the free plan can add the voice.",
		examples: [true],
	}),
	live_moderation_enabled: z.boolean().meta({
		description: "Whether text that other workspaces generate with the voice is checked for disallowed phrases.",
		examples: [false],
	}),
	rate: z
		.number()
		.nullable()
		.meta({
			description: "Credit multiplier for other workspaces. Null means 1.",
			examples: [2],
		}),
	fiat_rate: z
		.number()
		.nullable()
		.meta({
			description:
				"The owner's rate in dollars per 1,000 credits, only shown to the owner and admins. Null for the default rate.",
			examples: [0.06],
		}),
	notice_period: z.int().meta({
		description: "Days that copies keep working after the voice is removed from the library.",
		examples: [30],
	}),
	disable_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "When copies stop working, in Unix seconds. Null unless the voice was removed from the library.",
			examples: [null],
		}),
	voice_mixing_allowed: z.boolean().meta({ description: "Whether others can remix the voice.", examples: [false] }),
	featured: z
		.boolean()
		.meta({ description: "Whether the server features the voice in the library.", examples: [false] }),
	category: z
		.enum(voiceCategories)
		.meta({ description: "Category under which the voice is published.", examples: ["generated"] }),
	reader_app_enabled: z.boolean().meta({
		description: "Whether the owner offers the voice in a reader app. Stored only: this server has no reader app.",
		examples: [false],
	}),
	reader_restricted_on: z
		.array(
			z.object({
				resource_type: z.enum(["read", "collection"]).meta({
					description: "Kind of reader app content.",
					examples: ["read"],
				}),
				resource_id: z.string().meta({
					description: "Id of the content in the reader app.",
					examples: ["pZ4mQ9vLc2XtB7nKs0Ja"],
				}),
			}),
		)
		.meta({ description: "Reader app content the voice is limited to. Stored only." }),
	enabled_in_library: z.boolean().meta({
		description: "Whether the voice is published in the voice library.",
		examples: [true],
	}),
	liked_by_count: z.int().meta({ description: "Always 0: likes are not counted.", examples: [0] }),
	cloned_by_count: z.int().meta({ description: "How often the voice was added from the library.", examples: [12] }),
	name: z.string().meta({ description: "Name in the library.", examples: ["Nora"] }),
	description: z
		.string()
		.nullable()
		.meta({
			description: "Description in the library.",
			examples: ["Calm narrator for long stories."],
		}),
	labels: z.record(z.string(), z.string()).meta({ description: "Labels in the library, such as accent and use case." }),
	review_status: z.enum(["not_requested", "pending", "declined", "allowed", "allowed_with_changes"]).meta({
		description:
			"Result of the automatic check of name, description and labels when publishing. A `declined` voice is not listed.",
		examples: ["allowed"],
	}),
	review_message: z
		.string()
		.nullable()
		.meta({
			description: "Why the review declined the voice, otherwise null.",
			examples: [null],
		}),
	ban_reason: z
		.string()
		.nullable()
		.meta({
			description: "Why the voice is blocked. Null if it is not blocked or no reason was given.",
			examples: [null],
		}),
	history_item_sample_id: z.null().meta({ description: "Always null; expected by API clients." }),
	image_url: z.null().meta({ description: "Always null: voices have no images." }),
	instagram_username: z.null().meta({ description: "Always null: voices have no social accounts." }),
	twitter_username: z.null().meta({ description: "Always null: voices have no social accounts." }),
	youtube_username: z.null().meta({ description: "Always null: voices have no social accounts." }),
	tiktok_username: z.null().meta({ description: "Always null: voices have no social accounts." }),
	moderation_check: z.null().meta({ description: "Always null; expected by API clients." }),
});

/** Fields that are always null: voices have no images or social accounts here. */
export const emptySharingFields = {
	history_item_sample_id: null,
	image_url: null,
	instagram_username: null,
	twitter_username: null,
	youtube_username: null,
	tiktok_username: null,
	moderation_check: null,
} as const;

const voiceVerification = z.object({
	requires_verification: z.boolean().meta({
		description: "Whether the voice comes from recordings and needs its speaker's consent before use.",
		examples: [true],
	}),
	is_verified: z.boolean().meta({
		description:
			"Whether a reading was accepted and consent is still valid. True for library copies, which their owner verified.",
		examples: [true],
	}),
	verification_failures: z.array(z.string()).meta({
		description: "Why readings of the sentence were rejected, oldest first.",
		examples: [["This voice does not match the recordings: similarity 0.41, required 0.65."]],
	}),
	verification_attempts_count: z.int().meta({
		description: "How many readings were submitted for this voice.",
		examples: [1],
	}),
	language: z
		.string()
		.nullable()
		.meta({
			description: "Language of the voice as a BCP 47 tag. Null if no verification is required.",
			examples: ["en-US"],
		}),
	verification_attempts: z
		.array(verificationAttempt)
		.nullable()
		.meta({ description: "Submitted readings of the sentence, oldest first." }),
});

export const voice = z.object({
	voice_id: z
		.string()
		.meta({ description: "Id of the voice, used to generate speech with it.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	name: z.string().meta({ description: "Name shown in voice lists.", examples: ["Nora"] }),
	description: z
		.string()
		.nullable()
		.meta({
			description: "What the voice sounds like or is for.",
			examples: ["Calm narrator for long stories."],
		}),
	category: z.enum(voiceCategories).meta({
		description:
			"`premade` voices ship with the server, `generated` ones were designed or remixed, `cloned` and `professional` ones come from recordings. `famous` and `high_quality` are not used.",
		examples: ["generated"],
	}),
	labels: z.record(z.string(), z.string()).meta({
		description:
			"Known facts about the voice, such as accent, gender, pitch and pace: stated by its owner or the model's authors, or measured.",
	}),
	language: z.string().meta({ description: "Main language as a BCP 47 tag.", examples: ["en-US"] }),
	preview_url: z
		.string()
		.nullable()
		.meta({
			description:
				"URL of a short clip that plays without authentication; keep it secret for private voices. Null if there is no clip yet or the voice must not be used.",
			examples: [
				"https://timbre.example.com/v1/voices/wd5ObpQ4vNaJtC9V1idt/preview?v=4c1f0e9a2b7d5e8830a1c6f2d94b7e05a3c81f6d&language=en-US",
			],
		}),
	high_quality_base_model_ids: z.array(z.string()).meta({
		description: "Models that can synthesize this voice. Empty while it can't be used.",
		examples: [["kokoro_82m_v1"]],
	}),
	verified_languages: z
		.array(
			z.object({
				language: z.string().meta({ description: "Language code without region.", examples: ["en"] }),
				model_id: z.string().meta({ description: "Model that speaks this language.", examples: ["kokoro_82m_v1"] }),
				accent: z
					.string()
					.nullable()
					.meta({ description: "Accent, if known.", examples: ["american"] }),
				locale: z
					.string()
					.nullable()
					.meta({
						description: "BCP 47 tag with region. Null if the region is unknown.",
						examples: ["en-US"],
					}),
				preview_url: z
					.string()
					.nullable()
					.meta({
						description: "Preview clip in this language. Null if there is none.",
						examples: [
							"https://timbre.example.com/v1/voices/wd5ObpQ4vNaJtC9V1idt/preview?v=4c1f0e9a2b7d5e8830a1c6f2d94b7e05a3c81f6d&language=en-US",
						],
					}),
			}),
		)
		.meta({ description: "Main language of the voice, then other languages with a preview." }),
	available_for_tiers: z.array(z.string()).meta({
		description: "Ids of the plans that can use the voice: always all of them.",
		examples: [["free", "starter", "creator"]],
	}),
	settings: voiceSettings
		.nullable()
		.meta({ description: "Settings this workspace stored for the voice, with defaults for the others." }),
	samples: z
		.array(voiceSample)
		.nullable()
		.meta({ description: "Recordings the voice was created from. Null for shipped voices." }),
	fine_tuning: fineTuning.nullable().meta({
		description: "Training state of a voice from recordings. Null for voices that are never trained.",
	}),
	sharing: voiceSharing.nullable().meta({ description: "How the voice is shared. Null for shipped voices." }),
	safety_control: z
		.enum(["BAN", "CAPTCHA"])
		.nullable()
		.meta({
			description:
				"`BAN` if the voice is blocked, `CAPTCHA` if it must be verified before it can be used again, otherwise null.",
			examples: [null],
		}),
	voice_verification: voiceVerification
		.nullable()
		.meta({ description: "Whether the speaker has verified the voice. Null for shipped voices." }),
	collection_ids: z
		.array(z.string())
		.nullable()
		.meta({
			description: "Your collections that contain the voice.",
			examples: [["b8RzWq1TnXc5VhLd0MfY"]],
		}),
	permission_on_resource: z
		.enum(["admin", "editor", "commenter", "viewer"])
		.nullable()
		.meta({
			description: "Your role on the voice. Null for shipped voices.",
			examples: ["admin"],
		}),
	is_owner: z.boolean().meta({
		description: "Whether you created the voice. False for library copies.",
		examples: [true],
	}),
	is_legacy: z.boolean().meta({ description: "Whether it is an id of ElevenLabs.", examples: [false] }),
	is_mixed: z.boolean().meta({ description: "Whether the voice is a blend of shipped voices.", examples: [true] }),
	origin: z.enum(voiceOrigins).meta({
		description:
			"How the voice was created. `matched` is the closest blend of shipped voices to its recordings, `cloned` comes from a cloning engine, `library` is a copy.",
		examples: ["designed"],
	}),
	similarity: z
		.number()
		.nullable()
		.meta({
			description:
				"Cosine similarity of a matched or cloned voice to its samples, at most 1. Null for other origins and until the voice is created.",
			examples: [null],
		}),
	disabled: z.boolean().meta({ description: "Whether the voice can't be used right now.", examples: [false] }),
	tooltip: z
		.string()
		.nullable()
		.meta({
			description: "Why the voice can't be used. Null if it can.",
			examples: [null],
		}),
	favorited_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "When you added the voice to your favorites, in Unix seconds. Null if it is not a favorite.",
			examples: [1_760_000_000],
		}),
	is_bookmarked: z
		.boolean()
		.nullable()
		.meta({
			description: "Whether a library copy was bookmarked when it was added. Null for other voices.",
			examples: [null],
		}),
	created_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "When the voice was created or added, in Unix seconds. Null for shipped voices.",
			examples: [1_760_000_000],
		}),
	recording_quality: z.null().meta({ description: "Always null: recordings are not rated." }),
	recording_quality_reason: z.null().meta({ description: "Always null: recordings are not rated." }),
	labelling_status: z.null().meta({ description: "Always null; expected by API clients." }),
});

/** Fields that are always null: recordings are not rated. */
export const unratedRecording = {
	recording_quality: null,
	recording_quality_reason: null,
	labelling_status: null,
} as const;
export type Voice = z.output<typeof voice>;
