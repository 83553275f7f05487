// The same listeners and the same engine without the product between them: each asks the speech node itself. How long such a
// listener waits for a chunk is the machine's doing and the engine's, and what the product is compared with.
import { request } from "node:http";
import type { SpeechRequest } from "@timbre/engines/node/protocol.ts";
import { unitsOf } from "@timbre/engines/text/segment.ts";

type BareListening = { speechNodeUrl: string; speaker: string; text: string; format: SpeechRequest["format"] };

/** The longest wait between two chunks, from the first one on, in ms. */
export function listenBare({ speechNodeUrl, speaker, text, format }: BareListening): Promise<number> {
	const wanted: SpeechRequest = {
		voices: [{ engine: "fake", speaker }],
		units: unitsOf(text).map((unit) => ({ ...unit, text: text.slice(unit.start, unit.end) })),
		format,
		priority: "interactive",
	};
	return new Promise((resolve, reject) => {
		const asked = request(new URL("/speak", speechNodeUrl), {
			method: "POST",
			agent: false,
			headers: { "content-type": "application/json" },
		});
		asked.on("error", reject);
		asked.on("response", (answer) => {
			if (answer.statusCode !== 200) reject(new Error(`The speech node answered ${answer.statusCode}.`));
			let last: number | undefined;
			let largest = 0;
			answer.on("data", () => {
				const now = performance.now();
				largest = Math.max(largest, now - (last ?? now));
				last = now;
			});
			answer.on("error", reject);
			answer.on("end", () => resolve(largest));
		});
		asked.end(JSON.stringify(wanted));
	});
}
