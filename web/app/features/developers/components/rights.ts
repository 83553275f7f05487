import type { Permission } from "@timbre/contract/permissions.ts";

type Right = { right: Permission; label: string };

/** The rights that something asks for today, in words. What is only planned is given with "all rights" and named nowhere else. */
export const rightGroups: readonly { title: string; rights: readonly Right[] }[] = [
	{
		title: "Speech",
		rights: [
			{ right: "text_to_speech", label: "Speak texts" },
			{ right: "forced_alignment", label: "Align recordings" },
			{ right: "voices_read", label: "See voices" },
			{ right: "models_read", label: "See models" },
			{ right: "speech_history_read", label: "Read the history" },
			{ right: "speech_history_write", label: "Change the history" },
			{ right: "pronunciation_dictionaries_read", label: "Read dictionaries" },
			{ right: "pronunciation_dictionaries_write", label: "Change dictionaries" },
		],
	},
	{
		title: "Account",
		rights: [
			{ right: "user_read", label: "Read the account and usage" },
			{ right: "user_write", label: "Change the account" },
			{ right: "create_user_api_key", label: "Make and change API keys" },
		],
	},
	{
		title: "Workspace",
		rights: [
			{ right: "workspace_read", label: "Read the workspace" },
			{ right: "workspace_write", label: "Change the workspace" },
			{ right: "workspace_members_read", label: "See members" },
			{ right: "workspace_members_invite", label: "Invite members" },
			{ right: "workspace_members_remove", label: "Remove members" },
			{ right: "group_members_manage", label: "Manage groups" },
			{ right: "service_account_write", label: "Manage service accounts" },
			{ right: "webhooks_write", label: "Manage webhooks" },
			{ right: "workspace_analytics_full_read", label: "Read everybody's usage" },
			{ right: "audit_log_read", label: "Read the audit log" },
		],
	},
];

const shown = rightGroups.flatMap(({ rights }) => rights.map(({ right }) => right));

const speech: readonly Permission[] = [
	"text_to_speech",
	"forced_alignment",
	"voices_read",
	"models_read",
	"pronunciation_dictionaries_read",
	"user_read",
];

/** `all`: whatever its maker may do. `kept`: what the key may do already. */
export const presets = ["all", "kept", "speech", "read", "chosen"] as const;
export type Preset = (typeof presets)[number];

export function rightsOf(
	preset: Preset,
	chosen: readonly Permission[],
	held: readonly Permission[],
): Permission[] | undefined {
	if (preset === "all" || preset === "kept") return undefined;
	if (preset === "speech") return [...speech];
	if (preset === "read") return shown.filter((right) => right.endsWith("_read"));
	// Rights without a box cannot be unticked: a key that has them keeps them.
	return [...chosen, ...held.filter((right) => !shown.includes(right))];
}

/** "All rights", "Speech only", or how many. */
export function summary(held: readonly Permission[]): string {
	const known = shown.filter((right) => held.includes(right));
	if (known.length === shown.length) return "All rights";
	if (known.length === speech.length && speech.every((right) => held.includes(right))) return "Speech only";
	if (known.length > 0 && known.every((right) => right.endsWith("_read"))) return "Read only";
	return known.length === 1 ? "1 right" : `${known.length} rights`;
}
