import type { Feature } from "@timbre/contract/permissions.ts";

type FeatureWords = {
	feature: Feature;
	label: string;
	text: string;
	/** Nothing in the product asks for this right yet: switching it decides for the day when something does. */
	planned?: true;
};

/** The features in the order and the groups in which a person looks for them. */
export const featureGroups: readonly { title: string; features: readonly FeatureWords[] }[] = [
	{
		title: "Speaking",
		features: [
			{
				feature: "text_to_speech",
				label: "Text to speech",
				text: "Speak texts and dialogues, align recordings, edit pronunciation dictionaries.",
			},
			{
				feature: "speech_to_speech",
				label: "Voice changer",
				text: "Turn a recording into another voice.",
				planned: true,
			},
			{ feature: "speech_to_text", label: "Speech to text", text: "Turn recordings into text.", planned: true },
			{ feature: "sound_effects", label: "Sound effects", text: "Make sounds from a description.", planned: true },
			{ feature: "voice_isolator", label: "Voice isolator", text: "Take a voice out of noise.", planned: true },
			{ feature: "music", label: "Music", text: "Make music from a description.", planned: true },
		],
	},
	{
		title: "Voices",
		features: [
			{
				feature: "voice_lab",
				label: "Edit voices",
				text: "Add, change and remove voices of the workspace.",
			},
			{ feature: "voice_design", label: "Design voices", text: "Make a voice from a description." },
			{
				feature: "create_instant_voice_clone",
				label: "Clone voices from a sample",
				text: "Make a voice from a short recording.",
			},
			{
				feature: "create_professional_voice_clone",
				label: "Train voices",
				text: "Train a voice on hours of recordings.",
			},
			{
				feature: "add_voice_from_voice_library",
				label: "Add voices from the library",
				text: "Use voices that others share.",
			},
			{
				feature: "publish_voice_to_voice_library",
				label: "Publish voices",
				text: "Offer a voice of the workspace to everyone.",
			},
			{
				feature: "share_voice_externally",
				label: "Share voices outside",
				text: "Give a voice to somebody who is not a member.",
			},
		],
	},
	{
		title: "Producing",
		features: [
			{ feature: "projects", label: "Studio", text: "Work on books and long texts.", planned: true },
			{ feature: "dubbing", label: "Dubbing", text: "Give films another language.", planned: true },
			{ feature: "audio_native", label: "Audio native", text: "Set up players for articles.", planned: true },
			{ feature: "conversational_ai", label: "Agents", text: "Build agents that listen and answer.", planned: true },
		],
	},
	{
		title: "Programs",
		features: [
			{ feature: "create_user_api_key", label: "Own API keys", text: "Make keys for one's own programs." },
			{
				feature: "service_accounts_manage",
				label: "Service accounts",
				text: "Make accounts for programs and give them keys.",
			},
			{ feature: "webhooks_manage", label: "Webhooks", text: "Say which addresses are told of events." },
		],
	},
	{
		title: "The workspace",
		features: [
			{
				feature: "workspace_members_invite",
				label: "Invite people",
				text: "Invite members and take invitations back.",
			},
			{ feature: "workspace_members_remove", label: "Remove people", text: "Take editors out of the workspace." },
			{ feature: "group_members_manage", label: "Manage groups", text: "Put members into groups and take them out." },
			{ feature: "workspace_analytics_full_read", label: "Everybody's usage", text: "See what each member has spent." },
			{ feature: "audit_log_read", label: "Audit log", text: "Read who changed what in the workspace." },
			{
				feature: "terms_of_service_accept",
				label: "Accept terms",
				text: "Agree to new terms for the whole workspace.",
				planned: true,
			},
		],
	},
];

const labels = new Map<string, string>(
	featureGroups.flatMap((group) => group.features.map(({ feature, label }) => [feature, label] as const)),
);
export const featureLabel = (feature: Feature): string => labels.get(feature) ?? feature;
