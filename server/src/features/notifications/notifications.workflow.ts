import type { Database } from "@timbre/db/connect.ts";
import type { PublishedEvent, Subscriber } from "../../core/events/events.ts";
import { deviceName } from "../../core/security/device-name.ts";
import { type Notification, notify } from "./notifications.public.ts";

/** Turns events of lower areas into notifications. */
export function notificationsSubscriber(db: Database): Subscriber {
	return {
		name: "notifications",
		events: ["workspace_invite_accepted", "signed_in_from_new_device"],
		handle: async (event) => {
			const message = messageOf(event);
			// Deduplicated by event id.
			if (message) await db.transaction().execute((tx) => notify(tx, { ...message, cause: `event:${event.id}` }));
		},
	};
}

function messageOf(event: PublishedEvent): Notification | undefined {
	if (event.name === "workspace_invite_accepted") {
		return {
			workspaceId: event.workspaceId,
			topic: "invitations",
			severity: "success",
			title: "Invitation accepted",
			description: `${event.data.email} joined the workspace.`,
			link: "/app/workspace/members",
		};
	}
	if (event.name === "signed_in_from_new_device") {
		return {
			userId: event.userId,
			severity: "warning",
			title: "New sign-in",
			description: `${[deviceName(event.data.userAgent), event.data.visitor && `from ${event.data.visitor}`].filter(Boolean).join(", ")}. If this wasn't you, change your password and sign out that session.`,
			needsAttention: true,
			link: "/app/settings/security",
		};
	}
	return undefined;
}
