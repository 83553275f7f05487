import { type NotificationMessage, severities } from "@timbre/contract/notifications/endpoints.ts";
import type { NotificationRow } from "./notifications.repo.ts";

export function presentNotification(row: NotificationRow): NotificationMessage {
	return {
		message_id: row.id,
		severity: severities.find((known) => known === row.severity) ?? "info",
		title: row.title,
		description: row.description,
		needs_attention: row.needs_attention,
		link: row.link,
		create_date_unix_ms: row.created_at.getTime(),
		has_been_read: row.read_at !== null,
	};
}
