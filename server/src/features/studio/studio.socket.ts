import { randomUUID } from "node:crypto";
import type { WebSocket } from "@fastify/websocket";
import { AppError } from "@timbre/contract/errors.ts";
import { type ChapterMessage, editorMessage } from "@timbre/contract/studio/edit-schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { FastifyRequest } from "fastify";
import type { Identity } from "../../core/http/context.ts";
import { type Http, requirePermission } from "../../core/http/http.ts";
import { openChannel, parseMessage } from "../../core/http/socket.ts";
import { identifySocket, type SocketIdentify } from "../../core/http/socket-identity.ts";
import { getUser } from "../auth/auth.public.ts";
import { requireChapter } from "./chapters/chapters.service.ts";
import { answerJoin, type Member, type Rooms } from "./editing/rooms.service.ts";
import { mayDo, requireProject } from "./projects/access.service.ts";

export type StudioSocketDeps = { db: Database; rooms: Rooms; identify: SocketIdentify };

/** How often an open editor's access is checked again. */
const recheckMs = 30_000;
/** Cursors are sent on at most this often. */
const presenceMs = 100;

/** Serves editors of a chapter: sends them the text and each other's changes, and stores theirs. */
export function studioSocket(http: Http, deps: StudioSocketDeps): void {
	http.app.get("/v1/studio/projects/:projectId/chapters/:chapterId/edit", { websocket: true }, (socket, request) =>
		serve(http, deps, socket, request),
	);
}

function serve(http: Http, deps: StudioSocketDeps, socket: WebSocket, request: FastifyRequest): void {
	const { projectId = "", chapterId = "" } = request.params as Record<string, string>;
	const log = http.log.child({ requestId: request.id, operation: "studio_chapters_edit" });
	let joined: { member: Member; leave: () => void; room: Parameters<Rooms["change"]>[0] } | undefined;
	let canEdit = false;
	let presentedAt = 0;
	// Messages may arrive before the caller is identified; they wait for this.
	const ready = start();
	const channel = openChannel(socket, {
		log,
		requestId: request.id,
		onMessage: async (message) => {
			await ready;
			await handle(message);
		},
	});
	ready.catch((error: unknown) => channel.closeWithError(error));
	const recheck = setInterval(() => {
		authorize().catch((error: unknown) => channel.closeWithError(error));
	}, recheckMs);
	channel.signal.addEventListener(
		"abort",
		() => {
			clearInterval(recheck);
			joined?.leave();
		},
		{ once: true },
	);

	async function start(): Promise<void> {
		// Wait one microtask, so that `channel` is assigned.
		await Promise.resolve();
		const { workspaceId, userId } = await authorize();
		await requireChapter(deps.db, workspaceId, projectId, chapterId);
		const user = await getUser(deps.db, userId);
		const member: Member = {
			editor: { id: randomUUID(), userId, name: user?.name ?? "Someone", cursor: null },
			send: (message) => void channel.send(message).catch(() => {}),
			closeWithError: (error) => channel.closeWithError(error),
		};
		const { room, leave } = await deps.rooms.join(workspaceId, chapterId, member);
		joined = { member, room, leave };
		if (channel.signal.aborted) leave();
	}

	/** Throws if the caller may not read the project any more. */
	async function authorize(): Promise<Identity> {
		const identity = await identifySocket(http, deps.identify, request);
		if (!identity) throw new AppError("needs_authorization", "Sign in, or send an API key in the xi-api-key header.");
		requirePermission(identity, ["projects_read"]);
		const project = await requireProject(deps.db, identity, projectId, "read");
		canEdit = identity.permissions.has("projects_write") && mayDo(project, identity, "edit");
		return identity;
	}

	async function handle(raw: unknown): Promise<void> {
		if (!joined) return;
		const { member, room } = joined;
		const message = parseMessage(editorMessage, raw);
		if (message.type === "join") {
			const answer: ChapterMessage = answerJoin(room, member, fromBase64(message.vector), canEdit);
			return channel.send(answer);
		}
		if (message.type === "presence") {
			if (Date.now() - presentedAt < presenceMs && message.cursor !== null) return;
			presentedAt = Date.now();
			return deps.rooms.present(room, member, message.cursor);
		}
		if (!canEdit)
			throw new AppError(
				"missing_permissions",
				"You have view-only access to this project. Ask its owner for edit access.",
			);
		await deps.rooms.change(room, member, fromBase64(message.update));
		await channel.send({ type: "stored", number: message.number } satisfies ChapterMessage);
	}
}

const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, "base64"));
