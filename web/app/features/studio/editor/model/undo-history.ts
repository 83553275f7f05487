// Undo of a chapter that survives a reload: the stacks only hold which parts of the document were inserted and deleted,
// and the document keeps deleted text.
import { defaultDeleteFilter, defaultProtectedNodes, ySyncPluginKey } from "@tiptap/y-tiptap";
import * as Y from "yjs";

/** Ranges by client, as in a DeleteSet. */
type SavedRanges = [client: number, ranges: [clock: number, length: number][]][];
type SavedItem = { inserted: SavedRanges; deleted: SavedRanges };
export type SavedHistory = { undo: SavedItem[]; redo: SavedItem[] };

type StackItem = Y.UndoManager["undoStack"][number];
type DeleteSet = StackItem["insertions"];
export type HistoryStorage = Pick<Storage, "getItem" | "setItem">;

const maxSaved = 200;
const saveMs = 200;

export type UndoHistory = ReturnType<typeof createUndoHistory>;

export function createUndoHistory(fragment: Y.XmlFragment, storage: HistoryStorage, key: string) {
	const manager = new Y.UndoManager(fragment, {
		trackedOrigins: new Set([ySyncPluginKey]),
		deleteFilter: (item) => defaultDeleteFilter(item, defaultProtectedNodes),
		captureTransaction: (transaction) => transaction.meta.get("addToHistory") !== false,
	});
	const listeners = new Set<() => void>();
	let timer: ReturnType<typeof setTimeout> | undefined;
	const save = () => {
		clearTimeout(timer);
		timer = undefined;
		try {
			storage.setItem(key, JSON.stringify(saveHistory(manager)));
		} catch {
			// Storage is full: undo works until the page is closed.
		}
	};
	const onChange = () => {
		timer ??= setTimeout(save, saveMs);
		for (const listener of listeners) listener();
	};
	const flush = () => {
		if (timer !== undefined) save();
	};
	manager.on("stack-item-added", onChange);
	manager.on("stack-item-updated", onChange);
	manager.on("stack-item-popped", onChange);
	manager.on("stack-cleared", onChange);
	return {
		manager,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		canUndo: () => manager.undoStack.length > 0,
		canRedo: () => manager.redoStack.length > 0,
		/** Continues with the stacks of this browser tab, once the document is loaded. */
		restore() {
			const saved = parseHistory(storage.getItem(key));
			if (!saved) return;
			manager.undoStack = saved.undo.map(toStackItem);
			manager.redoStack = saved.redo.map(toStackItem);
		},
		flush,
		destroy() {
			flush();
			manager.destroy();
		},
	};
}

export function saveHistory({ undoStack, redoStack }: Pick<Y.UndoManager, "undoStack" | "redoStack">): SavedHistory {
	const saved = ({ insertions, deletions }: StackItem): SavedItem => ({
		inserted: savedRanges(insertions),
		deleted: savedRanges(deletions),
	});
	return { undo: undoStack.slice(-maxSaved).map(saved), redo: redoStack.slice(-maxSaved).map(saved) };
}

export function parseHistory(text: string | null): SavedHistory | null {
	if (text === null) return null;
	try {
		const { undo, redo } = JSON.parse(text) as SavedHistory;
		return Array.isArray(undo) && Array.isArray(redo) ? { undo, redo } : null;
	} catch {
		return null;
	}
}

function toStackItem({ inserted, deleted }: SavedItem): StackItem {
	return { insertions: toDeleteSet(inserted), deletions: toDeleteSet(deleted), meta: new Map() };
}

const savedRanges = ({ clients }: DeleteSet): SavedRanges =>
	[...clients].map(([client, ranges]) => [client, ranges.map(({ clock, len }) => [clock, len])]);

function toDeleteSet(saved: SavedRanges): DeleteSet {
	const set = Y.createDeleteSet();
	for (const [client, ranges] of saved) {
		set.clients.set(
			client,
			ranges.map(([clock, len]) => ({ clock, len })),
		);
	}
	return set;
}
