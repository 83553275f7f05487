import { SpeechBadRequestError } from "../../errors.ts";

/** Parses a stream of newline-delimited JSON, yielding each value as its line arrives. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>, maxLineBytes: number): AsyncGenerator<unknown> {
	let pending: Uint8Array[] = [];
	let length = 0;
	for await (const piece of bytes) {
		let from = 0;
		for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
			pending.push(piece.subarray(from, end));
			const line = Buffer.concat(pending);
			pending = [];
			length = 0;
			from = end + 1;
			if (line.length > 0) yield parse(line);
		}
		pending.push(piece.subarray(from));
		length += piece.length - from;
		if (length > maxLineBytes) throw new SpeechBadRequestError("the request is too large");
	}
	const last = Buffer.concat(pending);
	if (last.length > 0) yield parse(last);
}

function parse(line: Buffer): unknown {
	try {
		return JSON.parse(line.toString("utf8"));
	} catch {
		throw new SpeechBadRequestError("the body is not valid JSON");
	}
}
