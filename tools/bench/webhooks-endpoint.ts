// The webhook endpoint of the benchmark, in a separate process so it can be killed: node webhooks-endpoint.ts <port> <file> <fails 0..1>
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";

export type Receipt = { delivery: string; attempt: number; signature: string; body: string; accepted: boolean };

const [port, file = "", fails] = process.argv.slice(2);

createServer((request, reply) => {
	const parts: Buffer[] = [];
	request.on("data", (part: Buffer) => parts.push(part));
	request.on("end", () => {
		const accepted = Math.random() >= Number(fails);
		const receipt: Receipt = {
			delivery: String(request.headers["timbre-delivery"]),
			attempt: Number(request.headers["timbre-attempt"]),
			signature: String(request.headers["elevenlabs-signature"]),
			body: Buffer.concat(parts).toString(),
			accepted,
		};
		// Write before responding, so an accepted event is recorded even if the process is killed now.
		appendFileSync(file, `${JSON.stringify(receipt)}\n`);
		reply.writeHead(accepted ? 200 : 500).end(accepted ? "ok" : "not now");
	});
}).listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
