import type { Permission } from "@timbre/contract/permissions.ts";

type PermissionOption = { permission: Permission; label: string };

/** Permissions that are checked today. Those of planned features are only included in full access. */
export const permissionGroups: readonly { title: string; options: readonly PermissionOption[] }[] = [
	{
		title: "Speech",
		options: [
			{ permission: "text_to_speech", label: "Generate speech" },
			{ permission: "forced_alignment", label: "Align recordings" },
			{ permission: "models_read", label: "View models" },
			{ permission: "speech_history_read", label: "View history" },
			{ permission: "speech_history_write", label: "Edit history" },
			{ permission: "pronunciation_dictionaries_read", label: "View dictionaries" },
			{ permission: "pronunciation_dictionaries_write", label: "Edit dictionaries" },
		],
	},
	{
		title: "Recordings",
		options: [
			{ permission: "speech_to_text", label: "Transcribe" },
			{ permission: "audio_isolation", label: "Isolate voices" },
			{ permission: "speech_to_speech", label: "Change voices" },
		],
	},
	{
		title: "Voices",
		options: [
			{ permission: "voices_read", label: "View voices" },
			{ permission: "voices_write", label: "Edit and delete voices" },
			{ permission: "voice_generation", label: "Design voices" },
			{ permission: "add_voice_from_voice_library", label: "Add library voices" },
			{ permission: "create_instant_voice_clone", label: "Create instant clones" },
			{ permission: "create_professional_voice_clone", label: "Create professional clones" },
			{ permission: "share_voice_externally", label: "Share voices by link" },
			{ permission: "publish_voice_to_voice_library", label: "Publish voices" },
		],
	},
	{
		title: "Studio",
		options: [
			{ permission: "projects_read", label: "View and comment on projects" },
			{ permission: "projects_write", label: "Edit projects" },
		],
	},
	{
		title: "Account",
		options: [
			{ permission: "user_read", label: "View account and usage" },
			{ permission: "user_write", label: "Edit account" },
			{ permission: "create_user_api_key", label: "Manage API keys" },
		],
	},
	{
		title: "Workspace",
		options: [
			{ permission: "workspace_read", label: "View workspace" },
			{ permission: "workspace_write", label: "Edit workspace" },
			{ permission: "workspace_members_read", label: "View members" },
			{ permission: "workspace_members_invite", label: "Invite members" },
			{ permission: "workspace_members_remove", label: "Remove members" },
			{ permission: "group_members_manage", label: "Manage groups" },
			{ permission: "service_account_write", label: "Manage service accounts" },
			{ permission: "webhooks_write", label: "Manage webhooks" },
			{ permission: "workspace_analytics_full_read", label: "View workspace usage" },
			{ permission: "audit_log_read", label: "View audit log" },
		],
	},
];

const listedPermissions = permissionGroups.flatMap(({ options }) => options.map(({ permission }) => permission));

const speech: readonly Permission[] = [
	"text_to_speech",
	"forced_alignment",
	"voices_read",
	"models_read",
	"pronunciation_dictionaries_read",
	"user_read",
];

/** `all`: everything its creator can do. `kept`: the key's current permissions. */
export const presets = ["all", "kept", "speech", "read", "chosen"] as const;
export type Preset = (typeof presets)[number];

export function permissionsOf(
	preset: Preset,
	chosen: readonly Permission[],
	held: readonly Permission[],
): Permission[] | undefined {
	if (preset === "all" || preset === "kept") return undefined;
	if (preset === "speech") return [...speech];
	if (preset === "read") return listedPermissions.filter((permission) => permission.endsWith("_read"));
	// Permissions without a checkbox can't be removed here, so the key keeps them.
	return [...chosen, ...held.filter((permission) => !listedPermissions.includes(permission))];
}

/** "Full access", "Speech only", or a count. */
export function summarizePermissions(held: readonly Permission[]): string {
	const known = listedPermissions.filter((permission) => held.includes(permission));
	if (known.length === listedPermissions.length) return "Full access";
	if (known.length === speech.length && speech.every((permission) => held.includes(permission))) return "Speech only";
	if (known.length > 0 && known.every((permission) => permission.endsWith("_read"))) return "Read only";
	return known.length === 1 ? "1 permission" : `${known.length} permissions`;
}
