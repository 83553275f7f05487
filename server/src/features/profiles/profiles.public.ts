import type { Db } from "@timbre/db/connect.ts";
import { findByUser } from "./profiles.repo.ts";

/** The name of a person's public page, shown to others or not; null until one was chosen. */
export async function handleOf(db: Db, userId: string): Promise<string | null> {
	return (await findByUser(db, userId))?.handle ?? null;
}
