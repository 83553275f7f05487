import { openSocket } from "./socket-client.ts";

/** Any message of the realtime transcription socket. */
export type RealtimeMessage = {
	message_type: string;
	text?: string;
	error?: string;
	session_id?: string;
	language_code?: string;
	config?: Record<string, unknown>;
	words?: { text: string; start: number; end: number; type: string; logprob: number }[];
};

/** A tone that the fake transcriber takes for speech, as 16-bit PCM. Silence at 0 Hz. */
export function tone(seconds: number, { hertz = 220, rate = 16_000 } = {}): Buffer {
	const samples = Int16Array.from({ length: Math.round(seconds * rate) }, (_, at) =>
		Math.round(9000 * Math.sin((2 * Math.PI * hertz * at) / rate)),
	);
	return Buffer.from(samples.buffer);
}

export async function openRealtime(
	url: string,
	options: {
		apiKey?: string;
		query?: string | Record<string, string>;
		headers?: Record<string, string>;
		protocols?: string[];
	} = {},
) {
	const { apiKey, query = {}, headers = {}, protocols } = options;
	const socket = await openSocket(`${url}/v1/speech-to-text/realtime?${new URLSearchParams(query)}`, {
		headers: { ...(apiKey ? { "xi-api-key": apiKey } : {}), ...headers },
		...(protocols ? { protocols } : {}),
	});
	const messages = socket.messages as unknown as RealtimeMessage[];
	const ofType = (type: string) => messages.filter((message) => message.message_type === type);
	return {
		...socket,
		messages,
		ofType,
		/** Waits until there are `count` messages of a type and returns the last one. */
		async until(type: string, count = 1): Promise<RealtimeMessage> {
			await socket.next(() => ofType(type).length >= count);
			return ofType(type)[count - 1] as RealtimeMessage;
		},
		/** Sends audio in pieces, as a microphone does. */
		speak(pcm: Buffer, { pieceBytes = 8_192, ...rest }: { pieceBytes?: number; sample_rate?: number } = {}) {
			for (let at = 0; at < pcm.length; at += pieceBytes) {
				socket.send({
					message_type: "input_audio_chunk",
					audio_base_64: pcm.subarray(at, at + pieceBytes).toString("base64"),
					commit: false,
					sample_rate: 16_000,
					...rest,
				});
			}
		},
		commit: () =>
			socket.send({ message_type: "input_audio_chunk", audio_base_64: "", commit: true, sample_rate: 16_000 }),
	};
}
