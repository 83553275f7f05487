import type { AuditEntry } from "@timbre/contract/workspace.entities.ts";

/** The kinds of acts as the audit log names them, for people. */
export const auditKinds: readonly { value: string; label: string }[] = [
	{ value: "member_management", label: "Members and invitations" },
	{ value: "group_management", label: "Groups" },
	{ value: "workspace_settings", label: "Workspace settings" },
	{ value: "api_key", label: "API keys" },
	{ value: "service_account", label: "Service accounts" },
	{ value: "webhook", label: "Webhooks" },
	{ value: "sso", label: "Single sign-on" },
	{ value: "authentication", label: "Signing in" },
	{ value: "account_change", label: "Accounts" },
	{ value: "resource_sharing", label: "Sharing" },
	{ value: "privacy", label: "Privacy" },
];

/** A kind that has no words yet is told by its name. */
export const kindLabel = (kind: string): string =>
	auditKinds.find((one) => one.value === kind)?.label ?? kind.replaceAll("_", " ");

type Told = { name: string; to: string; group: string; with: string };

/** What was done, after the name of who did it. */
const sentences: Record<string, (told: Told) => string> = {
	"member_management.invite": ({ name }) => `invited ${name}`,
	"member_management.withdraw_invite": ({ name }) => `took the invitation of ${name} back`,
	"member_management.join": () => "joined",
	"member_management.leave": () => "left",
	"member_management.remove": ({ name }) => `removed ${name}`,
	"member_management.delete_account": ({ name }) => `deleted the account of ${name}`,
	"member_management.lock": ({ name }) => `locked ${name}`,
	"member_management.unlock": ({ name }) => `unlocked ${name}`,
	"member_management.change_role": ({ name, to }) => `made ${name} ${to === "admin" ? "an admin" : "an editor"}`,
	"member_management.change_usage_limit": ({ name, to }) =>
		to === "" ? `took the usage limit of ${name} away` : `set the usage limit of ${name} to ${to} credits`,
	"group_management.create": ({ name }) => `made the group “${name}”`,
	"group_management.update": ({ name }) => `changed the group “${name}”`,
	"group_management.delete": ({ name }) => `deleted the group “${name}”`,
	"group_management.add_user": ({ name, group }) => `put ${name} into the group “${group}”`,
	"group_management.remove_user": ({ name, group }) => `took ${name} out of the group “${group}”`,
	"workspace_settings.transfer_ownership": ({ name }) => `handed the workspace over to ${name}`,
	"workspace_settings.cancel_subscription": () => "cancelled the subscription",
	"workspace_settings.update": ({ name, to }) => settingChange(name, to),
	"privacy.update": ({ to }) =>
		to === "true" ? "opted out of the use of data" : "took the opt-out of the use of data back",
	"service_account.create": ({ name }) => `made the service account “${name}”`,
	"service_account.delete": ({ name }) => `deleted the service account “${name}”`,
	"resource_sharing.share": ({ name, with: whom }) => `shared “${name}”${whom ? ` with ${whom}` : ""}`,
	"resource_sharing.unshare": ({ name, with: whom }) => `no longer shares “${name}”${whom ? ` with ${whom}` : ""}`,
	"sso.create_identity_provider": ({ name }) => `set up the identity provider “${name}”`,
	"sso.update_identity_provider": ({ name }) => `changed the identity provider of ${name}`,
	"sso.delete_identity_provider": ({ name }) => `deleted the identity provider “${name}”`,
	"sso.create_domain": ({ name }) => `added the domain ${name}`,
	"sso.verify_domain": ({ name }) => `verified the domain ${name}`,
	"sso.update_domain": ({ name }) => `changed how people of ${name} sign in`,
	"sso.delete_domain": ({ name }) => `removed the domain ${name}`,
};

const settings: Record<string, string> = {
	name: "the workspace's name",
	session_inactivity_timeout: "the inactivity timeout",
	all_members_permissions: "what all members may",
};

function settingChange(setting: string, to: string): string {
	if (setting === "name" && to) return `named the workspace “${to}”`;
	return `changed ${settings[setting] ?? "the workspace's settings"}`;
}

const nouns: Record<string, string> = { api_key: "the API key", webhook: "the webhook" };
const verbs: Record<string, string> = {
	create: "made",
	update: "changed",
	edit: "changed",
	delete: "deleted",
	revoke: "revoked",
	rotate: "gave a new secret to",
	enable: "switched on",
	disable: "switched off",
	self_disable: "switched off",
	rotate_secret: "gave a new secret to",
};

type Act = Pick<AuditEntry, "class_name" | "activity_name" | "message" | "unmapped"> & {
	actor: { user: Pick<AuditEntry["actor"]["user"], "full_name" | "email_addr"> };
};

const text = (value: unknown) =>
	typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** "Ada Example invited bo@example.com"; an act without words of its own is told in the server's. */
export function auditSentence({ class_name, activity_name, message, unmapped, actor }: Act): string {
	const who = actor.user.full_name || actor.user.email_addr || "Somebody who is gone";
	const told = {
		name: text(unmapped.name) || text(unmapped.target),
		to: text(unmapped.to),
		group: text(unmapped.group),
		with: text(unmapped.with),
	};
	const own = sentences[`${class_name}.${activity_name}`];
	if (own) return `${who} ${own(told)}`;
	const noun = nouns[class_name];
	const verb = verbs[activity_name];
	return noun && verb ? `${who} ${verb} ${noun} “${told.name}”` : message;
}
