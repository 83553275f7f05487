import type { WebSocket } from "@fastify/websocket";
import { speechSocketQuery } from "@timbre/contract/speech/endpoints.ts";
import { voiceId as voiceIdSchema } from "@timbre/contract/voices/schemas.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Http } from "../../core/http/http.ts";
import { openChannel, parseMessage, presentSocketError } from "../../core/http/socket.ts";
import { identifySocket, type SocketIdentify } from "../../core/http/socket-identity.ts";
import { networkOf } from "../../core/security/rate-limit.ts";
import type { SpeechDeps } from "./generate/types.ts";
import { type AnonymousSockets, createAnonymousSockets } from "./live/anonymous.ts";
import { multiDialogue, singleDialogue } from "./live/dialogue.socket.ts";
import { needsKey } from "./live/identity.service.ts";
import { multiContext } from "./live/multi.socket.ts";
import { singleContext } from "./live/single.socket.ts";
import type { Session, SocketHandler } from "./live/types.ts";

const socketParams = z.object({ voice_id: voiceIdSchema.optional() });

/** WebSockets that take text as it is written and stream audio as it is generated, with one context or several named ones. */
export function speechSockets(http: Http, deps: SpeechDeps, identify: SocketIdentify): void {
	const anonymous = createAnonymousSockets();
	http.app.get("/v1/text-to-speech/:voice_id/stream-input", { websocket: true }, (socket, request) =>
		serve(http, deps, { identify, anonymous }, socket, request, singleContext),
	);
	http.app.get("/v1/text-to-speech/:voice_id/multi-stream-input", { websocket: true }, (socket, request) =>
		serve(http, deps, { identify, anonymous }, socket, request, multiContext),
	);
	http.app.get("/v1/text-to-dialogue/stream-input", { websocket: true }, (socket, request) =>
		serve(http, deps, { identify, anonymous }, socket, request, singleDialogue),
	);
	http.app.get("/v1/text-to-dialogue/multi-stream-input", { websocket: true }, (socket, request) =>
		serve(http, deps, { identify, anonymous }, socket, request, multiDialogue),
	);
}

function serve(
	http: Http,
	deps: SpeechDeps,
	{ identify, anonymous }: { identify: SocketIdentify; anonymous: AnonymousSockets },
	socket: WebSocket,
	request: FastifyRequest,
	createHandler: (session: Session) => SocketHandler,
): void {
	const dialogue = createHandler === singleDialogue || createHandler === multiDialogue;
	const operation = dialogue ? "textToDialogue_socket" : "textToSpeech_socket";
	const log = http.log.child({ requestId: request.id, operation });
	let handler: SocketHandler | undefined;
	let session: Session | undefined;
	let stopAnonymous = () => {};
	let inactivity: NodeJS.Timeout | undefined;
	let seconds = 20;
	const restartTimer = () => {
		clearTimeout(inactivity);
		// Wait one more tick, so that messages which arrived while the event loop was blocked are read first.
		const timer = setTimeout(() => setImmediate(() => inactivity === timer && handler?.onInactivity()), seconds * 1000);
		inactivity = timer;
	};
	// Messages may arrive before the caller is identified; they wait for this.
	const ready = start();
	const channel = openChannel(socket, {
		log,
		requestId: request.id,
		// The `code` of a dialogue's error is the close code of the socket.
		...(dialogue ? { presentError: (failure) => ({ ...presentSocketError(failure), code: failure.closeCode }) } : {}),
		onMessage: async (message) => {
			await ready;
			restartTimer();
			await handler?.onMessage(message);
			if (session?.identity) stopAnonymous();
		},
	});
	const stopTimer = () => {
		clearTimeout(inactivity);
		inactivity = undefined;
		stopAnonymous();
	};
	channel.signal.addEventListener("abort", stopTimer, { once: true });
	ready.catch((error: unknown) => channel.closeWithError(error));

	async function start(): Promise<void> {
		// Wait one microtask, so that `channel` is assigned.
		await Promise.resolve();
		const query = parseMessage(speechSocketQuery, request.query);
		seconds = query.inactivity_timeout;
		const { voice_id: voiceId = "" } = parseMessage(socketParams, request.params);
		const identity = await identifySocket(http, identify, request);
		if (!identity) limitAnonymous();
		session = { http, deps, request, socket, channel, voiceId, query, identity, identify };
		handler = createHandler(session);
		restartTimer();
	}

	function limitAnonymous(): void {
		if (channel.signal.aborted) return;
		const leave = anonymous.enter(networkOf(request.ip));
		const timeout = setTimeout(() => {
			if (!session?.identity) channel.closeWithError(needsKey());
		}, anonymous.seconds * 1000);
		stopAnonymous = () => {
			clearTimeout(timeout);
			leave();
		};
	}
}
