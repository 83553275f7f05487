import type { WebSocket } from "@fastify/websocket";
import { AppError } from "@timbre/contract/errors.ts";
import {
	type ContextSocketMessage,
	contextSocketMessage,
	mostSocketContexts,
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
import { type Http, requireOwnPage, requireRight } from "../../core/http.ts";
import { type Channel, drained, openChannel, socketCredentials } from "../../core/socket.ts";
import { unstorable, unstorableReason, withoutNul } from "../../core/unstorable.ts";
import { getSpeakableVoice, spokenSettings } from "../voices/voices.public.ts";
import { getTier } from "../workspace/workspace.public.ts";
import { type Delivery, newGeneration, type SpeechDeps } from "./speech.generate.service.ts";
import { createLiveSpeech, type LiveSpeech } from "./speech.live.service.ts";
import { loadSpeechRules } from "./speech.plan.service.ts";
import { requireFormat, requireModel } from "./speech.service.ts";

/** Knows a caller by a key or a single-use token, as sockets carry them outside of headers. */
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
	/** Known from the address or, at the latest, from the first message. */
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

const address = z.object({ voice_id: voiceId });

/** Text in as it is written, sound out as it is made: one text a socket, or several under names of their own. */
export function speechSockets(http: Http, deps: SpeechDeps, identify: SocketIdentify): void {
	http.app.get("/v1/text-to-speech/:voice_id/stream-input", { websocket: true }, (socket, request) =>
		serve(http, deps, identify, socket, request, oneText),
	);
	http.app.get("/v1/text-to-speech/:voice_id/multi-stream-input", { websocket: true }, (socket, request) =>
		serve(http, deps, identify, socket, request, severalTexts),
	);
}

/** What a socket does with each message, and how long it may wait for one. */
type Conversation = { onMessage(message: unknown): Promise<void>; onSilence(): void };

function serve(
	http: Http,
	deps: SpeechDeps,
	identify: SocketIdentify,
	socket: WebSocket,
	request: FastifyRequest,
	converse: (session: Session) => Conversation,
): void {
	const log = http.log.child({ requestId: request.id, operation: "textToSpeech_socket" });
	let conversation: Conversation | undefined;
	let silence: NodeJS.Timeout | undefined;
	let seconds = 20;
	const listen = () => {
		clearTimeout(silence);
		// A turn later: what came while this process stood still is read first.
		const mine = setTimeout(() => setImmediate(() => silence === mine && conversation?.onSilence()), seconds * 1000);
		silence = mine;
	};
	// Messages may come while the caller is still being looked up: each waits for this.
	const ready = begin();
	const channel = openChannel(socket, {
		log,
		requestId: request.id,
		onMessage: async (message) => {
			await ready;
			listen();
			await conversation?.onMessage(message);
		},
	});
	const hangUp = () => {
		clearTimeout(silence);
		silence = undefined;
	};
	channel.signal.addEventListener("abort", hangUp, { once: true });
	ready.catch((error: unknown) => channel.refuse(error));

	async function begin(): Promise<void> {
		// One turn later, so that `channel` exists.
		await Promise.resolve();
		const query = parse(speechSocketQuery, request.query);
		seconds = query.inactivity_timeout;
		const { voice_id: voiceId } = parse(address, request.params);
		const identity = await identifyAddress(http, identify, request);
		conversation = converse({ http, deps, request, socket, channel, voiceId, query, identity, identify });
		listen();
	}
}

/** By header, cookie (then only from our own pages), query or subprotocol. */
async function identifyAddress(
	http: Http,
	identify: SocketIdentify,
	request: FastifyRequest,
): Promise<Identity | undefined> {
	const credentials = socketCredentials(request);
	if (credentials.key || credentials.token) return requireKnown(await identify(credentials, request.ip));
	const identity = await http.authenticate(request);
	if (identity?.via === "session") requireOwnPage(http.allowedOrigins, request);
	return identity;
}

function requireKnown(identity: Identity | undefined): Identity {
	if (!identity)
		throw new AppError("invalid_api_key", "This API key or token is not valid. It may have been revoked or used.");
	return identity;
}

async function requireIdentity(session: Session, first: FirstMessage): Promise<Identity> {
	const key = first["xi-api-key"] ?? first.xi_api_key ?? first.authorization?.replace(/^Bearer /i, "");
	const token = first.single_use_token ?? undefined;
	if (!session.identity && (key || token))
		session.identity = requireKnown(
			await session.identify({ ...(key ? { key } : {}), ...(token ? { token } : {}) }, session.request.ip),
		);
	if (!session.identity)
		throw new AppError(
			"needs_authorization",
			"Send an API key in the xi-api-key header, the address or the first message.",
		);
	requireRight(session.identity, "text_to_speech");
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
		visitor: request.ip,
		range: undefined,
		headers: request.headers,
		answerHeader: () => {},
	};
	const [voice, tier, rules] = await Promise.all([
		getSpeakableVoice(deps.db, context.workspaceId, session.voiceId, context),
		getTier(deps.db, context.workspaceId),
		loadSpeechRules(deps.db, context.workspaceId, first.pronunciation_dictionary_locators),
	]);
	requireFormat(tier, query.output_format);
	const settings = spokenSettings(voice, first.voice_settings);
	const schedule = (first.generation_config ?? first.generator_config)?.chunk_length_schedule;
	return createLiveSpeech(deps, context, {
		generation: newGeneration({
			text: "",
			voice,
			model: requireModel(voice, query.model_id),
			tier,
			settings,
			format: query.output_format,
			keepHistory: query.enable_logging,
			timing: "known",
			takeCheck: false,
		}),
		line: { voice, engine: await deps.engineFacts(voice.engine), settings: settings ?? {} },
		how: {
			languageCode: query.language_code,
			normalisation: query.apply_text_normalization,
			seed: query.seed,
			newTake: false,
			markup: query.enable_ssml_parsing,
		},
		rules,
		auto: query.auto_mode,
		...(schedule ? { schedule } : {}),
	});
}

function oneText(session: Session): Conversation {
	const { channel } = session;
	let speech: LiveSpeech | undefined;
	let ended = false;
	return {
		async onMessage(raw) {
			const message = parse(speechSocketMessage, raw);
			if (ended) throw new AppError("invalid_request", "The text was ended by an empty text; nothing can follow it.");
			if (!speech) {
				speech = await openSpeech(session, message);
				void pass(session, speech, {}).then(
					() => channel.close(),
					(error: unknown) => channel.refuse(error),
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
		onSilence() {
			// While the last of it is being spoken there is nothing to write.
			if (!ended) channel.refuse(timedOut(session));
		},
	};
}

function severalTexts(session: Session): Conversation {
	const { channel } = session;
	const contexts = new Map<string, LiveSpeech>();
	let closing = false;
	const left = (id: string, error?: unknown) => {
		contexts.delete(id);
		if (error !== undefined) channel.refuse(error);
		else if (closing && contexts.size === 0) channel.close();
	};
	async function context(id: string, message: ContextSocketMessage): Promise<LiveSpeech> {
		const known = contexts.get(id);
		if (known) return known;
		if (contexts.size >= mostSocketContexts)
			throw new AppError(
				"too_many_concurrent_requests",
				`A socket speaks at most ${mostSocketContexts} contexts at once.`,
			);
		const speech = await openSpeech(session, message);
		contexts.set(id, speech);
		void pass(session, speech, { contextId: id }).then(
			() => left(id),
			(error: unknown) => left(id, error),
		);
		return speech;
	}
	return {
		async onMessage(raw) {
			const message = parse(contextSocketMessage, raw);
			const id = message.context_id ?? message.contextId ?? "default";
			if (closing) throw new AppError("invalid_request", "The socket is being closed; nothing can follow.");
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
			const speech = await context(id, message);
			await speech.write(message.text ?? "", { flush: message.flush ?? false });
		},
		onSilence() {
			if (!closing) channel.refuse(timedOut(session));
		},
	};
}

const timedOut = ({ query }: Session) =>
	new AppError(
		"input_timeout_exceeded",
		`Nothing was written for ${query.inactivity_timeout} seconds. Send a space to keep the socket open.`,
	);

/** Sends what a text sounds like until it has been spoken. */
async function pass(session: Session, speech: LiveSpeech, about: { contextId?: string }): Promise<void> {
	const { channel, socket, query } = session;
	let timing: Extract<Delivery, { type: "timing" }> | undefined;
	let start = 0;
	let gathered: Uint8Array[] = [];
	const audio = async (bytes: Uint8Array) => {
		await channel.send({
			audio: Buffer.from(bytes).toString("base64"),
			isFinal: null,
			alignment: timing ? presentTimes(timing.written, start) : null,
			normalizedAlignment: timing ? presentTimes(timing.spoken, start) : null,
			...about,
		});
		timing = undefined;
		await drained(socket, channel.signal);
	};
	const sendGathered = async () => {
		if (gathered.length > 0) await audio(Buffer.concat(gathered));
		gathered = [];
	};
	try {
		for await (const delivery of speech.output) {
			if (delivery.type === "timing") {
				await sendGathered();
				timing = delivery;
				start = delivery.written.starts[0] ?? 0;
			} else if (delivery.type === "audio") {
				// Asked to keep both together, sound waits for the end of the stretch whose times go with it.
				if (query.sync_alignment) gathered.push(delivery.bytes);
				else await audio(delivery.bytes);
			}
		}
		await sendGathered();
		if (!channel.signal.aborted)
			await channel.send({ audio: null, isFinal: true, alignment: null, normalizedAlignment: null, ...about });
	} catch (error) {
		// Whoever left needs no answer; the books are closed.
		if (!channel.signal.aborted) throw error;
	} finally {
		speech.cancel();
	}
}

/** Milliseconds from the first sound that these times belong to. Two spellings of one key: clients of different years read different ones. */
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
		const place = unstorable(result.data, withoutNul);
		if (place === undefined) return result.data;
		throw new AppError("invalid_request", `${place.join(".")}: ${unstorableReason}`, { param: String(place[0]) });
	}
	const [issue] = result.error.issues;
	throw new AppError("invalid_request", `${issue?.path.join(".") || "The message"}: ${issue?.message}.`, {
		...(issue?.path[0] === undefined ? {} : { param: String(issue.path[0]) }),
	});
}
