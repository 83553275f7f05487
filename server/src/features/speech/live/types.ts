import type { WebSocket } from "@fastify/websocket";
import type { SpeechSocketMessage, SpeechSocketQuery } from "@timbre/contract/speech/endpoints.ts";
import type { FastifyRequest } from "fastify";
import type { Identity } from "../../../core/http/context.ts";
import type { Http } from "../../../core/http/http.ts";
import type { Channel } from "../../../core/http/socket.ts";
import type { SocketIdentify } from "../../../core/http/socket-identity.ts";
import type { SpeechDeps } from "../generate/types.ts";

export type Session = {
	http: Http;
	deps: SpeechDeps;
	request: FastifyRequest;
	socket: WebSocket;
	channel: Channel;
	/** Empty for a dialogue, whose messages name the voices. */
	voiceId: string;
	query: SpeechSocketQuery;
	/** Set from the connection request or, at the latest, from the first message. */
	identity: Identity | undefined;
	identify: SocketIdentify;
};

export type FirstMessage = Pick<
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

export type SocketHandler = { onMessage(message: unknown): Promise<void>; onInactivity(): void };
