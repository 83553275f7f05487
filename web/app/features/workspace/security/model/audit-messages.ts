import type { AuditEntry } from "@timbre/contract/workspace/schemas.ts";
import { toCsv } from "../../../../lib/text/csv.ts";

/** Labels for the event classes of the audit log. */
export const auditKinds: readonly { value: string; label: string }[] = [
	{ value: "member_management", label: "Members and invitations" },
	{ value: "group_management", label: "Groups" },
	{ value: "workspace_settings", label: "Workspace settings" },
	{ value: "api_key", label: "API keys" },
	{ value: "service_account", label: "Service accounts" },
	{ value: "webhook", label: "Webhooks" },
	{ value: "sso", label: "Single sign-on" },
	{ value: "authentication", label: "Sign-in" },
	{ value: "account_change", label: "Accounts" },
	{ value: "resource_sharing", label: "Sharing" },
	{ value: "voice_consent", label: "Voice consent" },
	{ value: "privacy", label: "Privacy" },
];

/** Falls back to the class name for unknown classes. */
export const kindLabel = (kind: string): string =>
	auditKinds.find((one) => one.value === kind)?.label ?? kind.replaceAll("_", " ");

type EventDetails = { name: string; to: string; group: string; with: string };

/** What was done, to follow the actor's name. */
const descriptions: Record<string, (details: EventDetails) => string> = {
	"member_management.invite": ({ name }) => `invited ${name}`,
	"member_management.withdraw_invite": ({ name }) => `revoked the invitation of ${name}`,
	"member_management.join": () => "joined",
	"member_management.leave": () => "left",
	"member_management.remove": ({ name }) => `removed ${name}`,
	"member_management.delete_account": ({ name }) => `deleted the account of ${name}`,
	"member_management.lock": ({ name }) => `locked ${name}`,
	"member_management.unlock": ({ name }) => `unlocked ${name}`,
	"member_management.change_role": ({ name, to }) => `made ${name} ${to === "admin" ? "an admin" : "an editor"}`,
	"member_management.change_usage_limit": ({ name, to }) =>
		to === "" ? `removed the usage limit of ${name}` : `set the usage limit of ${name} to ${to} credits`,
	"member_management.change_all_usage_limits": ({ to }) =>
		to === "" ? "removed all members' usage limits" : `set all members' usage limits to ${to} credits`,
	"group_management.create": ({ name }) => `created the group “${name}”`,
	"group_management.update": ({ name }) => `changed the group “${name}”`,
	"group_management.delete": ({ name }) => `deleted the group “${name}”`,
	"group_management.add_user": ({ name, group }) => `added ${name} to the group “${group}”`,
	"group_management.remove_user": ({ name, group }) => `removed ${name} from the group “${group}”`,
	"workspace_settings.transfer_ownership": ({ name }) => `transferred ownership to ${name}`,
	"workspace_settings.cancel_subscription": () => "canceled the subscription",
	"workspace_settings.update": ({ name, to }) => describeSettingChange(name, to),
	"privacy.update": ({ to }) =>
		to === "true" ? "opted out of model training" : "turned off the model training opt-out",
	"service_account.create": ({ name }) => `created the service account “${name}”`,
	"service_account.delete": ({ name }) => `deleted the service account “${name}”`,
	"resource_sharing.share": ({ name, with: whom }) => `shared “${name}”${whom ? ` with ${whom}` : ""}`,
	"resource_sharing.unshare": ({ name, with: whom }) => `stopped sharing “${name}”${whom ? ` with ${whom}` : ""}`,
	"voice_consent.create_link": ({ name }) => `asked the speaker of “${name}” for consent`,
	"voice_consent.revoke_link": ({ name }) => `revoked the consent link of “${name}”`,
	"sso.create_identity_provider": ({ name }) => `set up the identity provider “${name}”`,
	"sso.update_identity_provider": ({ name }) => `changed the identity provider of ${name}`,
	"sso.delete_identity_provider": ({ name }) => `deleted the identity provider “${name}”`,
	"sso.create_domain": ({ name }) => `added the domain ${name}`,
	"sso.verify_domain": ({ name }) => `verified the domain ${name}`,
	"sso.update_domain": ({ name }) => `changed how users at ${name} sign in`,
	"sso.delete_domain": ({ name }) => `removed the domain ${name}`,
};

const settings: Record<string, string> = {
	name: "the workspace's name",
	session_inactivity_timeout: "the inactivity timeout",
	require_two_factor: "whether two-factor authentication is required",
	default_usage_limit: "the usage limit of new members",
	all_members_permissions: "member permissions",
};

function describeSettingChange(setting: string, to: string): string {
	if (setting === "name" && to) return `renamed the workspace to “${to}”`;
	return `changed ${settings[setting] ?? "the workspace's settings"}`;
}

const nouns: Record<string, string> = { api_key: "the API key", webhook: "the webhook" };
const verbs: Record<string, string> = {
	create: "created",
	update: "changed",
	edit: "changed",
	delete: "deleted",
	revoke: "revoked",
	rotate: "rotated the secret of",
	enable: "enabled",
	disable: "disabled",
	self_disable: "disabled",
	rotate_secret: "rotated the secret of",
};

type AuditEvent = Pick<AuditEntry, "class_name" | "activity_name" | "message" | "unmapped"> & {
	actor: { user: Pick<AuditEntry["actor"]["user"], "full_name" | "email_addr"> };
};

const text = (value: unknown) =>
	typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** For example "Ada Example invited bo@example.com". Falls back to the server's message for unknown events. */
export function auditSentence({ class_name, activity_name, message, unmapped, actor }: AuditEvent): string {
	const who = actor.user.full_name || actor.user.email_addr || "A deleted user";
	const details = {
		name: text(unmapped.name) || text(unmapped.target),
		to: text(unmapped.to),
		group: text(unmapped.group),
		with: text(unmapped.with),
	};
	const own = descriptions[`${class_name}.${activity_name}`];
	if (own) return `${who} ${own(details)}`;
	const noun = nouns[class_name];
	const verb = verbs[activity_name];
	return noun && verb ? `${who} ${verb} ${noun} “${details.name}”` : message;
}

/** Events for spreadsheets and archives. */
export function auditCsv(entries: readonly AuditEntry[]): string {
	return toCsv([
		["Time", "Event", "Type", "Actor", "IP address"],
		...entries.map((entry) => [
			entry.time_dt,
			auditSentence(entry),
			kindLabel(entry.class_name),
			entry.actor.user.email_addr ?? entry.actor.user.name,
			entry.device?.ip ?? null,
		]),
	]);
}
