import { z } from "zod";
import { endpoint } from "../../endpoint.ts";
import { voiceId } from "../../voices/schemas.ts";
import { blockId } from "../conversion-schemas.ts";
import { chapterId, projectId } from "../project-schemas.ts";
import { maxChapters } from "../rules.ts";
import { takeId } from "../take-schemas.ts";
import { reviewPaths } from "./paths.ts";
import { comparisonsPerHour, defaultReviewDays, maxOpenReviews, maxReviewDays } from "./rules.ts";
import { comparison, comparisonId, review, reviewDetails, reviewId, reviewLabel } from "./schemas.ts";

const read = { since: "0.10.0", auth: "user", permission: "projects_read" } as const;
const write = { since: "0.10.0", auth: "user", permission: "projects_write" } as const;
const projectParams = z.object({ project_id: projectId });
const reviewParams = projectParams.extend({ review_id: reviewId });
const missing = ["project_not_found"] as const;
const missingReview = ["project_not_found", "review_link_not_found"] as const;
const voiceErrors = [
	"voice_not_found",
	"voice_disabled",
	"voice_consent_revoked",
	"voice_not_verified",
	"voice_not_ready",
	"voice_banned",
	"service_unavailable",
] as const;
const limits = [{ per: "workspace", requests: comparisonsPerHour, seconds: 3600, shared: true }] as const;

/** For the people of a project. */
export const reviewEndpoints = {
	listReviews: endpoint({
		...reviewPaths.listReviews,
		summary: "List review links",
		description: "Returns the review links of a project with their approvals, newest first, at most 100.",
		...read,
		params: projectParams,
		response: z.object({ reviews: z.array(review).meta({ description: "Review links, newest first." }) }),
		errors: missing,
	}),
	createReview: endpoint({
		...reviewPaths.createReview,
		summary: "Create a review link",
		description: `Creates a link with which people without an account listen to chapters, comment on them and approve them. The link is only returned here. It expires, and can be withdrawn. A project can have ${maxOpenReviews} links that work.`,
		...write,
		params: projectParams,
		body: z.object({
			label: reviewLabel.meta({
				description: "Who or what the link is for, 1 to 100 characters. Guests see it.",
				examples: ["Nora, first listen"],
			}),
			chapter_ids: z
				.array(chapterId)
				.min(1, "Choose at least one chapter.")
				.max(maxChapters)
				.nullish()
				.meta({
					description: "Chapters that the link covers. Null or omitted: all, also those that are added later.",
					examples: [["cH7xNw1yRb5ZtQ9kLm3D"]],
				}),
			may_comment: z
				.boolean()
				.default(true)
				.meta({ description: "Whether guests can comment. Default: true.", examples: [true] }),
			may_approve: z
				.boolean()
				.default(true)
				.meta({ description: "Whether guests can approve chapters. Default: true.", examples: [true] }),
			expires_in_days: z
				.int()
				.min(1)
				.max(maxReviewDays)
				.default(defaultReviewDays)
				.meta({
					description: `Days until the link expires, up to ${maxReviewDays}. Default ${defaultReviewDays}.`,
					examples: [14],
				}),
		}),
		response: z.object({
			review: review.meta({ description: "The link." }),
			url: z.url().meta({
				description: "The link. It is not stored and can't be shown again.",
				examples: ["https://timbre.example/review#8sPqG2kXb7hH8MSUJpSbSDYk0k2DCwhRBWXzGAHq"],
			}),
		}),
		errors: [...missing, "chapter_not_found", "conflict"],
		limits: [{ per: "workspace", requests: 100, seconds: 3600, shared: true }],
	}),
	getReview: endpoint({
		...reviewPaths.getReview,
		summary: "Get a review link",
		description: "Returns a review link with its approvals, the comments of its guests and its blind comparisons.",
		...read,
		params: reviewParams,
		response: reviewDetails,
		errors: missingReview,
	}),
	withdrawReview: endpoint({
		...reviewPaths.withdrawReview,
		summary: "Withdraw a review link",
		description:
			"The link stops working immediately and permanently, also for audio that is playing. Comments and approvals are kept.",
		...write,
		params: reviewParams,
		response: z.object({ review: review.meta({ description: "The link." }) }),
		errors: missingReview,
	}),
	compareTakes: endpoint({
		...reviewPaths.compareTakes,
		summary: "Compare two takes blindly",
		description: `Lets the guests of a review link vote between two takes of a sentence, without knowing which is which. Free. At most ${comparisonsPerHour} comparisons per hour.`,
		...write,
		params: reviewParams,
		body: z.object({
			first: z.object({ take_id: takeId }).meta({ description: "A take." }),
			second: z.object({ take_id: takeId }).meta({ description: "Another take of the same sentence." }),
		}),
		response: comparison,
		errors: [...missingReview, "take_not_found", "conflict"],
		limits,
	}),
	compareVoices: endpoint({
		...reviewPaths.compareVoices,
		summary: "Compare two voices blindly",
		description: `Speaks the beginning of a block in two voices, and lets the guests of a review link vote between them without knowing which is which. Free. At most ${comparisonsPerHour} comparisons per hour.`,
		...write,
		params: reviewParams,
		body: z.object({
			chapter_id: chapterId,
			block_id: blockId,
			first: z.object({ voice_id: voiceId }).meta({ description: "A voice." }),
			second: z.object({ voice_id: voiceId }).meta({ description: "Another voice." }),
		}),
		response: comparison,
		errors: [
			...missingReview,
			"chapter_not_found",
			"block_not_found",
			"conflict",
			"empty_text",
			"system_busy",
			...voiceErrors,
		],
		limits,
	}),
	endComparison: endpoint({
		...reviewPaths.endComparison,
		summary: "End a blind comparison",
		description: "Nobody can vote after this. Returns how many votes each candidate has.",
		...write,
		params: reviewParams.extend({ comparison_id: comparisonId }),
		response: comparison,
		errors: [...missingReview, "comparison_not_found"],
	}),
};
