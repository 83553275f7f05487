// Messages of the WebSocket on which a chapter is edited. Documents and updates are those of Yjs, in Base64.
import { z } from "zod";

/** A larger update is rejected. A pasted chapter of 300,000 characters is about half of it. */
export const maxUpdateCharacters = 2_000_000;
/** A notification of PostgreSQL, which carries both ends of the selection, holds 8,000 bytes. */
const maxPresenceCharacters = 500;

const base64 = (max: number) =>
	z
		.string()
		.max(max)
		.regex(/^[A-Za-z0-9+/]*={0,2}$/, "Send Base64.");

/** From the editor. */
export const editorMessage = z.discriminatedUnion("type", [
	/** First message, and again after a reconnect: the state vector of what the editor has. */
	z.object({ type: z.literal("join"), vector: base64(100_000) }),
	/** A change. The server confirms it by its number once it is stored. */
	z.object({ type: z.literal("update"), number: z.int().min(0), update: base64(maxUpdateCharacters) }),
	/** Where the editor's cursor is: Yjs relative positions. Null when it loses the focus. */
	z.object({
		type: z.literal("presence"),
		cursor: z
			.object({ anchor: z.string().max(maxPresenceCharacters), head: z.string().max(maxPresenceCharacters) })
			.nullable(),
	}),
]);
export type EditorMessage = z.output<typeof editorMessage>;

export type Editor = {
	/** Id of the connection. One user may have several. */
	id: string;
	userId: string;
	name: string;
	cursor: { anchor: string; head: string } | null;
};

/** To the editor. */
export type ChapterMessage =
	/** What the editor lacks, and the state vector of the server, so the editor can send what the server lacks. */
	| { type: "joined"; id: string; update: string; vector: string; canEdit: boolean; editors: Editor[] }
	| { type: "update"; update: string }
	| { type: "stored"; number: number }
	| { type: "editor"; editor: Editor }
	| { type: "left"; id: string }
	/** Comments were added, changed or removed. */
	| { type: "comments" };
