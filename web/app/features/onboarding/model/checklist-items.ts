import type { ChecklistItemId, OnboardingState } from "@timbre/contract/onboarding/endpoints.ts";
import { checklistItemIds } from "@timbre/contract/onboarding/rules.ts";

export type ChecklistItem = {
	id: ChecklistItemId;
	title: string;
	text: string;
	/** The page of the item's feature. */
	link: { to: string; label: string };
	/** Where to do it, if that is another page. */
	start?: { to: string; label: string };
	/** The feature is planned, so the item can't be done yet. */
	planned?: true;
};

const details: Record<ChecklistItemId, Omit<ChecklistItem, "id">> = {
	generate_text_to_speech: {
		title: "Generate speech",
		text: "Write a text, choose a voice and listen to the result.",
		link: { to: "/app/speech-synthesis/text-to-speech", label: "Open text to speech" },
	},
	generate_speech_to_speech: {
		title: "Change your voice",
		text: "Record yourself and convert it to another voice.",
		link: { to: "/app/speech-synthesis/speech-to-speech", label: "About the voice changer" },
		planned: true,
	},
	add_voice_to_voice_lab: {
		title: "Add a voice from the library",
		text: "Browse voices, play previews and add one to your voices.",
		link: { to: "/app/voice-library", label: "Open the voice library" },
	},
	design_voice: {
		title: "Design a voice",
		text: "Describe a voice and generate it.",
		link: { to: "/app/voice-lab", label: "Open my voices" },
		start: { to: "/app/voice-lab/design", label: "Open voice design" },
	},
	create_dub: {
		title: "Dub a recording",
		text: "Translate a video or recording into another language.",
		link: { to: "/app/dubbing", label: "About dubbing" },
		planned: true,
	},
	join_affiliate: {
		title: "Get an affiliate link",
		text: "Recommend Timbre with your own link.",
		link: { to: "/affiliates", label: "About the affiliate program" },
		planned: true,
	},
	generate_api_key: {
		title: "Create an API key",
		text: "Use the same voices from your own code.",
		link: { to: "/api", label: "Read the docs" },
		start: { to: "/app/settings/api-keys", label: "Open API keys" },
	},
};

export const checklistItems: readonly ChecklistItem[] = checklistItemIds.map((id) => ({ id, ...details[id] }));

/** Items that can be done today. */
export const availableItems = checklistItems.filter((item) => !item.planned);

export type Progress = {
	isDone: (id: ChecklistItemId) => boolean;
	/** Counts available items and planned items that were done anyway. */
	done: number;
	total: number;
};

export function progressOf(user: Pick<OnboardingState, "onboarding_checklist">): Progress {
	const completed = new Set(
		user.onboarding_checklist?.items
			.filter((item) => item.is_completed)
			.map((item) => item.onboarding_checklist_item_id),
	);
	const counted = checklistItems.filter((item) => !item.planned || completed.has(item.id));
	return {
		isDone: (id) => completed.has(id),
		done: counted.filter((item) => completed.has(item.id)).length,
		total: counted.length,
	};
}
