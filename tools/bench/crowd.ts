// The crowd of bench:try, in a thread of its own. Says how it fared when it is told to leave.
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";

export type Gathering = { apiUrl: string; visitors: number };

export type Crowd = {
	asked: number;
	heard: number;
	overLimit: number;
	noPlace: number;
	otherwise: number;
	mostAtOnce: number;
};
/** Visitors who ask, listen to the end, and ask again; who is refused comes back after two seconds, whatever he was told. */
function startCrowd({ apiUrl, visitors }: Gathering): { leave(): Promise<Crowd> } {
	const crowd: Crowd = { asked: 0, heard: 0, overLimit: 0, noPlace: 0, otherwise: 0, mostAtOnce: 0 };
	const leaving = new AbortController();
	const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
	let hearing = 0;
	const ask = (visitor: number) =>
		new Promise<void>((resolve) => {
			crowd.asked++;
			const asked = request(
				new URL("/v1/try/speech", apiUrl),
				{
					method: "POST",
					agent,
					signal: leaving.signal,
					headers: {
						"content-type": "application/json",
						"x-forwarded-for": `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`,
					},
				},
				(answer) => {
					const said: Buffer[] = [];
					const heard = answer.statusCode === 200;
					if (heard) crowd.mostAtOnce = Math.max(crowd.mostAtOnce, ++hearing);
					answer.on("data", (part: Buffer) => said.push(part));
					answer.on("close", () => {
						if (heard) {
							hearing--;
							if (answer.complete) crowd.heard++;
						} else if (answer.statusCode === 429) {
							if (Buffer.concat(said).includes("system_busy")) crowd.noPlace++;
							else crowd.overLimit++;
						} else crowd.otherwise++;
						resolve();
					});
					answer.on("error", () => {});
				},
			);
			asked.on("error", () => resolve());
			const text = `Let visitor ${visitor} hear how this sounds, before anything is decided.`;
			asked.end(JSON.stringify({ text, voice_id: voiceId("fake", "tone-high") }));
		});
	const all = Array.from({ length: visitors }, async (_, visitor) => {
		while (!leaving.signal.aborted) {
			await ask(visitor);
			await sleep(2_000, undefined, { signal: leaving.signal }).catch(() => {});
		}
	});
	return {
		async leave() {
			leaving.abort();
			await Promise.all(all);
			agent.destroy();
			return crowd;
		},
	};
}

if (parentPort) {
	const crowd = startCrowd(workerData as Gathering);
	await once(parentPort, "message");
	parentPort.postMessage(await crowd.leave());
	parentPort.close();
}
