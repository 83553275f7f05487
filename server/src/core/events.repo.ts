import type { Db } from "@timbre/db/connect.ts";

/** Counts something that happened. In the transaction of what it counts, so that it is counted exactly as often. */
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
			data: JSON.stringify(event.data),
		})
		.execute();
}
