import type { Db } from "@timbre/db/connect.ts";
import { findByUser } from "./profiles.repo.ts";

/** The user's profile handle, public or not; null until chosen. */
export async function getProfileHandle(db: Db, userId: string): Promise<string | null> {
	return (await findByUser(db, userId))?.handle ?? null;
}
