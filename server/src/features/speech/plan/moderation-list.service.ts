import { readFile } from "node:fs/promises";
import { createModerator, ModerationListError, type Moderator } from "@timbre/engines/text/moderation.ts";

/** Adds the operator's list if one is configured. An unreadable list prevents startup, so moderation is never silently incomplete. */
export async function loadModerator(path: string | undefined): Promise<Moderator> {
	if (path === undefined) return createModerator();
	try {
		return createModerator(await readFile(path, "utf8"));
	} catch (error) {
		const reason = error instanceof ModerationListError ? error.message : "The file can't be read.";
		throw new Error(`MODERATION_LIST (${path}): ${reason}`, { cause: error });
	}
}
