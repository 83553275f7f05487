import { z } from "zod";
import { aboutComplaints, maxFeedbackCharacters, minPraiseCharacters } from "./rules.ts";

export const rating = z
	.boolean()
	.meta({ description: "Whether the rating is positive: true is thumbs up, false is thumbs down.", examples: [false] });

const unchecked = z.boolean().default(false);
export const feedbackForm = z
	.object({
		thumbs_up: rating,
		feedback: z
			.string()
			.trim()
			.max(maxFeedbackCharacters, `Feedback must be at most ${maxFeedbackCharacters} characters long`)
			.default("")
			.meta({
				description: "Comment of at most 200 characters. With a positive rating, at least 20 or empty. Default: empty.",
				examples: ["Sounds flat."],
			}),
		emotions: unchecked.meta(aboutComplaints.emotions),
		inaccurate_clone: unchecked.meta(aboutComplaints.inaccurate_clone),
		glitches: unchecked.meta(aboutComplaints.glitches),
		audio_quality: unchecked.meta(aboutComplaints.audio_quality),
		other: unchecked.meta(aboutComplaints.other),
	})
	.refine((form) => !form.thumbs_up || form.feedback === "" || form.feedback.length >= minPraiseCharacters, {
		path: ["feedback"],
		message: `Feedback must be at least ${minPraiseCharacters} characters long`,
	});

export const publicUserName = z
	.string()
	.trim()
	.min(1, "Enter a name.")
	.max(60, "Use at most 60 characters.")
	.regex(/^[^\p{Cc}\p{Cf}]*$/u, "Remove control characters from the name.");

export const historyItemId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
export const itemParams = z.object({
	history_item_id: historyItemId.meta({
		description: "Id of the history item, as returned in the `history-item-id` header of a generation.",
		examples: ["ja9xsmfGhxYcymxGcOGB"],
	}),
});

export const done = z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) });

const seconds = z.array(z.number());
/** Time of each character, in seconds from the start of the audio. */
export const characterAlignment = z.object({
	characters: z
		.array(z.string())
		.meta({ description: "Characters (Unicode code points) in the order of the text.", examples: [["H", "i", "."]] }),
	character_start_times_seconds: seconds.meta({
		description: "Start of each character in seconds from the start of the audio.",
		examples: [[0, 0.093, 0.24]],
	}),
	character_end_times_seconds: seconds.meta({
		description: "End of each character in seconds from the start of the audio.",
		examples: [[0.093, 0.24, 0.418]],
	}),
});

/** Metadata of a list of waveform peaks. */
export const peaksMeta = {
	description: "Waveform for display: 200 peaks from 0 to 255. Null if the generation was interrupted.",
	examples: [[0, 12, 87, 143, 96, 21]],
};

export const historyExport = z.object({
	export_id: z.string().meta({ description: "Id of the archive.", examples: ["Ex5oL2yMnB8dTq4RvS1i"] }),
	status: z.enum(["waiting", "running", "done", "failed", "cancelled", "expired"]).meta({
		description: "State of the archive. It can be downloaded while it is `done`.",
		examples: ["running"],
	}),
	done: z.int().meta({ description: "Items processed so far, skipped ones included.", examples: [125] }),
	total: z.int().meta({ description: "Items requested.", examples: [300] }),
	skipped: z.int().meta({ description: "Items left out because their audio was no longer available.", examples: [0] }),
	error: z
		.string()
		.nullable()
		.meta({
			description: "Why the archive `failed`. Null unless it failed.",
			examples: ["Part of the archive is missing. Create it again."],
		}),
	size_bytes: z
		.int()
		.nullable()
		.meta({ description: "Size of the archive in bytes. Null unless it is `done`.", examples: [48_201_337] }),
	url: z
		.string()
		.nullable()
		.meta({
			description: "Path to download the archive from. Null unless it is `done`.",
			examples: ["/v1/history/exports/Ex5oL2yMnB8dTq4RvS1i/file"],
		}),
	file_name: z.string().meta({
		description: "File name of the archive, with the UTC time of the request.",
		examples: ["Timbre_2025-10-09T08-53-20.zip"],
	}),
	created_at_unix: z.int().meta({ description: "When it was requested, in Unix seconds.", examples: [1_760_000_000] }),
	expires_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "When the archive is deleted, in Unix seconds. Null until it is finished.",
			examples: [1_760_086_500],
		}),
});

export const historyTake = z.object({
	start: z.int().meta({ description: "Offset of the sentence's first character in `text`.", examples: [0] }),
	end: z.int().meta({ description: "Offset after the sentence's last character in `text`.", examples: [13] }),
	seconds: z.number().meta({ description: "Length of the sentence's audio in seconds.", examples: [1.425] }),
	cached: z.boolean().meta({
		description: "Whether the sentence was already paid for and cost nothing.",
		examples: [false],
	}),
});

export const publicName = z.string().meta({
	description: "Name of the user who generated it, as shown to others.",
	examples: ["Ada L."],
});

export const shareLink = z.object({
	share_link: z.string().meta({
		description: "URL of the public page.",
		examples: ["https://timbre.example/share/8Zk2LqVw5TnR0yXcB7dGf3HsJ9mPa4Ue"],
	}),
	public_user_name: publicName,
	is_shared: z.boolean().meta({ description: "Whether the link works for others.", examples: [true] }),
});

export const sharedGeneration = z.object({
	title: z.string().meta({
		description: "Start of the text on one line, at most 60 characters.",
		examples: ["Hello, world. How are you?"],
	}),
	text: z.string().meta({ description: "Text as sent.", examples: ["Hello, world. How are you?"] }),
	voice_id: z
		.string()
		.meta({ description: "Id of the voice, from which its colors follow.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	voice_name: z.string().meta({ description: "Name of the voice.", examples: ["Heart"] }),
	public_user_name: publicName,
	date_unix: z.int().meta({ description: "When it was generated, in Unix seconds.", examples: [1_760_000_000] }),
	duration_seconds: z.number().meta({ description: "Length of the audio in seconds.", examples: [3.185] }),
	peaks: z.array(z.int()).nullable().meta(peaksMeta),
	audio_url: z.string().meta({
		description: "URL of the audio.",
		examples: ["https://timbre.example/v1/share/8Zk2LqVw5TnR0yXcB7dGf3HsJ9mPa4Ue/audio"],
	}),
	content_type: z.string().meta({ description: "Media type of the audio.", examples: ["audio/mpeg"] }),
});
