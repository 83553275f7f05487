// Listeners that connect directly to the speech node. Their gaps come from the machine and the engine alone and are the baseline
// for the product.
import { request } from "node:http";
import type { SpeechRequest } from "@timbre/engines/node/protocol.ts";
import { unitsOf } from "@timbre/engines/text/segment.ts";

type BareListenerOptions = { speechNodeUrl: string; speaker: string; text: string; format: SpeechRequest["format"] };

/** Returns the largest gap between two chunks in ms. */
export function listenBare({ speechNodeUrl, speaker, text, format }: BareListenerOptions): Promise<number> {
	const body: SpeechRequest = {
		voices: [{ engine: "fake", speaker }],
		units: unitsOf(text).map((unit) => ({ ...unit, text: text.slice(unit.start, unit.end) })),
		format,
		priority: "interactive",
	};
	return new Promise((resolve, reject) => {
		const outgoing = request(new URL("/speak", speechNodeUrl), {
			method: "POST",
			agent: false,
			headers: { "content-type": "application/json" },
		});
		outgoing.on("error", reject);
		outgoing.on("response", (response) => {
			if (response.statusCode !== 200) reject(new Error(`The speech node returned ${response.statusCode}.`));
			let last: number | undefined;
			let largest = 0;
			response.on("data", () => {
				const now = performance.now();
				largest = Math.max(largest, now - (last ?? now));
				last = now;
			});
			response.on("error", reject);
			response.on("end", () => resolve(largest));
		});
		outgoing.end(JSON.stringify(body));
	});
}
