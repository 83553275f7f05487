// Takes webhooks for the bench, in a process of its own so that it can be killed: node webhooks-receiver.ts <port> <file> <fails 0..1>
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";

export type Receipt = { delivery: string; attempt: number; signature: string; body: string; taken: boolean };

const [port, file = "", fails] = process.argv.slice(2);

createServer((request, reply) => {
	const parts: Buffer[] = [];
	request.on("data", (part: Buffer) => parts.push(part));
	request.on("end", () => {
		const taken = Math.random() >= Number(fails);
		const receipt: Receipt = {
			delivery: String(request.headers["timbre-delivery"]),
			attempt: Number(request.headers["timbre-attempt"]),
			signature: String(request.headers["elevenlabs-signature"]),
			body: Buffer.concat(parts).toString(),
			taken,
		};
		// On disk before it is answered: what this process has taken it has, also when it is killed now.
		appendFileSync(file, `${JSON.stringify(receipt)}\n`);
		reply.writeHead(taken ? 200 : 500).end(taken ? "ok" : "not now");
	});
}).listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
