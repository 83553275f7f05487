/** All permissions. A member has those of their role and groups; an API key has a subset of its owner's. */
export const permissions = [
	"text_to_speech",
	"speech_to_speech",
	"speech_to_text",
	"models_read",
	"models_write",
	"voices_read",
	"voices_write",
	"speech_history_read",
	"speech_history_write",
	"sound_generation",
	"audio_isolation",
	"voice_generation",
	"dubbing_read",
	"dubbing_write",
	"pronunciation_dictionaries_read",
	"pronunciation_dictionaries_write",
	"user_read",
	"user_write",
	"projects_read",
	"projects_write",
	"audio_native_read",
	"audio_native_write",
	"workspace_read",
	"workspace_write",
	"forced_alignment",
	"convai_read",
	"convai_write",
	"music_generation",
	"add_voice_from_voice_library",
	"create_instant_voice_clone",
	"create_professional_voice_clone",
	"publish_voice_to_voice_library",
	"share_voice_externally",
	"create_user_api_key",
	"workspace_analytics_full_read",
	"webhooks_write",
	"service_account_write",
	"group_members_manage",
	"workspace_members_read",
	"workspace_members_invite",
	"workspace_members_remove",
	"terms_of_service_accept",
	"audit_log_read",
] as const;

export type Permission = (typeof permissions)[number];

export const roles = ["admin", "editor"] as const;
export type Role = (typeof roles)[number];

/** Features that an admin can enable for all members or for a group, with the permissions each one grants. */
export const featurePermissions = {
	text_to_speech: ["text_to_speech", "forced_alignment", "pronunciation_dictionaries_write"],
	speech_to_speech: ["speech_to_speech"],
	speech_to_text: ["speech_to_text"],
	voice_lab: ["voices_write"],
	voice_design: ["voice_generation"],
	sound_effects: ["sound_generation"],
	projects: ["projects_read", "projects_write"],
	dubbing: ["dubbing_read", "dubbing_write"],
	audio_native: ["audio_native_read", "audio_native_write"],
	conversational_ai: ["convai_read", "convai_write"],
	voice_isolator: ["audio_isolation"],
	music: ["music_generation"],
	add_voice_from_voice_library: ["add_voice_from_voice_library"],
	create_instant_voice_clone: ["create_instant_voice_clone"],
	create_professional_voice_clone: ["create_professional_voice_clone"],
	publish_voice_to_voice_library: ["publish_voice_to_voice_library"],
	share_voice_externally: ["share_voice_externally"],
	create_user_api_key: ["create_user_api_key"],
	workspace_analytics_full_read: ["workspace_analytics_full_read"],
	service_accounts_manage: ["service_account_write"],
	webhooks_manage: ["webhooks_write"],
	group_members_manage: ["group_members_manage"],
	workspace_members_invite: ["workspace_members_invite"],
	workspace_members_remove: ["workspace_members_remove"],
	terms_of_service_accept: ["terms_of_service_accept"],
	audit_log_read: ["audit_log_read"],
} as const satisfies Record<string, readonly Permission[]>;

export type Feature = keyof typeof featurePermissions;
export const features = Object.keys(featurePermissions) as Feature[];

/** Admins have these; editors only through a group. */
const adminFeatures: readonly Feature[] = [
	"workspace_analytics_full_read",
	"service_accounts_manage",
	"webhooks_manage",
	"group_members_manage",
	"workspace_members_invite",
	"workspace_members_remove",
	"terms_of_service_accept",
	"audit_log_read",
];
/** Features of all members unless the workspace sets `all_members_permissions`. */
export const defaultFeatures: readonly Feature[] = features.filter((feature) => !adminFeatures.includes(feature));

/** Never granted by a group: only admins manage the workspace, its members' roles and its settings. */
const adminOnly: ReadonlySet<Permission> = new Set(["workspace_write"]);
const toggleable: ReadonlySet<Permission> = new Set(Object.values(featurePermissions).flat());

/** A member's permissions. Admins have all. Editors have those of the given features and those no feature controls. */
export function permissionsOf(role: Role, allowed: Iterable<Feature>): ReadonlySet<Permission> {
	if (role === "admin") return new Set(permissions);
	const granted = new Set<Permission>([...allowed].flatMap((feature) => featurePermissions[feature]));
	return new Set(
		permissions.filter(
			(permission) => granted.has(permission) || !(toggleable.has(permission) || adminOnly.has(permission)),
		),
	);
}
