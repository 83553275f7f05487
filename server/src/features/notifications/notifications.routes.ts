import { notificationsEndpoints } from "@timbre/contract/notifications/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http/http.ts";
import { type Feed, followMessages } from "./notifications.feed.service.ts";
import {
	getPreferences,
	listNotifications,
	markAllNotificationsRead,
	markNotificationRead,
	updatePreferences,
} from "./notifications.service.ts";

export function notificationsRoutes(http: Http, { db, feed }: { db: Database; feed: Feed }): void {
	implement(http, notificationsEndpoints.listNotifications, (context, { query }) =>
		listNotifications(db, context, query),
	);
	implement(http, notificationsEndpoints.readNotification, (context, { params }) =>
		markNotificationRead(db, context, params.message_id),
	);
	implement(http, notificationsEndpoints.readAllNotifications, (context) => markAllNotificationsRead(db, context));
	implement(http, notificationsEndpoints.getPreferences, (context) => getPreferences(db, context));
	implement(http, notificationsEndpoints.updatePreferences, (context, { body }) =>
		updatePreferences(db, context, body),
	);
	implement(http, notificationsEndpoints.followNotifications, async (context) => ({
		contentType: "text/event-stream",
		body: followMessages(feed, context),
	}));
}
