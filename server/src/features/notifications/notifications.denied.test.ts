import { notificationsEndpoints } from "@timbre/contract/notifications.ts";
import { denied } from "../../testing/denied.ts";
import { notify } from "./notifications.public.ts";

denied(notificationsEndpoints.listNotifications);
denied(notificationsEndpoints.readAllNotifications);
denied(notificationsEndpoints.followNotifications);
denied(notificationsEndpoints.readNotification, {
	params: { message_id: "nothing" },
	foreign: {
		code: "not_found",
		make: async (app) => {
			const { userId } = await app.person();
			await notify(app.db, { userId, severity: "info", title: "Private", description: "To one person." });
			const { id } = await app.db
				.selectFrom("notification")
				.select("id")
				.where("user_id", "=", userId)
				.executeTakeFirstOrThrow();
			return { message_id: id };
		},
	},
});
