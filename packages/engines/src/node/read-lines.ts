import { SpeechBadRequestError } from "./errors.ts";

/** One JSON text a line, as the lines arrive. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<unknown> {
	let held: Uint8Array[] = [];
	let length = 0;
	for await (const piece of bytes) {
		let from = 0;
		for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
			held.push(piece.subarray(from, end));
			const line = Buffer.concat(held);
			held = [];
			length = 0;
			from = end + 1;
			if (line.length > 0) yield parse(line);
		}
		held.push(piece.subarray(from));
		length += piece.length - from;
		if (length > longest) throw new SpeechBadRequestError("the request is too large");
	}
	const last = Buffer.concat(held);
	if (last.length > 0) yield parse(last);
}

function parse(line: Buffer): unknown {
	try {
		return JSON.parse(line.toString("utf8"));
	} catch {
		throw new SpeechBadRequestError("the body is not JSON");
	}
}
