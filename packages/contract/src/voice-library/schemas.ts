import { z } from "zod";
import { voiceCategories } from "../voices/rules.ts";
import { voiceOrigins } from "../voices/schemas.ts";

export const libraryVoice = z.object({
	public_owner_id: z.string().meta({
		description: "Public id of the owner. `timbre` for shipped voices.",
		examples: ["k3VtYh0XqPzL7sRbNw2e"],
	}),
	voice_id: z.string().meta({
		description: "Id of the voice in the library. Add the voice to use it, under the id of the copy.",
		examples: ["Xb7hH8MSUJpSbSDYk0k2"],
	}),
	date_unix: z.int().meta({
		description: "When the voice was published, in Unix seconds. Creation time for a voice shared by link.",
		examples: [1_760_000_000],
	}),
	name: z.string().meta({ description: "Name of the voice.", examples: ["Nora"] }),
	accent: z.string().meta({ description: "Accent label. Empty if unknown.", examples: ["british"] }),
	gender: z.string().meta({ description: "Gender label. Empty if unknown.", examples: ["female"] }),
	age: z.string().meta({
		description: "Age label, such as `young`, `middle_aged` or `old`. Empty if unknown.",
		examples: ["middle_aged"],
	}),
	descriptive: z
		.string()
		.meta({ description: "Label for the character of the voice. Empty if unknown.", examples: ["calm"] }),
	use_case: z.string().meta({
		description: "Label for what the voice is suited to. Empty if unknown.",
		examples: ["narrative_story"],
	}),
	category: z.enum(voiceCategories).meta({
		description:
			"`premade` for shipped voices, `generated` for designed ones, `cloned` and `professional` for voices from recordings.",
		examples: ["generated"],
	}),
	language: z
		.string()
		.nullable()
		.meta({ description: "Main language, without region.", examples: ["en"] }),
	locale: z
		.string()
		.nullable()
		.meta({
			description: "Main language with region. Null if the region is unknown.",
			examples: ["en-GB"],
		}),
	description: z
		.string()
		.nullable()
		.meta({
			description: "What the voice sounds like or is for.",
			examples: ["Calm narrator for long stories."],
		}),
	preview_url: z
		.string()
		.nullable()
		.meta({
			description: "URL of a short clip in the main language. Null if there is none yet.",
			examples: [
				"https://timbre.example.com/v1/voices/Xb7hH8MSUJpSbSDYk0k2/preview?v=4c1f0e9a2b7d5e8830a1c6f2d94b7e05a3c81f6d&language=en-GB",
			],
		}),
	usage_character_count_1y: z.int().meta({
		description:
			"Characters generated with the voice and its copies in the last 365 days. The owner's own use is not counted.",
		examples: [482_310],
	}),
	usage_character_count_7d: z.int().meta({
		description: "The same for the last 7 days.",
		examples: [12_850],
	}),
	play_api_usage_character_count_1y: z.int().meta({
		description: "Always 0: API usage is not counted separately.",
		examples: [0],
	}),
	cloned_by_count: z.int().meta({ description: "How often the voice was added from the library.", examples: [12] }),
	rate: z
		.number()
		.nullable()
		.meta({
			description: "Credit multiplier for using the voice. Null means 1.",
			examples: [2],
		}),
	fiat_rate: z
		.number()
		.nullable()
		.meta({
			description: "Rate in dollars per 1,000 credits, only shown in the owner's workspace. Null for the default rate.",
			examples: [null],
		}),
	free_users_allowed: z.boolean().meta({
		description: "Whether workspaces on the free plan can add the voice.",
		examples: [true],
	}),
	live_moderation_enabled: z.boolean().meta({
		description: "Whether text generated with the voice is checked for disallowed phrases.",
		examples: [false],
	}),
	featured: z.boolean().meta({ description: "Whether the server features the voice.", examples: [false] }),
	verified_languages: z
		.array(
			z.object({
				language: z.string().meta({ description: "Language code without region.", examples: ["en"] }),
				model_id: z.string().meta({ description: "Model that speaks this language.", examples: ["kokoro_82m_v1"] }),
				accent: z
					.string()
					.nullable()
					.meta({
						description: "Accent in this language. Null if unknown.",
						examples: ["british"],
					}),
				locale: z
					.string()
					.nullable()
					.meta({
						description: "Language with region. Null if the region is unknown.",
						examples: ["en-GB"],
					}),
				preview_url: z
					.string()
					.nullable()
					.meta({
						description: "Preview clip in this language. Null if there is none.",
						examples: [
							"https://timbre.example.com/v1/voices/Xb7hH8MSUJpSbSDYk0k2/preview?v=4c1f0e9a2b7d5e8830a1c6f2d94b7e05a3c81f6d&language=en-GB",
						],
					}),
			}),
		)
		.meta({ description: "Main language of the voice, then other languages with a preview." }),
	notice_period: z.int().meta({
		description: "Days that copies keep working after the owner removes the voice.",
		examples: [30],
	}),
	disable_at_unix: z
		.int()
		.nullable()
		.meta({
			description:
				"Set once the owner removed the voice: it can no longer be added, and copies work until this time in Unix seconds. Otherwise null.",
			examples: [null],
		}),
	reader_app_enabled: z.boolean().meta({
		description: "Whether the owner offers the voice in a reader app. Stored only: this server has no reader app.",
		examples: [false],
	}),
	instagram_username: z.null().meta({ description: "Always null: voices have no social accounts." }),
	twitter_username: z.null().meta({ description: "Always null: voices have no social accounts." }),
	youtube_username: z.null().meta({ description: "Always null: voices have no social accounts." }),
	tiktok_username: z.null().meta({ description: "Always null: voices have no social accounts." }),
	image_url: z.null().meta({ description: "Always null: voices have no images." }),
	is_added_by_user: z.boolean().meta({
		description: "Whether you or your workspace already added the voice. Always true for shipped voices.",
		examples: [false],
	}),
	is_bookmarked: z.boolean().meta({
		description: "Whether your copy was bookmarked when it was added, or the shipped voice is one of your favorites.",
		examples: [false],
	}),
	added_voice_id: z
		.string()
		.nullable()
		.meta({
			description: "Id of your copy or of the shipped voice, used to generate speech. Null if the voice was not added.",
			examples: [null],
		}),
	is_owner: z.boolean().meta({ description: "Whether the voice belongs to your workspace.", examples: [false] }),
	owner_name: z.string().meta({ description: "Public name of the owner.", examples: ["Ada"] }),
	origin: z.enum(voiceOrigins).meta({
		description:
			"How the voice was created. `matched` is the closest blend of shipped voices to recordings, `cloned` comes from a cloning engine.",
		examples: ["designed"],
	}),
	model_id: z.string().meta({ description: "Model that synthesizes the voice.", examples: ["kokoro_82m_v1"] }),
	labels: z.record(z.string(), z.string()).meta({ description: "All labels of the voice, including custom ones." }),
	similarity: z
		.number()
		.nullable()
		.meta({
			description: "Similarity to the recording or voice in a similarity search, from 0 to 1. Null otherwise.",
			examples: [0.82],
		}),
});

export const libraryPage = z.object({
	voices: z.array(libraryVoice).meta({ description: "The voices of this page, in the requested order." }),
	has_more: z.boolean().meta({ description: "Whether there are more voices.", examples: [true] }),
	total_count: z.int().meta({
		description: "Number of matches, counted up to 1,000. In a similarity search, the number of voices returned.",
		examples: [312],
	}),
	total_count_capped: z.boolean().meta({
		description: "Whether there are more matches than were counted.",
		examples: [false],
	}),
	last_sort_id: z
		.string()
		.nullable()
		.meta({
			description: "Cursor of the next page: send it back as `last_sort_id`. Null on the last page.",
			examples: ["eyJvIjoiY3JlYXRlZF9kYXRlIiwiayI6MTc2MDAwMDAwMDAwMCwiaSI6IlhiN2hIOE1TVUpwU2JTRFlrMGsyIn0"],
		}),
	understood: z
		.object({
			filters: z.record(z.string(), z.string()).meta({
				description: "Words understood as a label, as label and value, such as accent and `british`.",
			}),
			words: z.array(z.string()).meta({
				description: "Words searched in names and descriptions, after spelling correction.",
				examples: [["harbor"]],
			}),
			ignored: z.array(z.string()).meta({
				description: "Words dropped because no voice matches all of them.",
				examples: [["raspy"]],
			}),
		})
		.nullable()
		.meta({ description: "How the search text was understood. Null without a search text." }),
});

export const facet = z.object({
	value: z.string().meta({ description: "Value to send as the filter.", examples: ["narrative_story"] }),
	name: z.string().meta({ description: "Value in words, for display.", examples: ["Narration and stories"] }),
	count: z.int().meta({ description: "How many library voices have this value.", examples: [34] }),
});

export const linkShare = z.object({
	enabled: z.boolean().meta({ description: "Whether the share link works.", examples: [true] }),
	emails: z.array(z.string()).meta({
		description: "Who can add the voice. Empty means everyone with the link.",
		examples: [["ada@example.com"]],
	}),
	url: z.string().meta({
		description: "Page where the voice can be previewed and added while sharing is enabled.",
		examples: ["https://timbre.example.com/app/voice-lab/share/k3VtYh0XqPzL7sRbNw2e/Xb7hH8MSUJpSbSDYk0k2"],
	}),
	public_owner_id: z.string().meta({
		description: "Public id of the owner, part of the link.",
		examples: ["k3VtYh0XqPzL7sRbNw2e"],
	}),
	voice_id: z.string().meta({ description: "Id of the voice.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] }),
	created_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "When the voice was first shared, in Unix seconds. Null if it never was.",
			examples: [1_760_000_000],
		}),
});
