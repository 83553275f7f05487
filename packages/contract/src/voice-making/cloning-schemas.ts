import { z } from "zod";
import { isUploadedFile, type UploadedFile } from "../endpoint.ts";
import { voiceId } from "../voices/schemas.ts";
import { consentLanguages, consentScopes } from "./rules.ts";

export const recordingFile = (message: string) => z.custom<UploadedFile>(isUploadedFile, message);
/** A form part that was sent once is not a list yet. */
export const toArray = (value: unknown) => (value === undefined || Array.isArray(value) ? value : [value]);

export const consentScope = z.enum(consentScopes);

export const consentLanguage = z.enum(consentLanguages);
export const sentenceQuery = z.object({
	language: consentLanguage.optional().meta({
		description:
			"Language of the sentence. A reading is compared with the latest sentence. Default: that of your last sentence for this voice, or English.",
		examples: ["de"],
	}),
});

export const challenge = z.object({
	sentence: z.string().meta({
		description: "Sentence to read aloud exactly as written. It states the consent and ends in random words.",
		examples: [
			"I agree that a voice is made from my recordings. The quiet teacher carries the golden lantern near the river.",
		],
	}),
	language: consentLanguage.meta({
		description: "Language of the sentence, independent of the language that the voice speaks.",
		examples: ["en"],
	}),
	expires_at_unix: z.int().meta({
		description: "When the sentence expires, in Unix seconds. A new sentence is valid for ten minutes and one reading.",
		examples: [1_760_000_600],
	}),
});

export const readingResult = z.object({
	status: z.literal("ok").meta({ description: "Always `ok`: a rejected reading returns an error." }),
	heard: z.string().meta({
		description: "Transcript of the reading.",
		examples: [
			"I agree that a voice is made from my recordings. The quiet teacher carries the golden lantern near the river.",
		],
	}),
	word_error_rate: z.number().meta({
		description: "Share of words that differ from the sentence. Up to 0.34 is accepted.",
		examples: [0.05],
	}),
	similarity: z
		.number()
		.nullable()
		.meta({
			description:
				"Cosine similarity of the reader's voice to the samples, -1 to 1. At least 0.65 is required. Null for a voice without samples.",
			examples: [0.83],
		}),
});

export const attempts = {
	attempts_left: z.int().meta({
		description: "Failed readings still allowed, out of five a day.",
		examples: [5],
	}),
	attempts_reset_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "When the oldest failed reading no longer counts, in Unix seconds. Null if there are none.",
			examples: [null],
		}),
};

export const captcha = challenge.extend({
	voice_id: z.string().meta({ description: "Id of the voice to verify.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] }),
	...attempts,
});

export const consent = z.object({
	voice_id: z.string().meta({ description: "Id of the voice.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] }),
	required: z.boolean().meta({
		description: "Whether the voice comes from recordings and can't be used without consent.",
		examples: [true],
	}),
	given: z
		.object({
			scope: z.array(consentScope).meta({
				description:
					"What the speaker agreed to: `workspace` is use in the workspace, `share` sharing by link, `library` publishing in the library.",
				examples: [["workspace", "share"]],
			}),
			given_at_unix: z
				.int()
				.meta({ description: "When consent was given, in Unix seconds.", examples: [1_760_000_000] }),
			expires_at_unix: z
				.int()
				.nullable()
				.meta({
					description: "When consent expires, in Unix seconds. Null means never.",
					examples: [1_791_536_000],
				}),
			sentence: z.string().meta({
				description: "The sentence that was read.",
				examples: [
					"I agree that a voice is made from my recordings. The quiet teacher carries the golden lantern near the river.",
				],
			}),
			language: consentLanguage.meta({ description: "Language of that sentence.", examples: ["en"] }),
			similarity: z.number().meta({
				description: "Cosine similarity of the reader's voice to the samples when consent was given, -1 to 1.",
				examples: [0.83],
			}),
		})
		.nullable()
		.meta({ description: "The valid consent. Null if it was not given, has expired or was revoked." }),
	revoked_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "When consent was revoked, in Unix seconds. Null if it was not, or was given again since.",
			examples: [null],
		}),
	challenge: challenge.nullable().meta({
		description:
			"The sentence to read. Null while consent is valid, no attempts are left, or there are no samples to compare the reading with.",
	}),
	...attempts,
});

/** Progress of creating a voice from samples. */
export const training = z.object({
	voice_id: z.string().meta({ description: "Id of the voice.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] }),
	state: z.enum(["not_started", "queued", "fine_tuning", "fine_tuned", "failed", "delayed", "cancelled"]).meta({
		description:
			"`queued` and `fine_tuning` are in progress; `fine_tuned`, `failed` and `cancelled` are final until the next training.",
		examples: ["fine_tuning"],
	}),
	progress: z.number().meta({ description: "Progress from 0 to 1.", examples: [0.45] }),
	message: z
		.string()
		.nullable()
		.meta({
			description: "Current step or result in words.",
			examples: ["Matched from shipped voices. Similarity to the recordings: 74%."],
		}),
	model_id: z
		.string()
		.nullable()
		.meta({
			description: "Model the voice is trained for. Null if it was never trained.",
			examples: ["kokoro_82m_v1"],
		}),
	origin: z.enum(["matched", "cloned", "trained"]).meta({
		description:
			"`matched` for a blend of shipped voices, `cloned` for the result of a cloning engine. Training does not produce `trained`.",
		examples: ["matched"],
	}),
	similarity: z
		.number()
		.nullable()
		.meta({
			description: "Cosine similarity of the latest result to the samples, at most 1. Null until there is a result.",
			examples: [0.74],
		}),
	started_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "When the latest training started, in Unix seconds. Null while it is queued.",
			examples: [1_760_000_000],
		}),
	finished_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "When it finished, failed or was canceled, in Unix seconds. Null before that.",
			examples: [1_760_000_240],
		}),
});

export const resourceId = z
	.string()
	.regex(/^[A-Za-z0-9_-]{1,64}$/, "Ids contain letters, digits, hyphens and underscores.");
const sampleId = resourceId.meta({
	description: "Id of the recording, from the `samples` of the voice.",
	examples: ["DCwhRBWXzGAHq8TQ4Fs1"],
});
export const sampleParams = z.object({ voice_id: voiceId, sample_id: sampleId });
export const speakerParams = z.object({
	voice_id: voiceId,
	sample_id: sampleId,
	speaker_id: resourceId.meta({
		description: "Id of a speaker found by speaker separation.",
		examples: ["speaker_0"],
	}),
});

export const recording = z.object({
	recording: recordingFile("Send the recording as a file part named recording.").meta({
		description: "Recording of the sentence read aloud, up to 12 MB and 60 seconds with at most 28 seconds of reading.",
	}),
});

export const verificationBody = z.object({
	files: z.preprocess(
		toArray,
		z
			.array(recordingFile("Send each file as a part named files."))
			.min(1)
			.max(10)
			.meta({
				description: "1 to 10 files of any type as evidence, as repeated file parts of up to 12 MB each.",
				examples: [["letter.pdf"]],
			}),
	),
	extra_text: z
		.string()
		.max(2_000)
		.nullish()
		.meta({
			description: "Explanation for the reviewer, up to 2,000 characters.",
			examples: ["The attached letter shows that I am the speaker."],
		}),
});
