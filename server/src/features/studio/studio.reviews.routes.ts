import { studioEndpoints } from "@timbre/contract/studio/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import type { SpeechDeps } from "../speech/speech.public.ts";
import { compareTakes, compareVoices, endComparison } from "./comparisons/comparisons.service.ts";
import { getComparisonAudio, listGuestComparisons, vote } from "./comparisons/votes.service.ts";
import { createGuestComment, listGuestComments } from "./reviews/guest-comments.service.ts";
import {
	approveChapter,
	getRecording,
	getRecordingAudio,
	joinReviewLink,
	openReviewLink,
} from "./reviews/guests.service.ts";
import { createReview, getReview, listReviews, withdrawReview } from "./reviews/reviews.service.ts";

export type ReviewDeps = { speech: SpeechDeps; publicUrl: string };

export function reviewRoutes(http: Http, { speech, publicUrl }: ReviewDeps): void {
	const { db } = speech;
	implement(http, studioEndpoints.listReviews, (context, { params }) => listReviews(db, context, params.project_id));
	implement(http, studioEndpoints.createReview, (context, { params, body }) =>
		createReview({ db, publicUrl }, context, params.project_id, body),
	);
	implement(http, studioEndpoints.getReview, (context, { params }) => getReview(db, context, params));
	implement(http, studioEndpoints.withdrawReview, (context, { params }) => withdrawReview(db, context, params));
	implement(http, studioEndpoints.compareTakes, (context, { params, body }) =>
		compareTakes(speech, context, params, body),
	);
	implement(http, studioEndpoints.compareVoices, (context, { params, body }) =>
		compareVoices(speech, context, params, body),
	);
	implement(http, studioEndpoints.endComparison, (context, { params }) => endComparison(speech, context, params));
	guestRoutes(http, speech);
}

function guestRoutes(http: Http, deps: SpeechDeps): void {
	const { db } = deps;
	implement(http, studioEndpoints.openReviewLink, (_context, { params }) => openReviewLink(db, params.token));
	implement(http, studioEndpoints.joinReviewLink, (_context, { params, body }) =>
		joinReviewLink(db, params.token, body),
	);
	implement(http, studioEndpoints.getRecording, (_context, { params }) => getRecording(deps, params));
	implement(http, studioEndpoints.getRecordingAudio, (context, { params }) =>
		getRecordingAudio(deps, params, context.range),
	);
	implement(http, studioEndpoints.listGuestComments, (_context, { params }) => listGuestComments(db, params));
	implement(http, studioEndpoints.createGuestComment, (_context, { params, body }) =>
		createGuestComment(deps, params, body),
	);
	implement(http, studioEndpoints.approveChapter, (_context, { params, body }) => approveChapter(db, params, body));
	implement(http, studioEndpoints.listGuestComparisons, (_context, { params, query }) =>
		listGuestComparisons(db, params.token, query.guest_key),
	);
	implement(http, studioEndpoints.getComparisonAudio, (context, { params, query }) =>
		getComparisonAudio(deps, params, query.guest_key, context.range),
	);
	implement(http, studioEndpoints.vote, (_context, { params, body }) => vote(db, params, body));
}
