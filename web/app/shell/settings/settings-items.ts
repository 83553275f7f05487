import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import {
	Bell,
	Building2,
	Gauge,
	KeyRound,
	LockKeyhole,
	type LucideIcon,
	ShieldCheck,
	SlidersHorizontal,
	UserRound,
	UserRoundCog,
	UsersRound,
	Webhook,
} from "lucide-react";
import { appPages } from "../navigation/app-routes.ts";

export type WorkspacePermissions = ResponseOf<typeof workspaceEndpoints.canAccessSettings>;
/** `permissions`: any one of them grants access; if empty, every member has access. */
type SettingsItem = {
	to: string;
	label: string;
	icon: LucideIcon;
	keywords: string;
	permissions: readonly (keyof WorkspacePermissions)[];
};
type SettingsGroup = { title: "You" | "Workspace"; items: readonly SettingsItem[] };

const item = (
	path: string,
	label: string,
	icon: LucideIcon,
	keywords: string,
	...permissions: (keyof WorkspacePermissions)[]
): SettingsItem => ({ to: `/app${path}`, label, icon, keywords, permissions });

const groups: readonly SettingsGroup[] = [
	{
		title: "You",
		items: [
			item("/settings", "General", SlidersHorizontal, "settings theme appearance"),
			item("/settings/profile", "Profile", UserRound, "name e-mail account delete language newsletter"),
			item("/settings/security", "Security", ShieldCheck, "password two-factor 2fa sessions devices"),
			item("/settings/notifications", "Notifications", Bell, "bell messages emails"),
			item("/settings/privacy", "Privacy", LockKeyhole, "data export consent delete"),
			item("/settings/api-keys", "API keys", KeyRound, "developers token"),
		],
	},
	{
		title: "Workspace",
		items: [
			item("/workspace", "Overview", Building2, "workspace name plan seats owner"),
			item("/workspace/members", "Members", UsersRound, "people invite team role"),
			item("/workspace/groups", "Groups", UserRoundCog, "permissions permissions"),
			item(
				"/workspace/service-accounts",
				"Service accounts",
				KeyRound,
				"robots bots automation keys",
				"can_manage_service_accounts",
			),
			item(
				"/workspace/security",
				"Security",
				ShieldCheck,
				"sso domains audit log inactivity",
				"can_access_workspace_settings",
				"can_read_audit_log",
			),
			item("/workspace/usage-limits", "Usage limits", Gauge, "credits members", "can_access_workspace_settings"),
			item("/workspace/webhooks", "Webhooks", Webhook, "events deliveries developers", "can_manage_webhooks"),
		],
	},
];

const titles = new Map(appPages.filter((page) => page.state === "built").map((page) => [page.path, page.title]));

const builtGroups = groups
	.map((group) => ({ ...group, items: group.items.filter(({ to }) => titles.has(to)) }))
	.filter((group) => group.items.length > 0);

/** Settings the member can access. Planned pages are not listed. */
export function settingsGroups(held: WorkspacePermissions | undefined): SettingsGroup[] {
	return builtGroups.map((group) => ({
		...group,
		items: group.items.filter(
			({ permissions }) => permissions.length === 0 || permissions.some((permission) => held?.[permission]),
		),
	}));
}

/** For the palette, with full page titles. Not filtered: a page the member cannot access says so. */
export const settingsItems = builtGroups.flatMap((group) =>
	group.items.map(({ to, label, icon, keywords }) => ({ to, label: titles.get(to) ?? label, icon, keywords })),
);
