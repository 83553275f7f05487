import type { Feature } from "@timbre/contract/permissions.ts";

type FeatureLabel = {
	feature: Feature;
	label: string;
	text: string;
	/** No endpoint requires this permission yet. The setting takes effect once one does. */
	planned?: true;
};

/** Features grouped and ordered for display. */
export const featureGroups: readonly { title: string; features: readonly FeatureLabel[] }[] = [
	{
		title: "Speech",
		features: [
			{
				feature: "text_to_speech",
				label: "Text to speech",
				text: "Generate speech and dialogue, align recordings and edit pronunciation dictionaries.",
			},
			{
				feature: "speech_to_speech",
				label: "Voice changer",
				text: "Convert a recording to another voice.",
			},
			{ feature: "speech_to_text", label: "Speech to text", text: "Transcribe recordings." },
			{
				feature: "sound_effects",
				label: "Sound effects",
				text: "Generate sound effects from a description.",
				planned: true,
			},
			{
				feature: "voice_isolator",
				label: "Voice isolator",
				text: "Separate a voice from background noise.",
			},
			{ feature: "music", label: "Music", text: "Generate music from a description.", planned: true },
		],
	},
	{
		title: "Voices",
		features: [
			{
				feature: "voice_lab",
				label: "Edit voices",
				text: "Add, edit and delete voices in the workspace.",
			},
			{ feature: "voice_design", label: "Design voices", text: "Create a voice from a description." },
			{
				feature: "create_instant_voice_clone",
				label: "Clone voices from a sample",
				text: "Create a voice from a short recording.",
			},
			{
				feature: "create_professional_voice_clone",
				label: "Create professional voices",
				text: "Create a voice from many recordings.",
			},
			{
				feature: "add_voice_from_voice_library",
				label: "Add voices from the library",
				text: "Use voices shared by others.",
			},
			{
				feature: "publish_voice_to_voice_library",
				label: "Publish voices",
				text: "Publish a workspace voice to the voice library.",
			},
			{
				feature: "share_voice_externally",
				label: "Share voices externally",
				text: "Share a voice with people outside the workspace.",
			},
		],
	},
	{
		title: "Production",
		features: [
			{ feature: "projects", label: "Studio", text: "Write and edit books and other long-form projects." },
			{ feature: "dubbing", label: "Dubbing", text: "Dub videos into other languages.", planned: true },
			{ feature: "audio_native", label: "Audio native", text: "Embed audio players in articles.", planned: true },
			{ feature: "conversational_ai", label: "Agents", text: "Build conversational voice agents.", planned: true },
		],
	},
	{
		title: "Developers",
		features: [
			{ feature: "create_user_api_key", label: "Personal API keys", text: "Create personal API keys." },
			{
				feature: "service_accounts_manage",
				label: "Service accounts",
				text: "Create service accounts and their API keys.",
			},
			{ feature: "webhooks_manage", label: "Webhooks", text: "Manage webhook endpoints." },
		],
	},
	{
		title: "Workspace",
		features: [
			{
				feature: "workspace_members_invite",
				label: "Invite members",
				text: "Send and revoke invitations.",
			},
			{ feature: "workspace_members_remove", label: "Remove members", text: "Remove editors from the workspace." },
			{
				feature: "group_members_manage",
				label: "Manage group members",
				text: "Add members to groups and remove them.",
			},
			{
				feature: "workspace_analytics_full_read",
				label: "Usage of all members",
				text: "See how many credits each member has used.",
			},
			{ feature: "audit_log_read", label: "Audit log", text: "See who changed what in the workspace." },
			{
				feature: "terms_of_service_accept",
				label: "Accept terms",
				text: "Accept new terms for the whole workspace.",
				planned: true,
			},
		],
	},
];

const labels = new Map<string, string>(
	featureGroups.flatMap((group) => group.features.map(({ feature, label }) => [feature, label] as const)),
);
export const featureLabel = (feature: Feature): string => labels.get(feature) ?? feature;
