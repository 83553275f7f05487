import type { WebSocket } from "@fastify/websocket";
import { AppError } from "@timbre/contract/errors.ts";
import {
	type ContextSocketMessage,
	contextSocketMessage,
	maxSocketContexts,
	type SpeechSocketMessage,
	type SpeechSocketQuery,
	speechSocketMessage,
	speechSocketQuery,
} from "@timbre/contract/speech.ts";
import { voiceId } from "@timbre/contract/voices.entities.ts";
import type { CharacterTimes } from "@timbre/engines/alignment/characters.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Context, Identity } from "../../core/context.ts";
import { type Http, requirePermission, requireSameOrigin } from "../../core/http.ts";
import { type Channel, openChannel, socketCredentials, waitForDrain } from "../../core/socket.ts";
import { findUnstorableText, hasNoNul, unstorableReason } from "../../core/unstorable-text.ts";
import { getUsableVoice, mergeVoiceSettings } from "../voices/voices.public.ts";
import { getTier } from "../workspace/workspace.public.ts";
import { type Delivery, newGeneration, type SpeechDeps } from "./speech.generate.service.ts";
import { createLiveSpeech, type LiveSpeech } from "./speech.live.service.ts";
import { loadSpeechRules } from "./speech.plan.service.ts";
import { requireFormat, requireModel } from "./speech.service.ts";

/** Identifies a caller by API key or single-use token, which sockets may carry outside of headers. */
export type SocketIdentify = (
	credentials: { key?: string; token?: string },
	visitor: string,
) => Promise<Identity | undefined>;

type Session = {
	http: Http;
	deps: SpeechDeps;
	request: FastifyRequest;
	socket: WebSocket;
	channel: Channel;
	voiceId: string;
	query: SpeechSocketQuery;
	/** Set from the connection request or, at the latest, from the first message. */
	identity: Identity | undefined;
	identify: SocketIdentify;
};

type FirstMessage = Pick<
	SpeechSocketMessage,
	| "voice_settings"
	| "generation_config"
	| "generator_config"
	| "pronunciation_dictionary_locators"
	| "xi-api-key"
	| "xi_api_key"
	| "authorization"
	| "single_use_token"
>;

const socketParams = z.object({ voice_id: voiceId });

/** WebSockets that take text as it is written and stream audio as it is generated, with one context or several named ones. */
export function speechSockets(http: Http, deps: SpeechDeps, identify: SocketIdentify): void {
	http.app.get("/v1/text-to-speech/:voice_id/stream-input", { websocket: true }, (socket, request) =>
		serve(http, deps, identify, socket, request, singleContext),
	);
	http.app.get("/v1/text-to-speech/:voice_id/multi-stream-input", { websocket: true }, (socket, request) =>
		serve(http, deps, identify, socket, request, multiContext),
	);
}

type SocketHandler = { onMessage(message: unknown): Promise<void>; onInactivity(): void };

function serve(
	http: Http,
	deps: SpeechDeps,
	identify: SocketIdentify,
	socket: WebSocket,
	request: FastifyRequest,
	createHandler: (session: Session) => SocketHandler,
): void {
	const log = http.log.child({ requestId: request.id, operation: "textToSpeech_socket" });
	let handler: SocketHandler | undefined;
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
		onMessage: async (message) => {
			await ready;
			restartTimer();
			await handler?.onMessage(message);
		},
	});
	const stopTimer = () => {
		clearTimeout(inactivity);
		inactivity = undefined;
	};
	channel.signal.addEventListener("abort", stopTimer, { once: true });
	ready.catch((error: unknown) => channel.closeWithError(error));

	async function start(): Promise<void> {
		// Wait one microtask, so that `channel` is assigned.
		await Promise.resolve();
		const query = parse(speechSocketQuery, request.query);
		seconds = query.inactivity_timeout;
		const { voice_id: voiceId } = parse(socketParams, request.params);
		const identity = await identifyRequest(http, identify, request);
		handler = createHandler({ http, deps, request, socket, channel, voiceId, query, identity, identify });
		restartTimer();
	}
}

/** By header, query, subprotocol or session cookie; a cookie counts only for connections from our own pages. */
async function identifyRequest(
	http: Http,
	identify: SocketIdentify,
	request: FastifyRequest,
): Promise<Identity | undefined> {
	const credentials = socketCredentials(request);
	if (credentials.key || credentials.token) return requireValid(await identify(credentials, request.ip));
	const identity = await http.authenticate(request);
	if (identity?.via === "session") requireSameOrigin(http.allowedOrigins, request);
	return identity;
}

function requireValid(identity: Identity | undefined): Identity {
	if (!identity)
		throw new AppError(
			"invalid_api_key",
			"This API key or token isn't valid. It may have been revoked or already used.",
		);
	return identity;
}

async function requireIdentity(session: Session, first: FirstMessage): Promise<Identity> {
	const key = first["xi-api-key"] ?? first.xi_api_key ?? first.authorization?.replace(/^Bearer /i, "");
	const token = first.single_use_token ?? undefined;
	if (!session.identity && (key || token))
		session.identity = requireValid(
			await session.identify({ ...(key ? { key } : {}), ...(token ? { token } : {}) }, session.request.ip),
		);
	if (!session.identity)
		throw new AppError(
			"needs_authorization",
			"Send an API key in the xi-api-key header, the URL or the first message.",
		);
	requirePermission(session.identity, "text_to_speech");
	return session.identity;
}

async function openSpeech(session: Session, first: FirstMessage): Promise<LiveSpeech> {
	const { deps, query, request, channel, http } = session;
	const identity = await requireIdentity(session, first);
	const context: Context = {
		...identity,
		requestId: request.id,
		log: http.log.child({ requestId: request.id, workspaceId: identity.workspaceId }),
		signal: channel.signal,
		clientIp: request.ip,
		range: undefined,
		headers: request.headers,
		setResponseHeader: () => {},
	};
	const [voice, tier, rules] = await Promise.all([
		getUsableVoice(deps.db, context.workspaceId, session.voiceId, context),
		getTier(deps.db, context.workspaceId),
		loadSpeechRules(deps.db, context.workspaceId, first.pronunciation_dictionary_locators),
	]);
	requireFormat(tier, query.output_format);
	const settings = mergeVoiceSettings(voice, first.voice_settings);
	const schedule = (first.generation_config ?? first.generator_config)?.chunk_length_schedule;
	return createLiveSpeech(deps, context, {
		generation: newGeneration({
			text: "",
			voice,
			model: requireModel(voice, query.model_id),
			tier,
			settings,
			format: query.output_format,
			storeHistory: query.enable_logging,
			timing: "known",
			takeCheck: false,
		}),
		line: { voice, engine: await deps.getEngineInfo(voice.engine), settings: settings ?? {} },
		renderOptions: {
			languageCode: query.language_code,
			normalization: query.apply_text_normalization,
			seed: query.seed,
			newTake: false,
			markup: query.enable_ssml_parsing,
		},
		rules,
		auto: query.auto_mode,
		...(schedule ? { schedule } : {}),
	});
}

function singleContext(session: Session): SocketHandler {
	const { channel } = session;
	let speech: LiveSpeech | undefined;
	let ended = false;
	return {
		async onMessage(raw) {
			const message = parse(speechSocketMessage, raw);
			if (ended)
				throw new AppError(
					"invalid_request",
					"An empty text already ended the input. Open a new socket to send more text.",
				);
			if (!speech) {
				speech = await openSpeech(session, message);
				void sendOutput(session, speech, {}).then(
					() => channel.close(),
					(error: unknown) => channel.closeWithError(error),
				);
			}
			if (message.text === "") {
				ended = true;
				await speech.finish();
				return;
			}
			await speech.write(message.text, {
				flush: message.flush ?? false,
				trigger: message.try_trigger_generation ?? false,
			});
		},
		onInactivity() {
			// After the end of the text, no more input is expected.
			if (!ended) channel.closeWithError(timedOut(session));
		},
	};
}

function multiContext(session: Session): SocketHandler {
	const { channel } = session;
	const contexts = new Map<string, LiveSpeech>();
	let closing = false;
	const removeContext = (id: string, error?: unknown) => {
		contexts.delete(id);
		if (error !== undefined) channel.closeWithError(error);
		else if (closing && contexts.size === 0) channel.close();
	};
	async function openContext(id: string, message: ContextSocketMessage): Promise<LiveSpeech> {
		const existing = contexts.get(id);
		if (existing) return existing;
		if (contexts.size >= maxSocketContexts)
			throw new AppError(
				"too_many_concurrent_requests",
				`A socket can have at most ${maxSocketContexts} open contexts. Close one first.`,
			);
		const speech = await openSpeech(session, message);
		contexts.set(id, speech);
		void sendOutput(session, speech, { contextId: id }).then(
			() => removeContext(id),
			(error: unknown) => removeContext(id, error),
		);
		return speech;
	}
	return {
		async onMessage(raw) {
			const message = parse(contextSocketMessage, raw);
			const id = message.context_id ?? message.contextId ?? "default";
			if (closing) throw new AppError("invalid_request", "The socket is closing. Open a new one to send more text.");
			if (message.close_socket) {
				closing = true;
				await Promise.all([...contexts.values()].map((speech) => speech.finish()));
				if (contexts.size === 0) channel.close();
				return;
			}
			if (message.close_context) {
				await contexts.get(id)?.finish();
				return;
			}
			// An empty text keeps the context alive, and the socket with it.
			if (!message.text && !message.flush && contexts.has(id)) return;
			const speech = await openContext(id, message);
			await speech.write(message.text ?? "", { flush: message.flush ?? false });
		},
		onInactivity() {
			if (!closing) channel.closeWithError(timedOut(session));
		},
	};
}

const timedOut = ({ query }: Session) =>
	new AppError(
		"input_timeout_exceeded",
		`No text arrived for ${query.inactivity_timeout} seconds. Send a space to keep the socket open.`,
	);

/** Streams the output of a context to the client until it ends. */
async function sendOutput(session: Session, speech: LiveSpeech, about: { contextId?: string }): Promise<void> {
	const { channel, socket, query } = session;
	let timing: Extract<Delivery, { type: "timing" }> | undefined;
	let start = 0;
	let pendingAudio: Uint8Array[] = [];
	const sendAudio = async (bytes: Uint8Array) => {
		await channel.send({
			audio: Buffer.from(bytes).toString("base64"),
			isFinal: null,
			alignment: timing ? presentTimes(timing.written, start) : null,
			normalizedAlignment: timing ? presentTimes(timing.spoken, start) : null,
			...about,
		});
		timing = undefined;
		await waitForDrain(socket, channel.signal);
	};
	const sendPending = async () => {
		if (pendingAudio.length > 0) await sendAudio(Buffer.concat(pendingAudio));
		pendingAudio = [];
	};
	try {
		for await (const delivery of speech.output) {
			if (delivery.type === "timing") {
				await sendPending();
				timing = delivery;
				start = delivery.written.starts[0] ?? 0;
			} else if (delivery.type === "audio") {
				// With sync_alignment, hold audio back and send it together with its timestamps.
				if (query.sync_alignment) pendingAudio.push(delivery.bytes);
				else await sendAudio(delivery.bytes);
			}
		}
		await sendPending();
		if (!channel.signal.aborted)
			await channel.send({ audio: null, isFinal: true, alignment: null, normalizedAlignment: null, ...about });
	} catch (error) {
		// A disconnected client needs no error; its reservation is already settled.
		if (!channel.signal.aborted) throw error;
	} finally {
		speech.cancel();
	}
}

/** Milliseconds from the start of the audio these times belong to. Older and newer clients read different spellings of the durations. */
function presentTimes({ characters, starts, ends }: CharacterTimes, from: number) {
	const durations = ends.map((end, at) => Math.round((end - (starts[at] ?? 0)) * 1000));
	return {
		chars: characters,
		charStartTimesMs: starts.map((start) => Math.round((start - from) * 1000)),
		charDurationsMs: durations,
		charsDurationsMs: durations,
	};
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
	const result = schema.safeParse(value ?? {});
	if (result.success) {
		const path = findUnstorableText(result.data, hasNoNul);
		if (path === undefined) return result.data;
		throw new AppError("invalid_request", `${path.join(".")}: ${unstorableReason}`, { param: String(path[0]) });
	}
	const [issue] = result.error.issues;
	throw new AppError("invalid_request", `${issue?.path.join(".") || "The message"}: ${issue?.message}.`, {
		...(issue?.path[0] === undefined ? {} : { param: String(issue.path[0]) }),
	});
}
