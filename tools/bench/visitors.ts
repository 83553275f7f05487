// The visitors of bench:try, in a worker thread. Reports its counts when told to stop.
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";

export type VisitorsOptions = { apiUrl: string; visitors: number };

export type VisitorCounts = {
	requests: number;
	completed: number;
	overLimit: number;
	busy: number;
	other: number;
	maxConcurrent: number;
};
/** Visitors request a sentence, listen to the end, and request again. A rejected visitor retries after two seconds. */
function startVisitors({ apiUrl, visitors }: VisitorsOptions): { stop(): Promise<VisitorCounts> } {
	const counts: VisitorCounts = { requests: 0, completed: 0, overLimit: 0, busy: 0, other: 0, maxConcurrent: 0 };
	const stopping = new AbortController();
	const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
	let listening = 0;
	const send = (visitor: number) =>
		new Promise<void>((resolve) => {
			counts.requests++;
			const outgoing = request(
				new URL("/v1/try/speech", apiUrl),
				{
					method: "POST",
					agent,
					signal: stopping.signal,
					headers: {
						"content-type": "application/json",
						"x-forwarded-for": `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`,
					},
				},
				(response) => {
					const parts: Buffer[] = [];
					const accepted = response.statusCode === 200;
					if (accepted) counts.maxConcurrent = Math.max(counts.maxConcurrent, ++listening);
					response.on("data", (part: Buffer) => parts.push(part));
					response.on("close", () => {
						if (accepted) {
							listening--;
							if (response.complete) counts.completed++;
						} else if (response.statusCode === 429) {
							if (Buffer.concat(parts).includes("system_busy")) counts.busy++;
							else counts.overLimit++;
						} else counts.other++;
						resolve();
					});
					response.on("error", () => {});
				},
			);
			outgoing.on("error", () => resolve());
			const text = `Let visitor ${visitor} hear how this sounds, before anything is decided.`;
			outgoing.end(JSON.stringify({ text, voice_id: voiceId("fake", "tone-high") }));
		});
	const all = Array.from({ length: visitors }, async (_, visitor) => {
		while (!stopping.signal.aborted) {
			await send(visitor);
			await sleep(2_000, undefined, { signal: stopping.signal }).catch(() => {});
		}
	});
	return {
		async stop() {
			stopping.abort();
			await Promise.all(all);
			agent.destroy();
			return counts;
		},
	};
}

if (parentPort) {
	const running = startVisitors(workerData as VisitorsOptions);
	await once(parentPort, "message");
	parentPort.postMessage(await running.stop());
	parentPort.close();
}
