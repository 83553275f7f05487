// Presents the audit log in the Open Cybersecurity Schema Framework, which log tools understand.
import type { AuditEntry } from "@timbre/contract/workspace/schemas.ts";
import type { AuditRow } from "./audit.repo.ts";
import type { AuditEvent } from "./recorder.service.ts";

const other = 99;
/** OCSF class numbers, with the numbers of the activities used here. */
const classes = {
	accountChange: {
		uid: 3001,
		activities: { create: 1, password_change: 3, password_reset: 4, delete: 6, lock: 9, unlock: 12 },
	},
	authentication: { uid: 3002, activities: { sign_in: 1, sign_out: 2 } },
	entityManagement: {
		uid: 3004,
		activities: { create: 1, update: 3, delete: 4, share: 3, unshare: 3, enable: 8, disable: 9 },
	},
	userAccess: { uid: 3005, activities: { invite: 1, join: 1, remove: 2, leave: 2, withdraw_invite: 2, lock: 2 } },
	groupManagement: {
		uid: 3006,
		activities: { update: 1, add_user: 3, remove_user: 4, delete: 5, create: 6 },
	},
} as const;

const classOf: Record<AuditEvent["className"], keyof typeof classes> = {
	account_change: "accountChange",
	api_key: "entityManagement",
	authentication: "authentication",
	group_management: "groupManagement",
	member_management: "userAccess",
	privacy: "entityManagement",
	resource_sharing: "entityManagement",
	service_account: "entityManagement",
	sso: "entityManagement",
	voice_consent: "entityManagement",
	webhook: "entityManagement",
	workspace_settings: "entityManagement",
};

export function presentAuditEvent(row: AuditRow): AuditEntry {
	const kind = classes[classOf[row.class_name as AuditEvent["className"]] ?? "entityManagement"];
	const activity = (kind.activities as Record<string, number>)[row.activity] ?? other;
	const who = row.actor_email ?? "A deleted user";
	return {
		id: String(row.id),
		time: row.at.getTime(),
		time_dt: row.at.toISOString(),
		class_name: row.class_name,
		class_uid: kind.uid,
		category_name: "Identity & Access Management",
		category_uid: 3,
		activity_id: activity,
		activity_name: row.activity,
		type_uid: kind.uid * 100 + activity,
		type_name: `${humanize(row.class_name)}: ${humanize(row.activity)}`,
		severity_id: 1,
		status_id: 1,
		message: `${who}: ${humanize(row.class_name)}, ${humanize(row.activity)}${row.target === null ? "" : ` (${row.target})`}`,
		actor: {
			user: {
				name: row.actor_name,
				uid: row.actor_user_id,
				type_id: row.actor_of === null ? 1 : 3,
				type: row.actor_of === null ? "User" : "Service",
				email_addr: row.actor_email,
				full_name: row.actor_name,
				domain: row.actor_email?.split("@")[1] ?? null,
			},
			app_name: row.via === "api-key" ? "API" : "Web app",
			app_uid: row.via,
			session: null,
		},
		device: row.visitor === null ? null : { ip: row.visitor, hostname: null, type_id: other },
		http_request: null,
		metadata: { version: "1.3.0", product: { name: "Timbre" } },
		unmapped: { target: row.target, ...row.details },
	};
}

function humanize(name: string): string {
	return name.replaceAll("_", " ");
}
