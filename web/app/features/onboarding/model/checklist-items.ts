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
};

/** An item whose feature does not exist yet: it is not offered, only named as planned. */
export type PlannedItem = { id: ChecklistItemId; feature: string; link: { to: string } };

const details: Record<ChecklistItemId, Omit<ChecklistItem, "id"> | Omit<PlannedItem, "id">> = {
	generate_text_to_speech: {
		title: "Generate speech",
		text: "Write a text, choose a voice and listen to the result.",
		link: { to: "/app/speech-synthesis/text-to-speech", label: "Open text to speech" },
	},
	generate_speech_to_speech: {
		title: "Change a voice",
		text: "Record or upload speech and hear it in another voice.",
		link: { to: "/app/speech-synthesis/speech-to-speech", label: "Open the voice changer" },
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
		feature: "dubbing",
		link: { to: "/app/dubbing" },
	},
	join_affiliate: {
		feature: "affiliate program",
		link: { to: "/affiliates" },
	},
	generate_api_key: {
		title: "Create an API key",
		text: "Use the same voices from your own code.",
		link: { to: "/api", label: "Read the docs" },
		start: { to: "/app/settings/api-keys", label: "Open API keys" },
	},
};

/** Items that can be done today. Only these are offered and counted. */
export const availableItems: readonly ChecklistItem[] = checklistItemIds.flatMap((id) => {
	const item = details[id];
	return "title" in item ? [{ id, ...item }] : [];
});
export const plannedItems: readonly PlannedItem[] = checklistItemIds.flatMap((id) => {
	const item = details[id];
	return "feature" in item ? [{ id, ...item }] : [];
});

export type Progress = {
	isDone: (id: ChecklistItemId) => boolean;
	done: number;
	total: number;
};

export function progressOf(user: Pick<OnboardingState, "onboarding_checklist">): Progress {
	const completed = new Set(
		user.onboarding_checklist?.items
			.filter((item) => item.is_completed)
			.map((item) => item.onboarding_checklist_item_id),
	);
	return {
		isDone: (id) => completed.has(id),
		done: availableItems.filter((item) => completed.has(item.id)).length,
		total: availableItems.length,
	};
}
