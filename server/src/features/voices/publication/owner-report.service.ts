import type { Database } from "@timbre/db/connect.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { notify } from "../../notifications/notifications.public.ts";
import { findPublication } from "./publication.repo.ts";

/** Tells the owner of a removed voice that something about its removal failed. */
export async function reportToOwner(
	db: Database,
	publicationId: string,
	message: { cause: string; title: string; description: (name: string) => string },
): Promise<void> {
	const publication = await findPublication(db, GLOBAL, publicationId);
	const workspaceId = publication?.workspace_id;
	if (!publication || !workspaceId) return;
	await db.transaction().execute((tx) =>
		notify(tx, {
			topic: "voices",
			workspaceId,
			severity: "error",
			title: message.title,
			description: message.description(publication.name),
			needsAttention: true,
			link: "/app/voice-lab",
			cause: message.cause,
		}),
	);
}
