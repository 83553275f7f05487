import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { ByteRange, Storage } from "./storage.ts";

/** What a handler returns for an endpoint that answers with sound. */
export type AudioAnswer = {
	contentType: string;
	body: AsyncIterable<Uint8Array> | Readable;
	headers?: Record<string, string>;
	/** Known for stored audio, unknown while it is being made. */
	size?: number;
	range?: ByteRange;
	fileName?: string;
	cacheSeconds?: number;
};

/** The one function through which sound leaves the server. */
export async function sendAudio(reply: FastifyReply, answer: AudioAnswer): Promise<FastifyReply> {
	reply.header("content-type", answer.contentType);
	reply.header("x-content-type-options", "nosniff");
	reply.header(
		"cache-control",
		answer.cacheSeconds === undefined ? "private, no-store" : `public, max-age=${answer.cacheSeconds}`,
	);
	// Proxies that buffer would hold the first sound back.
	reply.header("x-accel-buffering", "no");
	for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
	if (answer.fileName !== undefined) {
		reply.header("content-disposition", `inline; filename="${answer.fileName.replaceAll(/[^\w. -]/g, "_")}"`);
	}
	if (answer.size !== undefined) {
		reply.header("accept-ranges", "bytes");
		if (answer.range) {
			reply.code(206);
			reply.header("content-range", `bytes ${answer.range.start}-${answer.range.end}/${answer.size}`);
			reply.header("content-length", answer.range.end - answer.range.start + 1);
		} else {
			reply.header("content-length", answer.size);
		}
	}
	return reply.send(answer.body instanceof Readable ? answer.body : departing(answer.body, reply.raw));
}

/** Asks for the next chunk only when the last one has left this process: a source that is asked again knows what was delivered. */
function departing(body: AsyncIterable<Uint8Array>, response: ServerResponse): Readable {
	const chunks = body[Symbol.asyncIterator]();
	let given = false;
	const next = async (): Promise<Uint8Array | null> => {
		if (given && !(await departed(response))) {
			await chunks.return?.();
			return null;
		}
		given = true;
		const { value, done } = await chunks.next();
		return done ? null : value;
	};
	return new Readable({
		objectMode: true,
		highWaterMark: 1,
		read() {
			next().then(
				(bytes) => this.push(bytes),
				(error: Error) => this.destroy(error),
			);
		},
		// Whoever makes the sound hears that nobody wants it any more.
		destroy(error, done) {
			Promise.resolve(chunks.return?.()).then(
				() => done(error),
				(reason: Error) => done(error ?? reason),
			);
		},
	});
}

/** False when the caller has gone with some of it still here. */
async function departed(response: ServerResponse): Promise<boolean> {
	// What a stream hands on is written at the end of the turn.
	await setImmediate();
	// A connection that has ended is known a turn before its answer is.
	if (response.destroyed || response.socket?.destroyed || response.socket?.readableEnded) return false;
	// Mostly the operating system has taken it all by now.
	if (response.writableLength === 0) return true;
	return new Promise((resolve) => {
		const gone = () => resolve(false);
		response.once("close", gone);
		// Nothing more to send: its callback tells that everything before it is with the operating system.
		response.write("", (error) => {
			response.off("close", gone);
			resolve(!error);
		});
	});
}

/** A stored object as an answer, honouring one byte range so that players can seek. */
export async function storedAudio(
	storage: Storage,
	key: string,
	options: { contentType: string; rangeHeader: string | undefined; fileName?: string; cacheSeconds?: number },
): Promise<AudioAnswer | undefined> {
	const size = await storage.size(key);
	if (size === undefined) return undefined;
	const range = parseRange(options.rangeHeader, size);
	const object = await storage.get(key, range);
	if (object === undefined) return undefined;
	return {
		contentType: options.contentType,
		body: object.body,
		size,
		range,
		fileName: options.fileName,
		cacheSeconds: options.cacheSeconds,
	};
}

/** Undefined for anything but one satisfiable range: the whole object is always a correct answer. */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
	const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
	if (!match || size === 0) return undefined;
	const [, from = "", to = ""] = match;
	if (from === "" && to === "") return undefined;
	const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
	const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
	return start <= end && start < size ? { start, end } : undefined;
}
