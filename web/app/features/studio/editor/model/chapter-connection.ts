// Keeps a Yjs document in sync with the server over a WebSocket.
// Invariant: what isn't confirmed by the server is in the document, so rejoining sends it again and nothing is lost.
import type { ChapterMessage, Editor, EditorMessage } from "@timbre/contract/studio/edit-schemas.ts";
import * as Y from "yjs";
import { fromBase64, toBase64 } from "./base64.ts";

/** `denied`: the server doesn't let this user in; the connection stays closed. */
export type ConnectionStatus = "connecting" | "saved" | "saving" | "offline" | "denied";

export type ConnectionState = {
	status: ConnectionStatus;
	/** Whether the document has had all of the server's text at least once. */
	synced: boolean;
	canEdit: boolean;
	/** Other people, and the user's other windows. */
	editors: readonly Editor[];
	/** Why the server closed the connection. */
	error: string | null;
};

export type Cursor = Editor["cursor"];
type Socket = { send: (text: string) => void; close: () => void };
type SocketEvents = { onOpen: () => void; onMessage: (text: string) => void; onClose: () => void };
export type OpenSocket = (events: SocketEvents) => Socket;

type ConnectionOptions = {
	doc: Y.Doc;
	openSocket: OpenSocket;
	/** Called once, before `synced` becomes true. */
	onFirstSync?: () => void;
	/** Comments were added, changed or removed. */
	onComments?: () => void;
};

type Failure = { message: string; code?: string };

export const collectMs = 150;
export const presenceMs = 200;
/** How long nothing may change until the status says "saved", so that it doesn't change with every word. */
export const settleMs = 400;
const minRetryMs = 250;
const maxRetryMs = 5_000;
/** A connection that doesn't confirm changes is broken even if it looks open. */
export const confirmTimeoutMs = 15_000;

/** Retrying can't help after these. */
const finalCodes = new Set(["project_not_found", "chapter_not_found", "missing_permissions", "needs_authorization"]);

export function connectChapter({ doc, openSocket, onFirstSync, onComments }: ConnectionOptions) {
	/** Origin of changes that come from the server. */
	const origin = {};
	let state: ConnectionState = { status: "connecting", synced: false, canEdit: false, editors: [], error: null };
	let socket: Socket | null = null;
	/** Gives up the socket without waiting for the network to notice that it is closed. */
	let abandon = () => {};
	let joined = false;
	let closed = false;
	let ownId = "";
	let failures = 0;
	let nextNumber = 0;
	/** Changes that are not sent yet, and numbers of those that are sent and not confirmed. */
	let collected: Uint8Array[] = [];
	const unconfirmed = new Set<number>();
	/** Whether there are changes that the server may not have. */
	let dirty = false;
	let cursor: Cursor = null;
	let sentCursor = "null";
	const timers: Partial<
		Record<"collect" | "presence" | "retry" | "confirm" | "settle", ReturnType<typeof setTimeout>>
	> = {};
	const listeners = new Set<() => void>();

	const notify = () => {
		for (const listener of listeners) listener();
	};
	const set = (change: Partial<ConnectionState>) => {
		state = { ...state, ...change };
		notify();
	};
	const clear = (name: keyof typeof timers) => {
		clearTimeout(timers[name]);
		delete timers[name];
	};
	const send = (message: EditorMessage) => socket?.send(JSON.stringify(message));

	const sendUpdate = (update: Uint8Array) => {
		const number = nextNumber++;
		unconfirmed.add(number);
		send({ type: "update", number, update: toBase64(update) });
		clear("confirm");
		timers.confirm = setTimeout(() => abandon(), confirmTimeoutMs);
	};
	const flush = () => {
		clear("collect");
		if (!joined || !state.canEdit || collected.length === 0) return;
		const update = Y.mergeUpdates(collected);
		collected = [];
		sendUpdate(update);
	};
	const onUpdate = (update: Uint8Array, from: unknown) => {
		if (from === origin || closed) return;
		dirty = true;
		clear("settle");
		if (!joined) return;
		collected.push(update);
		timers.collect ??= setTimeout(flush, collectMs);
		if (state.status !== "saving" && state.canEdit) set({ status: "saving" });
	};

	const sendPresence = () => {
		clear("presence");
		const text = JSON.stringify(cursor);
		if (!joined || text === sentCursor) return;
		sentCursor = text;
		send({ type: "presence", cursor });
	};

	const onJoined = (message: Extract<ChapterMessage, { type: "joined" }>) => {
		const received = fromBase64(message.update);
		Y.applyUpdate(doc, received, origin);
		joined = true;
		failures = 0;
		ownId = message.id;
		sentCursor = "null";
		if (!state.synced) onFirstSync?.();
		// What the server lacks contains all that was collected or unconfirmed before.
		collected = [];
		unconfirmed.clear();
		const lacking = Y.encodeStateAsUpdate(doc, fromBase64(message.vector));
		const known = isKnown(lacking, received);
		dirty = message.canEdit && !known;
		set({
			status: dirty ? "saving" : "saved",
			synced: true,
			canEdit: message.canEdit,
			editors: message.editors.filter(({ id }) => id !== ownId),
			error: known || message.canEdit ? null : "You can no longer edit this project. Your last changes were not saved.",
		});
		if (dirty) sendUpdate(lacking);
		sendPresence();
	};

	const onMessage = (message: ChapterMessage) => {
		switch (message.type) {
			case "joined":
				return onJoined(message);
			case "update":
				return Y.applyUpdate(doc, fromBase64(message.update), origin);
			case "stored":
				unconfirmed.delete(message.number);
				if (unconfirmed.size > 0) return;
				clear("confirm");
				if (collected.length > 0) return;
				dirty = false;
				clear("settle");
				timers.settle = setTimeout(() => set({ status: "saved", error: null }), settleMs);
				return notify();
			case "editor":
				if (message.editor.id === ownId) return;
				return set({
					editors: [...state.editors.filter(({ id }) => id !== message.editor.id), message.editor].sort((a, b) =>
						a.id.localeCompare(b.id),
					),
				});
			case "left":
				return set({ editors: state.editors.filter(({ id }) => id !== message.id) });
			case "comments":
				return onComments?.();
		}
	};

	const open = () => {
		clear("retry");
		let failure: Failure | null = null;
		const onClose = () => {
			if (socket !== own) return;
			socket = null;
			joined = false;
			clear("collect");
			clear("confirm");
			clear("settle");
			if (closed) return;
			if (failure && finalCodes.has(failure.code ?? "")) {
				set({ status: "denied", canEdit: false, editors: [], error: failure.message });
				return;
			}
			set({ status: "offline", editors: [], error: failure?.message ?? state.error });
			const wait = Math.min(maxRetryMs, minRetryMs * 2 ** failures++);
			// Spread out, so that not everybody returns at the same moment when the server has restarted.
			timers.retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
		};
		const own: Socket = openSocket({
			onOpen: () => send({ type: "join", vector: toBase64(Y.encodeStateVector(doc)) }),
			onMessage(text) {
				if (socket !== own) return;
				const message = JSON.parse(text) as ChapterMessage | Failure;
				if ("type" in message) onMessage(message);
				else if ("message" in message) failure = message;
			},
			onClose,
		});
		socket = own;
		abandon = () => {
			own.close();
			onClose();
		};
	};

	doc.on("update", onUpdate);
	open();

	return {
		state: () => state,
		/** Whether the server may not have all changes. */
		unsaved: () => dirty,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		setCursor(next: Cursor) {
			cursor = next;
			timers.presence ??= setTimeout(sendPresence, presenceMs);
		},
		/** Sends what is collected without waiting. */
		flush,
		/** Connects now instead of after the wait. */
		retry() {
			if (socket === null && !closed && state.status !== "denied") open();
		},
		close() {
			flush();
			closed = true;
			doc.off("update", onUpdate);
			for (const name of Object.keys(timers)) clear(name as keyof typeof timers);
			const own = socket;
			socket = null;
			own?.close();
		},
	};
}

/** Whether the server already has what an update for it contains. Updates always list all deletions of a document. */
function isKnown(update: Uint8Array, received: Uint8Array): boolean {
	const ours = Y.decodeUpdate(update);
	return ours.structs.length === 0 && Y.equalDeleteSets(ours.ds, Y.decodeUpdate(received).ds);
}
