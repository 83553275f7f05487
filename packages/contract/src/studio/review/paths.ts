const reviews = "/v1/studio/projects/{project_id}/reviews";
const review = `${reviews}/{review_id}` as const;
const comparison = `${review}/comparisons/{comparison_id}` as const;

/** For guests: whoever has the token of a link. */
const link = "/v1/studio/review-links/{token}";
const linkChapter = `${link}/chapters/{chapter_id}` as const;
const recording = `${linkChapter}/recordings/{chapter_snapshot_id}` as const;
const linkComparison = `${link}/comparisons/{comparison_id}` as const;

export const reviewPaths = {
	listReviews: { id: "studio_reviews_list", method: "GET", path: reviews },
	createReview: { id: "studio_reviews_create", method: "POST", path: reviews },
	getReview: { id: "studio_reviews_get", method: "GET", path: review },
	withdrawReview: { id: "studio_reviews_withdraw", method: "POST", path: `${review}/withdraw` },
	compareTakes: { id: "studio_comparisons_createForTakes", method: "POST", path: `${review}/comparisons/takes` },
	compareVoices: { id: "studio_comparisons_createForVoices", method: "POST", path: `${review}/comparisons/voices` },
	endComparison: { id: "studio_comparisons_end", method: "POST", path: `${comparison}/end` },
	openReviewLink: { id: "studio_reviewLinks_open", method: "GET", path: link },
	joinReviewLink: { id: "studio_reviewLinks_join", method: "POST", path: `${link}/guests` },
	getRecording: { id: "studio_reviewLinks_recordings_get", method: "GET", path: recording },
	getRecordingAudio: { id: "studio_reviewLinks_recordings_audio", method: "GET", path: `${recording}/audio` },
	listGuestComments: { id: "studio_reviewLinks_comments_list", method: "GET", path: `${linkChapter}/comments` },
	createGuestComment: { id: "studio_reviewLinks_comments_create", method: "POST", path: `${linkChapter}/comments` },
	approveChapter: { id: "studio_reviewLinks_approve", method: "PUT", path: `${linkChapter}/approval` },
	listGuestComparisons: { id: "studio_reviewLinks_comparisons_list", method: "GET", path: `${link}/comparisons` },
	getComparisonAudio: {
		id: "studio_reviewLinks_comparisons_audio",
		method: "GET",
		path: `${linkComparison}/sides/{side}/audio`,
	},
	vote: { id: "studio_reviewLinks_vote", method: "POST", path: `${linkComparison}/vote` },
} as const;
