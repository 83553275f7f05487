// Ids of what a bundle becomes. The same in each attempt, so that one that was interrupted leaves nothing behind.
import { createHash } from "node:crypto";

const digest = (parts: readonly string[]) => createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

export const importedId = (importId: string, kind: "character" | "take" | "snapshot" | "group", id: string): string =>
	digest([importId, kind, id]).slice(0, 24);

/**
 * Of a take that comes with a bundle. Never that of a sentence that this server would generate: whoever makes a bundle must not
 * be able to replace what other projects and generations of the workspace find under that hash.
 */
export const importedHash = (importId: string, takeId: string): string => digest(["bundle", importId, takeId]);
