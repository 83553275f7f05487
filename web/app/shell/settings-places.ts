import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace.ts";
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
import { appPages } from "./app-routes.ts";

export type WorkspaceRights = ResponseOf<typeof workspaceEndpoints.canAccessSettings>;
/** `rights`: one of them opens the page; without any it is open to every member. */
type SettingsPlace = {
	to: string;
	label: string;
	icon: LucideIcon;
	words: string;
	rights: readonly (keyof WorkspaceRights)[];
};
type SettingsGroup = { title: "You" | "Workspace"; places: readonly SettingsPlace[] };

const place = (
	path: string,
	label: string,
	icon: LucideIcon,
	words: string,
	...rights: (keyof WorkspaceRights)[]
): SettingsPlace => ({ to: `/app${path}`, label, icon, words, rights });

const groups: readonly SettingsGroup[] = [
	{
		title: "You",
		places: [
			place("/settings", "General", SlidersHorizontal, "settings theme appearance"),
			place("/settings/profile", "Profile", UserRound, "name e-mail account delete language newsletter"),
			place("/settings/security", "Security", ShieldCheck, "password two-factor 2fa sessions devices"),
			place("/settings/notifications", "Notifications", Bell, "bell messages mails"),
			place("/settings/privacy", "Privacy", LockKeyhole, "data export consent delete"),
			place("/settings/api-keys", "API keys", KeyRound, "developers token"),
		],
	},
	{
		title: "Workspace",
		places: [
			place("/workspace", "Overview", Building2, "workspace name plan seats owner"),
			place("/workspace/members", "Members", UsersRound, "people invite team role"),
			place("/workspace/groups", "Groups", UserRoundCog, "rights permissions"),
			place(
				"/workspace/service-accounts",
				"Service accounts",
				KeyRound,
				"robots programs keys",
				"can_manage_service_accounts",
			),
			place(
				"/workspace/security",
				"Security",
				ShieldCheck,
				"sso domains audit log inactivity",
				"can_access_workspace_settings",
				"can_read_audit_log",
			),
			place("/workspace/usage-limits", "Usage limits", Gauge, "credits members", "can_access_workspace_settings"),
			place("/workspace/webhooks", "Webhooks", Webhook, "events deliveries developers", "can_manage_webhooks"),
		],
	},
];

const titles = new Map(appPages.filter((page) => page.state === "built").map((page) => [page.path, page.title]));

const existing = groups
	.map((group) => ({ ...group, places: group.places.filter(({ to }) => titles.has(to)) }))
	.filter((group) => group.places.length > 0);

/** The settings that such a member may use; what is not built is in no list. */
export function settingsGroups(held: WorkspaceRights | undefined): SettingsGroup[] {
	return existing.map((group) => ({
		...group,
		places: group.places.filter(({ rights }) => rights.length === 0 || rights.some((right) => held?.[right])),
	}));
}

/** For the palette, by titles that say enough outside their list. A page that is not open to the member says so itself. */
export const settingsPlaces = existing.flatMap((group) =>
	group.places.map(({ to, label, icon, words }) => ({ to, label: titles.get(to) ?? label, icon, words })),
);
