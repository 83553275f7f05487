import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { ByteRange, Storage } from "../storage/storage.ts";

/** What a handler returns for an endpoint that responds with audio or another file. */
export type AudioResponse = {
	contentType: string;
	body: AsyncIterable<Uint8Array> | Readable;
	headers?: Record<string, string>;
	/** Known for stored audio, unknown while it is being generated. */
	size?: number;
	range?: ByteRange;
	fileName?: string;
	/** Browsers save it instead of showing it. */
	attachment?: true;
	cacheSeconds?: number;
};

/** A name for old clients, and the real one if it has other characters (RFC 6266). */
function fileNameParameters(name: string): string {
	const plain = name.replaceAll(/[^\w. -]/g, "_");
	if (plain === name) return `filename="${plain}"`;
	const encoded = encodeURIComponent(name).replaceAll(
		/['()*]/g,
		(one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Sends audio. All audio leaves the server through this function. */
export async function sendAudio(reply: FastifyReply, response: AudioResponse): Promise<FastifyReply> {
	reply.header("content-type", response.contentType);
	reply.header("x-content-type-options", "nosniff");
	reply.header(
		"cache-control",
		response.cacheSeconds === undefined ? "private, no-store" : `public, max-age=${response.cacheSeconds}`,
	);
	// A buffering proxy would delay the first audio.
	reply.header("x-accel-buffering", "no");
	for (const [name, value] of Object.entries(response.headers ?? {})) reply.header(name, value);
	if (response.fileName !== undefined) {
		reply.header(
			"content-disposition",
			`${response.attachment ? "attachment" : "inline"}; ${fileNameParameters(response.fileName)}`,
		);
	}
	if (response.size !== undefined) {
		reply.header("accept-ranges", "bytes");
		if (response.range) {
			reply.code(206);
			reply.header("content-range", `bytes ${response.range.start}-${response.range.end}/${response.size}`);
			reply.header("content-length", response.range.end - response.range.start + 1);
		} else {
			reply.header("content-length", response.size);
		}
	}
	return reply.send(response.body instanceof Readable ? response.body : flushedStream(response.body, reply.raw));
}

/**
 * Pulls the next chunk only after the previous one was flushed to the operating system, so when its generator resumes,
 * the source knows that the chunk was delivered.
 */
function flushedStream(body: AsyncIterable<Uint8Array>, response: ServerResponse): Readable {
	const chunks = body[Symbol.asyncIterator]();
	let started = false;
	const next = async (): Promise<Uint8Array | null> => {
		if (started && !(await flushed(response))) {
			await chunks.return?.();
			return null;
		}
		started = true;
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
		// Tell the source to stop.
		destroy(error, done) {
			Promise.resolve(chunks.return?.()).then(
				() => done(error),
				(reason: Error) => done(error ?? reason),
			);
		},
	});
}

/** Waits until everything written so far was flushed. False if the client disconnected first. */
async function flushed(response: ServerResponse): Promise<boolean> {
	// The stream writes its chunk at the end of this event loop turn.
	await setImmediate();
	// The socket reports a disconnect one turn before the response does.
	if (response.destroyed || response.socket?.destroyed || response.socket?.readableEnded) return false;
	// Usually the operating system has accepted everything by now.
	if (response.writableLength === 0) return true;
	return new Promise((resolve) => {
		const onClose = () => resolve(false);
		response.once("close", onClose);
		// An empty write: its callback runs once everything before it was handed to the operating system.
		response.write("", (error) => {
			response.off("close", onClose);
			resolve(!error);
		});
	});
}

/** A stored object as a response. Supports a single byte range so players can seek. */
export async function storedAudio(
	storage: Storage,
	key: string,
	options: { contentType: string; rangeHeader: string | undefined; fileName?: string; cacheSeconds?: number },
): Promise<AudioResponse | undefined> {
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

/** Returns undefined unless the header is a single satisfiable range; the full object is always a valid response. */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
	const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
	if (!match || size === 0) return undefined;
	const [, from = "", to = ""] = match;
	if (from === "" && to === "") return undefined;
	const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
	const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
	return start <= end && start < size ? { start, end } : undefined;
}
