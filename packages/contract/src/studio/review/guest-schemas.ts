// What the guests of a review link see. Nothing in it names voices, takes or other people of the workspace.
import { z } from "zod";
import { time } from "../project-schemas.ts";
import { comparisonKinds, sides } from "./rules.ts";

const secret = (noun: string) => z.string().regex(/^[A-Za-z0-9]{40}$/, `${noun} is incomplete.`);

export const reviewToken = secret("This link").meta({
	description: "The part of the link after `#`.",
	examples: ["8sPqG2kXb7hH8MSUJpSbSDYk0k2DCwhRBWXzGAHq"],
});
export const guestKey = secret("The key").meta({
	description: "The key that was returned when the guest gave a name.",
	examples: ["gK8qG2kXb7hH8MSUJpSbSDYk0k2DCwhRBWXzGAHq"],
});

const id = (noun: string, example: string) =>
	z.string().meta({ description: `Id of the ${noun}.`, examples: [example] });
const seconds = (description: string, example: number) => z.number().meta({ description, examples: [example] });
const guest = {
	guest_id: id("guest", "gT5kTr8sQ2wLz7CmX5bD"),
	guest_name: z.string().meta({ description: "Name that the guest gave.", examples: ["Nora"] }),
};

const guestApproval = z.object({
	...guest,
	approved_at_unix: time("When it was approved, in Unix seconds."),
	is_current: z.boolean().meta({
		description: "Whether this recording was approved. False: an earlier one was.",
		examples: [true],
	}),
});

const guestChapter = z.object({
	chapter_id: id("chapter", "cH7xNw1yRb5ZtQ9kLm3D"),
	name: z.string().meta({ description: "Name of the chapter.", examples: ["The lighthouse"] }),
	recording: z
		.object({
			chapter_snapshot_id: id("recording", "sN5kTr8sQ2wLz7CmX5bD"),
			audio_duration_secs: seconds("Length of the audio in seconds.", 312.5),
			created_at_unix: time("When it was recorded, in Unix seconds."),
		})
		.nullable()
		.meta({ description: "The latest recording. Null if the chapter has no audio yet." }),
	approvals: z.array(guestApproval).meta({ description: "Approvals with this link, oldest first." }),
});

export const guestReview = z.object({
	label: z.string().meta({ description: "Who or what the link is for.", examples: ["Nora, first listen"] }),
	project_name: z.string().meta({ description: "Name of the project.", examples: ["The Lighthouse"] }),
	shared_by: z
		.string()
		.nullable()
		.meta({ description: "Name of the person who created the link. Null if unknown.", examples: ["Ada Lee"] }),
	expires_at_unix: time("When the link expires, in Unix seconds."),
	may_comment: z.boolean().meta({ description: "Whether guests can comment.", examples: [true] }),
	may_approve: z.boolean().meta({ description: "Whether guests can approve chapters.", examples: [true] }),
	comparisons: z.int().meta({ description: "Number of blind comparisons.", examples: [1] }),
	chapters: z.array(guestChapter).meta({ description: "Chapters that the link covers, in reading order." }),
});
export type GuestReview = z.output<typeof guestReview>;
export type GuestChapter = z.output<typeof guestChapter>;

export const joinedGuest = z.object({
	guest_key: z.string().meta({
		description: "Keep it: it proves who writes and votes. It can't be shown again.",
		examples: ["gK8qG2kXb7hH8MSUJpSbSDYk0k2DCwhRBWXzGAHq"],
	}),
	...guest,
});
export type JoinedGuest = z.output<typeof joinedGuest>;

export const recording = z.object({
	sentences: z
		.array(
			z.object({
				paragraph: z.int().meta({ description: "Position of the paragraph, from 0.", examples: [0] }),
				text: z.string().meta({ description: "Text of the sentence.", examples: ["The lamp went out at four."] }),
				start_seconds: seconds("When it starts, in seconds.", 0),
				end_seconds: seconds("When it ends, in seconds.", 2.1),
			}),
		)
		.meta({ description: "Sentences as they were recorded, in reading order." }),
	peaks: z.array(z.int()).meta({ description: "Peaks of the waveform, from 0 to 255.", examples: [[0, 120, 80]] }),
	audio_duration_secs: seconds("Length of the audio in seconds.", 312.5),
});
export type Recording = z.output<typeof recording>;

export const guestComment = z.object({
	comment_id: id("comment", "kM3hTd9pXq8RvW2sLc6F"),
	...guest,
	text: z.string().meta({ description: "Text of the comment.", examples: ["Slower here?"] }),
	quote: z.string().meta({ description: "The sentence at that time.", examples: ["He waited for the tide."] }),
	chapter_snapshot_id: id("recording that it is about", "sN5kTr8sQ2wLz7CmX5bD"),
	audio_seconds: seconds("Position in that recording, in seconds.", 12.4),
	is_resolved: z.boolean().meta({ description: "Whether it is resolved.", examples: [false] }),
	created_at_unix: time("When it was written, in Unix seconds."),
});
export type GuestComment = z.output<typeof guestComment>;

export const guestComparison = z.object({
	comparison_id: id("comparison", "cP7kTr8sQ2wLz7CmX5bD"),
	kind: z.enum(comparisonKinds).meta({ description: "What is compared.", examples: ["voices"] }),
	text: z.string().meta({ description: "Text that is heard.", examples: ["The lamp went out at four."] }),
	vote: z
		.enum(sides)
		.nullable()
		.meta({ description: "Your vote. Null before you vote.", examples: ["a"] }),
	is_open: z.boolean().meta({ description: "Whether guests can vote.", examples: [true] }),
});
export type GuestComparison = z.output<typeof guestComparison>;
