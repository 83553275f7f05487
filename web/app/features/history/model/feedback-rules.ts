import { maxPraisedTextCharacters } from "@timbre/contract/history/rules.ts";
import type { PlayerFeedback, PlayerItem } from "@timbre/ui/audio/player/player-item.ts";

export type Thumb = "up" | "down";

/** Feedback is offered once enough was played, if the server has it enabled and the item has a voice. */
export function canGiveFeedback(options: { played: boolean; enabled: boolean; item: PlayerItem }): boolean {
	return options.played && options.enabled && Boolean(options.item.player.voice_name);
}

export function isLocked(feedback: PlayerFeedback | null): boolean {
	return feedback !== null && feedback.review_status !== "not_reviewed";
}

/** A thumbs-down always opens the dialog; a thumbs-up does for short texts and for feedback that is locked. */
export function opensDialog(thumb: Thumb, extra: PlayerItem["extra"]): boolean {
	return thumb === "down" || isLocked(extra.feedback) || extra.text.length <= maxPraisedTextCharacters;
}

/** The complaints a user can select, and the feedback field each sets. */
export const complaints = [
	{ field: "emotions", label: "Audio monotone and lacks emotions" },
	{ field: "inaccurate_clone", label: "Voice is not similar to selected speaker" },
	{ field: "glitches", label: "Voice changes across the output" },
	{ field: "audio_quality", label: "Audio generated is of poor quality" },
	{ field: "other", label: "Other" },
] as const;

export type FeedbackForm = Omit<PlayerFeedback, "review_status">;

export function emptyFeedback(thumb: Thumb): FeedbackForm {
	return {
		thumbs_up: thumb === "up",
		feedback: "",
		emotions: false,
		inaccurate_clone: false,
		glitches: false,
		audio_quality: false,
		other: false,
	};
}

/** Initial form values: the previous feedback, if it has the same thumb. */
export function initialFeedback(thumb: Thumb, given: PlayerFeedback | null): FeedbackForm {
	if (!given || given.thumbs_up !== (thumb === "up")) return emptyFeedback(thumb);
	const { review_status: _, ...form } = given;
	return form;
}
