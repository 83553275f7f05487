/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const notificationsPaths = {
	listNotifications: { id: "notifications_list", method: "GET", path: "/v1/notifications" },
	readNotification: { id: "notifications_read", method: "POST", path: "/v1/notifications/{message_id}/read" },
	readAllNotifications: { id: "notifications_read_all", method: "POST", path: "/v1/notifications/read-all" },
	followNotifications: { id: "notifications_follow", method: "GET", path: "/v1/notifications/events" },
	getPreferences: { id: "notifications_preferences_get", method: "GET", path: "/v1/notifications/preferences" },
	updatePreferences: { id: "notifications_preferences_update", method: "POST", path: "/v1/notifications/preferences" },
} as const;
