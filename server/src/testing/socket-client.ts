/** Any message of a speech socket. */
export type SocketMessage = {
	audio?: string | null;
	isFinal?: boolean | null;
	contextId?: string;
	voice_id?: string;
	alignment?: {
		chars: string[];
		charStartTimesMs: number[];
		charDurationsMs: number[];
		charsDurationsMs: number[];
	} | null;
	normalizedAlignment?: { chars: string[] } | null;
	message?: string;
	code?: string;
	error?: string;
};

export type SocketClient = {
	send(message: unknown): void;
	raw(data: string | Uint8Array): void;
	messages: SocketMessage[];
	/** Waits for the first message that matches, including those already received. */
	next(matches: (message: SocketMessage) => boolean): Promise<SocketMessage>;
	closed: Promise<{ code: number; reason: string }>;
	close(): void;
};

export async function openSocket(
	url: string,
	options: { headers?: Record<string, string>; protocols?: string[] } = {},
): Promise<SocketClient> {
	// Unlike browsers, Node's WebSocket accepts headers.
	const socket = new WebSocket(url.replace(/^http/, "ws"), options as never);
	const messages: SocketMessage[] = [];
	let wake = () => {};
	socket.addEventListener("message", (event) => {
		messages.push(JSON.parse(String(event.data)) as SocketMessage);
		wake();
	});
	const closed = new Promise<{ code: number; reason: string }>((resolve) =>
		socket.addEventListener("close", ({ code, reason }) => {
			resolve({ code, reason });
			wake();
		}),
	);
	await new Promise<void>((resolve, reject) => {
		socket.addEventListener("open", () => resolve());
		socket.addEventListener("error", () => reject(new Error("the socket did not open")));
	});
	return {
		messages,
		closed,
		send: (message) => socket.send(JSON.stringify(message)),
		raw: (data) => socket.send(data as never),
		close: () => socket.close(),
		async next(matches) {
			for (;;) {
				const found = messages.find(matches);
				if (found) return found;
				if (socket.readyState === WebSocket.CLOSED)
					throw new Error(`the socket closed first, after ${JSON.stringify(messages.at(-1))}`);
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
		},
	};
}

export const audioOf = (messages: readonly SocketMessage[]): Buffer =>
	Buffer.concat(messages.map(({ audio }) => Buffer.from(audio ?? "", "base64")));
