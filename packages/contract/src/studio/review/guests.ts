import { z } from "zod";
import { endpoint } from "../../endpoint.ts";
import { chapterId } from "../project-schemas.ts";
import { maxCommentCharacters } from "../rules.ts";
import { chapterSnapshotId } from "../snapshot-schemas.ts";
import {
	guestComment,
	guestComparison,
	guestKey,
	guestReview,
	joinedGuest,
	recording,
	reviewToken,
} from "./guest-schemas.ts";
import { reviewPaths } from "./paths.ts";
import { maxGuestComments, maxGuests, sides } from "./rules.ts";
import { comparisonId, guestName } from "./schemas.ts";

const open = { since: "0.10.0", auth: "public" } as const;
const linkParams = z.object({ token: reviewToken });
const chapterParams = linkParams.extend({ chapter_id: chapterId });
const recordingParams = chapterParams.extend({ chapter_snapshot_id: chapterSnapshotId });
const comparisonParams = linkParams.extend({ comparison_id: comparisonId });
const missing = ["review_link_not_found"] as const;
const missingChapter = [...missing, "chapter_not_found"] as const;
const missingGuest = [...missing, "review_guest_not_found"] as const;

const readLimits = [{ per: "visitor", requests: 120, seconds: 60 }] as const;
/** Players ask for many parts of a file. */
const audioLimits = [{ per: "visitor", requests: 300, seconds: 60 }] as const;
const writeLimits = [
	{ per: "visitor", requests: 20, seconds: 60, shared: true },
	{ per: "visitor", requests: 300, seconds: 86_400, shared: true },
] as const;

const recordingRef = chapterSnapshotId.meta({
	description: "Id of the recording that you have heard.",
	examples: ["sN5kTr8sQ2wLz7CmX5bD"],
});

/** For whoever has a review link. */
export const guestEndpoints = {
	openReviewLink: endpoint({
		...reviewPaths.openReviewLink,
		summary: "Open a review link",
		description:
			"Returns the chapters that a review link covers, and who has approved them. Needs no account. Unknown, expired and withdrawn links get the same error.",
		...open,
		params: linkParams,
		response: guestReview,
		errors: missing,
		limits: readLimits,
	}),
	joinReviewLink: endpoint({
		...reviewPaths.joinReviewLink,
		summary: "Give a name as a guest",
		description: `Returns a key with which a guest comments, approves and votes under a name. At most ${maxGuests} per link.`,
		...open,
		params: linkParams,
		body: z.object({
			name: guestName.meta({ description: "Name of the guest, 1 to 60 characters.", examples: ["Nora"] }),
		}),
		response: joinedGuest,
		errors: [...missing, "conflict"],
		limits: [
			{ per: "visitor", requests: 10, seconds: 60, shared: true },
			{ per: "visitor", requests: 50, seconds: 86_400, shared: true },
		],
	}),
	getRecording: endpoint({
		...reviewPaths.getRecording,
		summary: "Get a recording as a guest",
		description: "Returns the sentences of a recording with their times, and its waveform.",
		...open,
		params: recordingParams,
		response: recording,
		errors: [...missingChapter, "snapshot_not_found"],
		limits: readLimits,
	}),
	getRecordingAudio: endpoint({
		...reviewPaths.getRecordingAudio,
		summary: "Get the audio of a recording as a guest",
		description:
			"Returns a recording as MP3. Supports a single byte range with the `Range` header. Stops working with the next request after the link is withdrawn.",
		...open,
		params: recordingParams,
		response: "audio",
		errors: [...missingChapter, "snapshot_not_found"],
		limits: audioLimits,
	}),
	listGuestComments: endpoint({
		...reviewPaths.listGuestComments,
		summary: "List comments of guests",
		description: "Returns the comments on a chapter that were written with this link, oldest first.",
		...open,
		params: chapterParams,
		response: z.object({ comments: z.array(guestComment).meta({ description: "Comments, oldest first." }) }),
		errors: missingChapter,
		limits: readLimits,
	}),
	createGuestComment: endpoint({
		...reviewPaths.createGuestComment,
		summary: "Comment as a guest",
		description: `Adds a comment at a time of a recording. The people of the project see it beside the sentence. At most ${maxGuestComments} per link.`,
		...open,
		params: chapterParams,
		body: z.object({
			guest_key: guestKey,
			chapter_snapshot_id: recordingRef,
			audio_seconds: z
				.number()
				.min(0)
				.max(1_000_000)
				.meta({ description: "Position in the recording, in seconds.", examples: [12.4] }),
			text: z
				.string()
				.trim()
				.min(1, "Write a comment.")
				.max(maxCommentCharacters, "A comment can have at most 2,000 characters.")
				.meta({ description: "Text of the comment, at most 2,000 characters.", examples: ["Slower here?"] }),
		}),
		response: guestComment,
		errors: [
			...missingGuest,
			"chapter_not_found",
			"snapshot_not_found",
			"comment_limit_reached",
			"review_action_not_allowed",
		],
		limits: writeLimits,
	}),
	approveChapter: endpoint({
		...reviewPaths.approveChapter,
		summary: "Approve a chapter as a guest",
		description:
			"Approves the latest recording of a chapter, or takes your approval back. If the chapter is recorded again, the approval stays with the earlier recording.",
		...open,
		params: chapterParams,
		body: z.object({
			guest_key: guestKey,
			chapter_snapshot_id: recordingRef,
			approved: z.boolean().meta({ description: "True approves it, false takes it back.", examples: [true] }),
		}),
		response: guestReview,
		errors: [...missingGuest, "chapter_not_found", "snapshot_not_found", "conflict", "review_action_not_allowed"],
		limits: writeLimits,
	}),
	listGuestComparisons: endpoint({
		...reviewPaths.listGuestComparisons,
		summary: "List blind comparisons as a guest",
		description: "Returns the blind comparisons of a link and your votes. Nothing in it says which is which.",
		...open,
		params: linkParams,
		query: z.object({ guest_key: guestKey }),
		response: z.object({
			comparisons: z.array(guestComparison).meta({ description: "Comparisons, oldest first." }),
		}),
		errors: missingGuest,
		limits: readLimits,
	}),
	getComparisonAudio: endpoint({
		...reviewPaths.getComparisonAudio,
		summary: "Listen to one side of a comparison",
		description:
			"Returns the audio of `a` or `b`. Which candidate that is, is drawn for each guest. Supports a single byte range with the `Range` header.",
		...open,
		params: comparisonParams.extend({
			side: z.enum(sides).meta({ description: "Which side to hear.", examples: ["a"] }),
		}),
		query: z.object({ guest_key: guestKey }),
		response: "audio",
		errors: [...missingGuest, "comparison_not_found"],
		limits: audioLimits,
	}),
	vote: endpoint({
		...reviewPaths.vote,
		summary: "Vote in a comparison",
		description: "Votes for one side. A guest has one vote and can't change it.",
		...open,
		params: comparisonParams,
		body: z.object({
			guest_key: guestKey,
			side: z.enum(sides).meta({ description: "The better one.", examples: ["a"] }),
		}),
		response: guestComparison,
		errors: [...missingGuest, "comparison_not_found", "conflict"],
		limits: writeLimits,
	}),
};
