import type { Db } from "@timbre/db/connect.ts";
import { analyticsEventColumns } from "../json-columns/platform.ts";

/** Records an analytics event. Call this in the transaction of the change, so each is counted exactly once. */
export async function recordAnalyticsEvent(
	db: Db,
	workspaceId: string,
	event: { name: string; userId: string; data: Record<string, unknown> },
): Promise<void> {
	await db
		.insertInto("analytics_event")
		.values({
			name: event.name,
			workspace_id: workspaceId,
			user_id: event.userId,
			data: analyticsEventColumns.data.write(event.data),
		})
		.execute();
}
