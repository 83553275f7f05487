import type { WebSocket } from "@fastify/websocket";
import { AppError } from "@timbre/contract/errors.ts";
import { realtimeMessage, realtimeQuery } from "@timbre/contract/transcription/realtime-schemas.ts";
import type { FastifyRequest } from "fastify";
import type { Context, Identity } from "../../../core/http/context.ts";
import { type Http, requirePermission } from "../../../core/http/http.ts";
import { openChannel, parseMessage } from "../../../core/http/socket.ts";
import { identifySocket, type SocketIdentify } from "../../../core/http/socket-identity.ts";
import { errorTypeOf, RealtimeError } from "./errors.ts";
import { presentEvent, presentSessionStarted } from "./messages.present.ts";
import { openSession, type RealtimeSession } from "./session.service.ts";
import { settingsOf } from "./settings.ts";
import type { RealtimeDeps, RealtimeSettings } from "./types.ts";

/** Takes audio as it is recorded and sends transcripts as they are ready. */
export function realtimeSocket(http: Http, deps: RealtimeDeps, identify: SocketIdentify): void {
	http.app.get("/v1/speech-to-text/realtime", { websocket: true }, (socket, request) =>
		serve(http, deps, identify, socket, request),
	);
}

function serve(
	http: Http,
	deps: RealtimeDeps,
	identify: SocketIdentify,
	socket: WebSocket,
	request: FastifyRequest,
): void {
	const log = http.log.child({ requestId: request.id, operation: "speechToText_realtime" });
	let session: RealtimeSession | undefined;
	let idle: NodeJS.Timeout | undefined;
	let longest: NodeJS.Timeout | undefined;
	// Messages may arrive before the caller is identified; they wait for this.
	const ready = start();
	const channel = openChannel(socket, {
		log,
		requestId: request.id,
		presentError: ({ error }) => ({
			message_type: errorTypeOf(error, session !== undefined),
			error: error.message,
			request_id: request.id,
		}),
		onMessage: async (message) => {
			await ready;
			await handle(message);
		},
	});
	channel.signal.addEventListener("abort", () => void end(), { once: true });
	ready.catch(fail);

	async function start(): Promise<void> {
		// Wait one microtask, so that `channel` is assigned.
		await Promise.resolve();
		const identity = await identifySocket(http, identify, request);
		if (!identity)
			throw new AppError("needs_authorization", "Send an API key in the xi-api-key header, or a token in the URL.");
		requirePermission(identity, ["speech_to_text"]);
		const settings = settingsOf(parseMessage(realtimeQuery, request.query));
		const opened = await openSession(deps, contextOf(identity), settings);
		session = opened;
		if (channel.signal.aborted) return end();
		await channel.send(presentSessionStarted(opened.id, settings, opened.sampleRate));
		void sendEvents(opened, settings).catch(fail);
		restartIdleTimer();
		longest = setTimeout(() => fail(sessionTooLong(deps)), deps.sessionSeconds * 1000);
	}

	async function handle(raw: unknown): Promise<void> {
		try {
			const message = parseMessage(realtimeMessage, raw);
			if (message.audio_base_64 !== "" || message.commit) restartIdleTimer();
			await session?.receive(message);
		} catch (error) {
			if (error instanceof RealtimeError)
				// The message is ignored, and the session goes on.
				await channel.send({ message_type: error.messageType, error: error.message, request_id: request.id });
			else fail(error);
		}
	}

	async function sendEvents(opened: RealtimeSession, settings: RealtimeSettings): Promise<void> {
		for await (const event of opened.events) {
			for (const message of presentEvent(event, settings)) {
				if (channel.signal.aborted) return;
				await channel.send(message);
			}
		}
	}

	function restartIdleTimer(): void {
		clearTimeout(idle);
		if (channel.signal.aborted) return;
		// Wait one more tick, so that messages which arrived while the event loop was blocked are read first.
		const timer = setTimeout(() => setImmediate(() => idle === timer && fail(noAudio(deps))), deps.idleSeconds * 1000);
		idle = timer;
	}

	function fail(error: unknown): void {
		// A disconnected client needs no error.
		if (!channel.signal.aborted) channel.closeWithError(error);
		void end();
	}

	async function end(): Promise<void> {
		clearTimeout(idle);
		clearTimeout(longest);
		idle = undefined;
		try {
			await session?.end();
		} catch (error) {
			// The reservation is settled for what was recorded when its lease ends.
			log.error({ err: error, session: session?.id }, "could not settle a realtime session");
		}
	}

	function contextOf(identity: Identity): Context {
		return {
			...identity,
			requestId: request.id,
			log: log.child({ workspaceId: identity.workspaceId }),
			signal: channel.signal,
			clientIp: request.ip,
			range: undefined,
			headers: request.headers,
			setResponseHeader: () => {},
		};
	}
}

const noAudio = ({ idleSeconds }: RealtimeDeps) =>
	new AppError("input_timeout_exceeded", `No audio arrived for ${idleSeconds} seconds.`);

const sessionTooLong = ({ sessionSeconds }: RealtimeDeps) =>
	new RealtimeError(
		"session_time_limit_exceeded",
		"input_timeout_exceeded",
		`A session can last ${sessionSeconds} seconds. Start a new one.`,
	);
