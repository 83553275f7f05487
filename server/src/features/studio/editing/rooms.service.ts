// Chapters that are being edited. Each API process has a room per open chapter; changes reach the others by the database.
// Invariant: a room applies updates in the order of their numbers, and confirms one only once it is stored.
import { randomUUID } from "node:crypto";
import { AppError } from "@timbre/contract/errors.ts";
import type { ChapterMessage, Editor } from "@timbre/contract/studio/edit-schemas.ts";
import { maxChapterCharacters } from "@timbre/contract/studio/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import * as Y from "yjs";
import { z } from "zod";
import { createListener } from "../../../core/events/listener.ts";
import type { Log } from "../../../core/log.ts";
import { type Block, readBlocks } from "../document/blocks.ts";
import {
	chapterChannel,
	findDocument,
	findSeqs,
	insertUpdate,
	listUpdates,
	notifyChapter,
	updateFacts,
} from "../document/document.repo.ts";
import {
	chapterNotFound,
	factsOf,
	isMergeDue,
	type LoadedDocument,
	loadDocument,
	mergeWhenDue,
} from "../document/document.service.ts";
import { checkUpdate } from "../document/untrusted-update.ts";

export type Member = {
	editor: Editor;
	send(message: ChapterMessage): void;
	closeWithError(error: AppError): void;
};

type Room = LoadedDocument & {
	workspaceId: string;
	chapterId: string;
	/** Characters of the text, counted when facts are stored, plus what was inserted since. */
	characters: number;
	members: Set<Member>;
	/** Editors that are connected to other processes. */
	others: Map<string, { editor: Editor; seenAt: number }>;
	/** Changes run one after another. */
	queue: Promise<void>;
	/** Set while a read of new changes waits for its turn, so that many notifications cause one read. */
	reading: Promise<void> | undefined;
	/** Set while what the row says about the text is behind. */
	factsTimer: NodeJS.Timeout | undefined;
};

export type Rooms = ReturnType<typeof createRooms>;

const maxMembersPerRoom = 100;
const factsDelayMs = 1_000;
/** Editors of other processes announce themselves this often, and are forgotten after three times as long. */
const announceMs = 15_000;

const editor = z.object({
	id: z.string(),
	userId: z.string(),
	name: z.string(),
	cursor: z.object({ anchor: z.string(), head: z.string() }).nullable(),
});
const notification = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("update"), workspaceId: z.string(), chapterId: z.string(), from: z.string() }),
	z.object({ kind: z.literal("deleted"), workspaceId: z.string(), chapterId: z.string() }),
	z.object({ kind: z.literal("comments"), workspaceId: z.string(), chapterId: z.string() }),
	z.object({ kind: z.literal("editor"), workspaceId: z.string(), chapterId: z.string(), from: z.string(), editor }),
	z.object({
		kind: z.literal("left"),
		workspaceId: z.string(),
		chapterId: z.string(),
		from: z.string(),
		id: z.string(),
	}),
	z.object({ kind: z.literal("who"), workspaceId: z.string(), chapterId: z.string(), from: z.string() }),
]);

export function createRooms(db: Database, databaseUrl: string, log: Log) {
	const processId = randomUUID();
	/** By chapter id. Promises, so that two editors who arrive together share a room. */
	const rooms = new Map<string, Promise<Room>>();
	const open = new Map<string, Room>();
	const listener = createListener(databaseUrl, log, chapterChannel, {
		message: receive,
		connected: () => {
			for (const room of open.values()) void catchUp(room);
		},
		isNeeded: () => rooms.size > 0,
	});
	const announcing = setInterval(announceAll, announceMs).unref();

	/** Adds an editor. Returns its room, and a function that removes it. */
	async function join(workspaceId: string, chapterId: string, member: Member) {
		listener.start();
		const room = await findRoom(workspaceId, chapterId);
		// Ids are unguessable, but a chapter of another workspace must not be reachable by a room that is open already.
		if (room.workspaceId !== workspaceId) throw chapterNotFound();
		if (room.members.size >= maxMembersPerRoom)
			throw new AppError("too_many_concurrent_requests", "Too many people are editing this chapter. Try again later.");
		room.members.add(member);
		// What was stored between loading and listening.
		await catchUp(room);
		tell(room, { kind: "editor", editor: member.editor });
		tell(room, { kind: "who" });
		for (const one of room.members) if (one !== member) one.send({ type: "editor", editor: member.editor });
		return { room, leave: () => leave(room, member) };
	}

	async function findRoom(workspaceId: string, chapterId: string): Promise<Room> {
		for (;;) {
			const opening = rooms.get(chapterId) ?? openRoom(workspaceId, chapterId);
			rooms.set(chapterId, opening);
			opening.catch(() => rooms.get(chapterId) === opening && rooms.delete(chapterId));
			const room = await opening;
			// The last editor may just have left, which closed the room.
			if (open.get(chapterId) === room) return room;
		}
	}

	async function openRoom(workspaceId: string, chapterId: string): Promise<Room> {
		const loaded = await loadDocument(db, workspaceId, chapterId);
		if (!loaded) throw chapterNotFound();
		const room: Room = {
			workspaceId,
			chapterId,
			...loaded,
			characters: countCharacters(readBlocks(loaded.doc)),
			members: new Set(),
			others: new Map(),
			queue: Promise.resolve(),
			reading: undefined,
			factsTimer: undefined,
		};
		open.set(chapterId, room);
		return room;
	}

	function leave(room: Room, member: Member): void {
		if (!room.members.delete(member)) return;
		for (const one of room.members) one.send({ type: "left", id: member.editor.id });
		tell(room, { kind: "left", id: member.editor.id });
		if (room.members.size > 0) return;
		void inTurn(room, async () => {
			if (room.members.size === 0 && room.factsTimer !== undefined) await storeFacts(room);
			// Somebody may have joined meanwhile.
			if (room.members.size > 0) return;
			rooms.delete(room.chapterId);
			open.delete(room.chapterId);
			room.doc.destroy();
		});
	}

	/** Stores a change of an editor, then sends it to all others. Throws if it is not acceptable. */
	function change(room: Room, member: Member, update: Uint8Array): Promise<void> {
		const inserted = checkUpdate(update);
		return inTurn(room, async () => {
			if (inserted > 0 && room.characters + inserted > maxChapterCharacters)
				throw new AppError(
					"invalid_request",
					`A chapter can have at most ${maxChapterCharacters.toLocaleString("en-US")} characters. Continue in a new chapter.`,
				);
			const seq = await db.transaction().execute(async (tx) => {
				const stored = await insertUpdate(tx, room.workspaceId, room.chapterId, update);
				if (stored !== undefined)
					await notifyChapter(tx, room.workspaceId, { kind: "update", chapterId: room.chapterId, from: processId });
				return stored;
			});
			if (seq === undefined) throw chapterNotFound();
			room.characters += inserted;
			if (seq === room.seq + 1) apply(room, seq, update, member);
			else await readNew(room);
			await mergeRoom(room);
		});
	}

	function apply(room: Room, seq: number, update: Uint8Array, from?: Member): void {
		Y.applyUpdate(room.doc, update);
		room.seq = seq;
		room.unmergedBytes += update.length;
		const message: ChapterMessage = { type: "update", update: toBase64(update) };
		for (const member of room.members) if (member !== from) member.send(message);
		room.factsTimer ??= setTimeout(() => void inTurn(room, () => storeFacts(room)), factsDelayMs);
	}

	/** Applies what other processes have stored. */
	function catchUp(room: Room): Promise<void> {
		room.reading ??= inTurn(room, () => {
			room.reading = undefined;
			return readNew(room);
		}).catch((error: unknown) => {
			log.warn({ err: error, chapterId: room.chapterId }, "could not read changes of a chapter");
		});
		return room.reading;
	}

	async function readNew(room: Room): Promise<void> {
		for (;;) {
			const seqs = await findSeqs(db, room.workspaceId, room.chapterId);
			if (!seqs || seqs.last_seq <= room.seq) return;
			// The updates in between were merged: send what the merged state has in addition.
			if (seqs.merged_seq > room.seq) {
				const stored = await findDocument(db, room.workspaceId, room.chapterId);
				if (!stored) return;
				const before = Y.encodeStateVector(room.doc);
				Y.applyUpdate(room.doc, stored.document);
				apply(room, stored.mergedSeq, Y.encodeStateAsUpdate(room.doc, before));
				room.mergedSeq = stored.mergedSeq;
				room.unmergedBytes = 0;
			}
			const updates = await listUpdates(db, room.workspaceId, room.chapterId, room.seq);
			// Another process merged updates between the two reads: the next one is in the merged state now.
			if (updates.length > 0 && updates[0]?.seq !== room.seq + 1) continue;
			for (const { seq, update } of updates) apply(room, seq, update);
		}
	}

	/** The change is stored already, so a failure is only logged: the next change merges it too. */
	async function mergeRoom(room: Room): Promise<void> {
		if (!isMergeDue(room)) return;
		const { workspaceId, chapterId } = room;
		try {
			Object.assign(room, await db.transaction().execute((tx) => mergeWhenDue(tx, workspaceId, chapterId, room)));
		} catch (error) {
			log.warn({ err: error, chapterId }, "could not merge the changes of a chapter");
		}
	}

	/** Facts are read again from the document when it changes next, so a failure is only logged. */
	async function storeFacts(room: Room): Promise<void> {
		clearTimeout(room.factsTimer);
		room.factsTimer = undefined;
		const blocks = readBlocks(room.doc);
		room.characters = countCharacters(blocks);
		await updateFacts(db, room.workspaceId, room.chapterId, factsOf(blocks)).catch((error: unknown) => {
			log.warn({ err: error, chapterId: room.chapterId }, "could not store what a chapter contains");
		});
	}

	function present(room: Room, member: Member, cursor: Editor["cursor"]): void {
		member.editor = { ...member.editor, cursor };
		for (const one of room.members) if (one !== member) one.send({ type: "editor", editor: member.editor });
		tell(room, { kind: "editor", editor: member.editor });
	}

	function receive(payload: string): void {
		const read = notification.safeParse(JSON.parse(payload));
		if (!read.success) return;
		const message = read.data;
		const room = open.get(message.chapterId);
		if (!room || room.workspaceId !== message.workspaceId) return;
		if ("from" in message && message.from === processId) return;
		if (message.kind === "update") void catchUp(room);
		else if (message.kind === "comments") for (const one of room.members) one.send({ type: "comments" });
		else if (message.kind === "deleted") for (const one of [...room.members]) one.closeWithError(chapterNotFound());
		else if (message.kind === "who") announce(room);
		else if (message.kind === "left") forget(room, message.id);
		else {
			room.others.set(message.editor.id, { editor: message.editor, seenAt: Date.now() });
			for (const one of room.members) one.send({ type: "editor", editor: message.editor });
		}
	}

	function announceAll(): void {
		for (const room of open.values()) {
			announce(room);
			for (const [id, { seenAt }] of room.others) if (Date.now() - seenAt > 3 * announceMs) forget(room, id);
		}
	}

	function announce(room: Room): void {
		for (const { editor } of room.members) tell(room, { kind: "editor", editor });
	}

	function forget(room: Room, id: string): void {
		if (!room.others.delete(id)) return;
		for (const one of room.members) one.send({ type: "left", id });
	}

	/** Tells other processes. Nothing depends on it, so a failure is only logged. */
	function tell(room: Room, message: object): void {
		notifyChapter(db, room.workspaceId, { ...message, chapterId: room.chapterId, from: processId }).catch(
			(error: unknown) => log.warn({ err: error }, "could not announce an editor"),
		);
	}

	return {
		join,
		change,
		present,
		async stop() {
			clearInterval(announcing);
			for (const room of open.values()) {
				await room.queue;
				if (room.factsTimer !== undefined) await storeFacts(room);
			}
			await listener.stop();
		},
	};
}

/** What an editor lacks, given what it has, and what the server has. */
export function answerJoin({ doc, members, others }: Room, member: Member, vector: Uint8Array, canEdit: boolean) {
	let update: Uint8Array;
	try {
		update = Y.encodeStateAsUpdate(doc, vector);
	} catch {
		throw new AppError("invalid_request", "vector: Send the state vector of a Yjs document.");
	}
	return {
		type: "joined",
		id: member.editor.id,
		update: toBase64(update),
		vector: toBase64(Y.encodeStateVector(doc)),
		canEdit,
		editors: [
			...[...members].filter((one) => one !== member).map((one) => one.editor),
			...[...others.values()].map((one) => one.editor),
		],
	} satisfies ChapterMessage;
}

/** Runs work after everything that was queued before. A failure does not stop what comes later. */
function inTurn<T>(room: Room, work: () => Promise<T>): Promise<T> {
	const done = room.queue.then(work);
	room.queue = done.then(
		() => {},
		() => {},
	);
	return done;
}

function countCharacters(blocks: readonly Block[]): number {
	return blocks.reduce((sum, { nodes }) => sum + nodes.reduce((all, { text }) => all + text.length, 0), 0);
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
