/** Rights a caller may hold. An API key carries a subset; a signed-in member holds those of the role. */
export const permissions = [
	"text_to_speech",
	"forced_alignment",
	"models_read",
	"voices_read",
	"speech_history_read",
	"speech_history_write",
	"pronunciation_dictionaries_read",
	"pronunciation_dictionaries_write",
	"user_read",
	"user_write",
	"create_user_api_key",
] as const;

export type Permission = (typeof permissions)[number];

export const roles = ["admin", "editor"] as const;
export type Role = (typeof roles)[number];

/** Admin counts as editor. Nothing here is for admins alone yet. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
	admin: permissions,
	editor: permissions,
};
