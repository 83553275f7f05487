import type { IncomingMessage } from "node:http";

/** The lines of a response, as they arrive. */
export async function* linesOf(response: IncomingMessage): AsyncIterable<string> {
	let rest = "";
	response.setEncoding("utf8");
	for await (const piece of response) {
		const lines = (rest + piece).split("\n");
		rest = lines.pop() ?? "";
		yield* lines;
	}
}
