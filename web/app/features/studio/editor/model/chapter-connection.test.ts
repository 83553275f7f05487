import type { ChapterMessage, EditorMessage } from "@timbre/contract/studio/edit-schemas.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { fromBase64, toBase64 } from "./base64.ts";
import {
	collectMs,
	confirmTimeoutMs,
	connectChapter,
	type OpenSocket,
	presenceMs,
	settleMs,
} from "./chapter-connection.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Reply = ChapterMessage | { message: string; error: string; code: string };

/** A server with a document, whose network can be cut. */
function createServer({ canEdit = true } = {}) {
	const doc = new Y.Doc({ gc: false });
	const received: EditorMessage[] = [];
	const network = { up: true, confirms: true, opened: 0 };
	let events: Parameters<OpenSocket>[0] | undefined;
	const reply = (message: Reply) => events?.onMessage(JSON.stringify(message));
	const drop = () => {
		const closing = events;
		events = undefined;
		closing?.onClose();
	};
	const openSocket: OpenSocket = (given) => {
		network.opened += 1;
		events = given;
		setTimeout(() => (network.up ? given.onOpen() : drop()), 10);
		return {
			close: () => {},
			send(text) {
				const message = JSON.parse(text) as EditorMessage;
				received.push(message);
				if (message.type === "join") {
					reply({
						type: "joined",
						id: "own",
						update: toBase64(Y.encodeStateAsUpdate(doc, fromBase64(message.vector))),
						vector: toBase64(Y.encodeStateVector(doc)),
						canEdit,
						editors: [],
					});
				} else if (message.type === "update" && network.confirms) {
					Y.applyUpdate(doc, fromBase64(message.update));
					setTimeout(() => reply({ type: "stored", number: message.number }), 10);
				}
			},
		};
	};
	const updates = () => received.filter(({ type }) => type === "update").length;
	return { doc, network, openSocket, reply, drop, received, updates };
}

const textOf = (doc: Y.Doc) => doc.getText("content").toString();

async function open(server: ReturnType<typeof createServer>) {
	const doc = new Y.Doc({ gc: false });
	const connection = connectChapter({ doc, openSocket: server.openSocket });
	await vi.advanceTimersByTimeAsync(20);
	return { doc, connection };
}

test("loads the text and is saved without sending anything, also if text was deleted before", async () => {
	const server = createServer();
	server.doc.getText("content").insert(0, "Hello there");
	server.doc.getText("content").delete(5, 6);
	const { doc, connection } = await open(server);
	expect(textOf(doc)).toBe("Hello");
	expect(connection.state()).toMatchObject({ status: "saved", synced: true, canEdit: true });
	expect(server.updates()).toBe(0);
	connection.close();
});

test("collects changes into one update and is saved when it is confirmed", async () => {
	const server = createServer();
	const { doc, connection } = await open(server);
	for (const [at, letter] of [..."abc"].entries()) doc.getText("content").insert(at, letter);
	expect(connection.state().status).toBe("saving");
	expect(connection.unsaved()).toBe(true);
	await vi.advanceTimersByTimeAsync(collectMs + 20);
	expect(server.updates()).toBe(1);
	expect(textOf(server.doc)).toBe("abc");
	expect(connection.unsaved()).toBe(false);
	await vi.advanceTimersByTimeAsync(settleMs);
	expect(connection.state().status).toBe("saved");
	connection.close();
});

test("is not shown as saved while somebody keeps typing", async () => {
	const server = createServer();
	const { doc, connection } = await open(server);
	const statuses = new Set<string>();
	connection.subscribe(() => statuses.add(connection.state().status));
	for (let at = 0; at < 20; at++) {
		doc.getText("content").insert(at, "a");
		await vi.advanceTimersByTimeAsync(settleMs - 200);
	}
	expect(server.updates()).toBeGreaterThan(5);
	expect(statuses).toEqual(new Set(["saving"]));
	connection.close();
});

test("keeps changes made offline and sends them after reconnecting", async () => {
	const server = createServer();
	const { doc, connection } = await open(server);
	server.network.up = false;
	server.drop();
	expect(connection.state().status).toBe("offline");
	doc.getText("content").insert(0, "offline");
	await vi.advanceTimersByTimeAsync(3_000);
	expect(connection.unsaved()).toBe(true);
	server.doc.getText("content").insert(0, "others ");
	server.network.up = true;
	await vi.advanceTimersByTimeAsync(8_000);
	expect(textOf(server.doc)).toBe(textOf(doc));
	expect(textOf(doc)).toContain("offline");
	expect(connection.state().status).toBe("saved");
	connection.close();
});

test("sends an update again that was lost before it was confirmed, on a new connection", async () => {
	const server = createServer();
	const { doc, connection } = await open(server);
	server.network.confirms = false;
	doc.getText("content").insert(0, "lost");
	await vi.advanceTimersByTimeAsync(collectMs + 20);
	expect(connection.state().status).toBe("saving");
	server.network.confirms = true;
	await vi.advanceTimersByTimeAsync(confirmTimeoutMs + 1_000);
	expect(server.network.opened).toBe(2);
	expect(textOf(server.doc)).toBe("lost");
	expect(connection.state().status).toBe("saved");
	connection.close();
});

test("shows why it was denied and does not reconnect", async () => {
	const server = createServer();
	const { connection } = await open(server);
	server.reply({ message: "The project was deleted.", error: "not_found", code: "project_not_found" });
	server.drop();
	await vi.advanceTimersByTimeAsync(20_000);
	expect(connection.state()).toMatchObject({ status: "denied", error: "The project was deleted.", canEdit: false });
	expect(server.network.opened).toBe(1);
	connection.close();
});

test("reconnects after other errors", async () => {
	const server = createServer();
	const { connection } = await open(server);
	server.reply({ message: "Try again.", error: "unavailable", code: "internal_error" });
	server.drop();
	expect(connection.state()).toMatchObject({ status: "offline", error: "Try again." });
	await vi.advanceTimersByTimeAsync(1_000);
	expect(connection.state()).toMatchObject({ status: "saved", error: null });
	connection.close();
});

test("lists others while they are there, and sends the own cursor at most every 200 ms", async () => {
	const server = createServer({ canEdit: false });
	const { connection } = await open(server);
	const mira = { id: "two", userId: "u2", name: "Mira Berg", cursor: null };
	server.reply({ type: "editor", editor: mira });
	expect(connection.state().editors).toEqual([mira]);
	server.reply({ type: "left", id: "two" });
	expect(connection.state().editors).toEqual([]);
	for (const at of ["1", "2", "3"]) connection.setCursor({ anchor: at, head: at });
	await vi.advanceTimersByTimeAsync(presenceMs);
	expect(server.received.filter(({ type }) => type === "presence")).toEqual([
		{ type: "presence", cursor: { anchor: "3", head: "3" } },
	]);
	connection.close();
});
