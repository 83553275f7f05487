import type { Database } from "@timbre/db/connect.ts";
import { deviceName } from "../../core/device-name.ts";
import type { PublishedEvent, Subscriber } from "../../core/events.ts";
import { type Notification, notify } from "./notifications.public.ts";

/** What lower areas tell by an event, in words for the people it concerns. */
export function notificationsSubscriber(db: Database): Subscriber {
	return {
		name: "notifications",
		events: ["workspace_invite_accepted", "signed_in_from_new_device"],
		handle: async (event) => {
			const message = messageOf(event);
			// By the event's own id: heard again, it is told once.
			if (message) await db.transaction().execute((tx) => notify(tx, { ...message, cause: `event:${event.id}` }));
		},
	};
}

function messageOf(event: PublishedEvent): Notification | undefined {
	if (event.name === "workspace_invite_accepted") {
		return {
			workspaceId: event.workspaceId,
			severity: "success",
			title: "An invitation was accepted",
			description: `${event.data.email} has joined the workspace.`,
			link: "/app/workspace/members",
		};
	}
	if (event.name === "signed_in_from_new_device") {
		return {
			userId: event.userId,
			severity: "warning",
			title: "Signed in on a new device",
			description: `${[deviceName(event.data.userAgent), event.data.visitor && `from ${event.data.visitor}`].filter(Boolean).join(", ")}. If this was not you, change your password and end that session.`,
			needsAttention: true,
			link: "/app/settings/security",
		};
	}
	return undefined;
}
