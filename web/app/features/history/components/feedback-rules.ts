import { maxPraisedTextCharacters } from "@timbre/contract/history.ts";
import type { PlayerFeedback, PlayerItem } from "@timbre/ui/audio/player-item.ts";

export type Thumb = "up" | "down";

/** Whether one is asked at all: enough was heard, the server wants to know, and somebody spoke. */
export function asksForFeedback(about: { heard: boolean; enabled: boolean; item: PlayerItem }): boolean {
	return about.heard && about.enabled && Boolean(about.item.player.voice_name);
}

export function isLocked(feedback: PlayerFeedback | null): boolean {
	return feedback !== null && feedback.review_status !== "not_reviewed";
}

/** A thumb down is always asked about; a thumb up only for a short text, and any that can no longer be changed. */
export function opensDialog(thumb: Thumb, extra: PlayerItem["extra"]): boolean {
	return thumb === "down" || isLocked(extra.feedback) || extra.text.length <= maxPraisedTextCharacters;
}

/** What can be wrong, in words, and the field of the feedback it sets. */
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

/** What the form starts with: what was said before, if the thumb is still the same. */
export function startingFeedback(thumb: Thumb, given: PlayerFeedback | null): FeedbackForm {
	if (!given || given.thumbs_up !== (thumb === "up")) return emptyFeedback(thumb);
	const { review_status: _, ...form } = given;
	return form;
}
