// An open chapter: its document, connection and undo history.
// Invariant: a chapter with unsaved changes stays open until they are saved, also if its page is left.
import { documentField } from "@timbre/contract/studio/rules.ts";
import * as Y from "yjs";
import { connectChapter } from "./chapter-connection.ts";
import { chapterSocket } from "./chapter-socket.ts";
import { createUndoHistory } from "./undo-history.ts";

export type ChapterSession = ReturnType<typeof createSession>;

const sessions = new Map<string, ChapterSession>();

/** Opens a chapter, or continues with the one that is still being saved. Call `release` when it is no longer shown. */
export function openChapter(projectId: string, chapterId: string): ChapterSession {
	const known = sessions.get(chapterId);
	const session = known ?? createSession(projectId, chapterId);
	sessions.set(chapterId, session);
	session.keep();
	return session;
}

function createSession(projectId: string, chapterId: string) {
	// Deleted text is kept, so that it can be restored after a reload.
	const doc = new Y.Doc({ gc: false });
	const fragment = doc.getXmlFragment(documentField);
	// Only positions, no text: these need not be cleared on sign-out.
	const history = createUndoHistory(fragment, sessionStorage, `timbre:studio-undo:${chapterId}`);
	const commentListeners = new Set<() => void>();
	const connection = connectChapter({
		doc,
		openSocket: chapterSocket(projectId, chapterId),
		onFirstSync: history.restore,
		onComments: () => {
			for (const listener of commentListeners) listener();
		},
	});
	let users = 0;
	const onBeforeUnload = (event: BeforeUnloadEvent) => {
		connection.flush();
		if (connection.unsaved() && connection.state().status !== "denied") event.preventDefault();
	};
	window.addEventListener("beforeunload", onBeforeUnload);
	window.addEventListener("pagehide", history.flush);
	window.addEventListener("online", connection.retry);

	const closeIfDone = () => {
		if (users > 0 || (connection.unsaved() && connection.state().status !== "denied")) return;
		stopWatching();
		sessions.delete(chapterId);
		connection.close();
		history.destroy();
		doc.destroy();
		window.removeEventListener("beforeunload", onBeforeUnload);
		window.removeEventListener("pagehide", history.flush);
		window.removeEventListener("online", connection.retry);
	};
	const stopWatching = connection.subscribe(closeIfDone);

	return {
		doc,
		fragment,
		connection,
		history,
		onComments(listener: () => void) {
			commentListeners.add(listener);
			return () => {
				commentListeners.delete(listener);
			};
		},
		keep() {
			users += 1;
		},
		release() {
			users -= 1;
			connection.setCursor(null);
			connection.flush();
			closeIfDone();
		},
	};
}
