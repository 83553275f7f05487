import { type ChecklistItemId, checklistItemIds, type OnboardingState } from "@timbre/contract/onboarding.ts";

export type ChecklistItem = {
	id: ChecklistItemId;
	title: string;
	text: string;
	/** Where the item's tool is. */
	link: { to: string; label: string };
	/** Where it is done, when that is another place. */
	doIt?: { to: string; label: string };
	/** Its tool is not built yet: the item says so and cannot be done now. */
	planned?: true;
};

const facts: Record<ChecklistItemId, Omit<ChecklistItem, "id">> = {
	generate_text_to_speech: {
		title: "Have a text spoken",
		text: "Write a sentence, choose a voice and hear it.",
		link: { to: "/app/speech-synthesis/text-to-speech", label: "Open text to speech" },
	},
	generate_speech_to_speech: {
		title: "Change a voice",
		text: "Say something yourself and hear it in another voice.",
		link: { to: "/app/speech-synthesis/speech-to-speech", label: "About the voice changer" },
		planned: true,
	},
	add_voice_to_voice_lab: {
		title: "Add a voice from the library",
		text: "Find a voice, hear it and take it to your own.",
		link: { to: "/app/voice-library", label: "Open the voice library" },
	},
	design_voice: {
		title: "Design a voice",
		text: "Describe a voice in words and let it be made.",
		link: { to: "/app/voice-lab", label: "Open my voices" },
		doIt: { to: "/app/voice-lab/design", label: "Open voice design" },
	},
	create_dub: {
		title: "Dub a recording",
		text: "Have a video or a recording speak another language.",
		link: { to: "/app/dubbing", label: "About dubbing" },
		planned: true,
	},
	join_affiliate: {
		title: "Get an affiliate link",
		text: "Recommend Timbre with a link of your own.",
		link: { to: "/affiliates", label: "About the affiliate programme" },
		planned: true,
	},
	generate_api_key: {
		title: "Make an API key",
		text: "Call the same voices from a program.",
		link: { to: "/api", label: "Read the docs" },
		doIt: { to: "/app/settings/api-keys", label: "Open API keys" },
	},
};

export const checklistItems: readonly ChecklistItem[] = checklistItemIds.map((id) => ({ id, ...facts[id] }));

/** What can be done today. */
export const doableItems = checklistItems.filter((item) => !item.planned);

export type Progress = {
	isDone: (id: ChecklistItemId) => boolean;
	/** Of what can be done today, and whatever else was done. */
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
