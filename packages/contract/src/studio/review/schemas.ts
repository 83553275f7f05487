// Review links, as the API returns them to the people of a project.
import { z } from "zod";
import { resourceId, time } from "../project-schemas.ts";
import { line } from "../schemas.ts";
import { comparisonKinds, maxGuestNameCharacters, maxReviewLabelCharacters, reviewStatuses } from "./rules.ts";

export const reviewId = resourceId("review", "rV4kTr8sQ2wLz7CmX5bD");
export const comparisonId = resourceId("comparison", "cP7kTr8sQ2wLz7CmX5bD");

export const reviewLabel = line(maxReviewLabelCharacters, "The label")
	.transform((text) => text.trim())
	.refine((text) => text !== "", { error: "Give the link a label." });

/** Without characters that change the direction of the text around it. */
export const guestName = line(maxGuestNameCharacters, "Your name")
	.refine((text) => !/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text), {
		error: "Your name contains characters that aren't allowed.",
	})
	.transform((text) => text.replaceAll(/\s+/g, " ").trim())
	.refine((text) => text !== "", { error: "Enter your name." });

const id = (noun: string, example: string) =>
	z.string().meta({ description: `Id of the ${noun}.`, examples: [example] });
const chapterIdField = id("chapter", "cH7xNw1yRb5ZtQ9kLm3D");
const count = (description: string, example: number) => z.int().meta({ description, examples: [example] });

const approval = z.object({
	chapter_id: chapterIdField,
	chapter_snapshot_id: z.string().meta({
		description: "The recording that was approved.",
		examples: ["sN5kTr8sQ2wLz7CmX5bD"],
	}),
	guest_name: z.string().meta({ description: "Name that the guest gave.", examples: ["Nora"] }),
	approved_at_unix: time("When it was approved, in Unix seconds."),
	is_current: z.boolean().meta({
		description: "Whether this is the latest recording of the chapter. False: an earlier recording was approved.",
		examples: [true],
	}),
});

export const review = z.object({
	review_id: id("review", "rV4kTr8sQ2wLz7CmX5bD"),
	label: z.string().meta({ description: "Who or what the link is for.", examples: ["Nora, first listen"] }),
	status: z.enum(reviewStatuses).meta({
		description: "`open` while the link works. `expired` and `withdrawn` links no longer do.",
		examples: ["open"],
	}),
	chapter_ids: z
		.array(z.string())
		.nullable()
		.meta({
			description: "Chapters that the link covers. Null means all, also those that are added later.",
			examples: [null],
		}),
	may_comment: z.boolean().meta({ description: "Whether guests can comment.", examples: [true] }),
	may_approve: z.boolean().meta({ description: "Whether guests can approve chapters.", examples: [true] }),
	created_at_unix: time("When it was created, in Unix seconds."),
	expires_at_unix: time("When it expires, in Unix seconds."),
	guests: count("Guests who have given a name.", 2),
	comments: count("Comments of guests.", 5),
	comparisons: count("Blind comparisons.", 1),
	approvals: z.array(approval).meta({ description: "Approvals, newest first." }),
});
export type Review = z.output<typeof review>;

const guestCommentOfReview = z.object({
	comment_id: id("comment", "kM3hTd9pXq8RvW2sLc6F"),
	chapter_id: chapterIdField,
	guest_name: z.string().meta({ description: "Name that the guest gave.", examples: ["Nora"] }),
	text: z.string().meta({ description: "Text of the comment.", examples: ["Slower here?"] }),
	quote: z.string().meta({ description: "The sentence at that time.", examples: ["He waited for the tide."] }),
	audio_seconds: z.number().meta({ description: "Position in the recording, in seconds.", examples: [12.4] }),
	is_current: z
		.boolean()
		.meta({ description: "Whether it is about the latest recording of the chapter.", examples: [true] }),
	is_resolved: z.boolean().meta({ description: "Whether it is resolved.", examples: [false] }),
	created_at_unix: time("When it was written, in Unix seconds."),
});

const candidate = z.object({
	name: z.string().meta({ description: "What it is.", examples: ["Ada"] }),
	take_id: z
		.string()
		.nullable()
		.meta({ description: "Id of the take. Null for a voice.", examples: ["tK6hTd9pXq8RvW2sLc6F"] }),
	voice_id: z
		.string()
		.nullable()
		.meta({ description: "Id of the voice. Null for a take.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	votes: z
		.int()
		.nullable()
		.meta({ description: "Votes for it. Null until the comparison has ended.", examples: [3] }),
});

export const comparison = z.object({
	comparison_id: id("comparison", "cP7kTr8sQ2wLz7CmX5bD"),
	kind: z.enum(comparisonKinds).meta({ description: "What is compared.", examples: ["voices"] }),
	text: z.string().meta({ description: "Text that is heard.", examples: ["The lamp went out at four."] }),
	candidates: z.array(candidate).length(2).meta({ description: "The two that are compared." }),
	votes: count("Votes so far.", 4),
	winner: z
		.union([z.literal(0), z.literal(1)])
		.nullable()
		.meta({
			description: "Position of the candidate with more votes. Null for a tie, and until the comparison has ended.",
			examples: [0],
		}),
	created_at_unix: time("When it was started, in Unix seconds."),
	ended_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "When it was ended, in Unix seconds. Null while guests can vote.",
			examples: [null],
		}),
});
export type Comparison = z.output<typeof comparison>;

export const reviewDetails = z.object({
	review: review.meta({ description: "The link." }),
	comments: z.array(guestCommentOfReview).meta({ description: "Comments of guests, oldest first." }),
	comparisons: z.array(comparison).meta({ description: "Blind comparisons, oldest first." }),
});
export type ReviewDetails = z.output<typeof reviewDetails>;
