import { createSocket } from "node:dgram";

export type DnsServer = {
	/** A value for DNS_SERVERS. */
	address: string;
	/** Names without an entry don't exist. For an `undefined` entry the server doesn't respond. */
	records: Map<string, string[] | undefined>;
	stop(): Promise<void>;
};

/** A DNS server with TXT records only. */
export async function startDnsServer(): Promise<DnsServer> {
	const records: DnsServer["records"] = new Map();
	const socket = createSocket("udp4");
	socket.on("message", (query, sender) => {
		const { name, end } = readName(query);
		if (records.has(name) && records.get(name) === undefined) return;
		const texts = records.get(name);
		const head = Buffer.alloc(12);
		query.copy(head, 0, 0, 2);
		// Flags of a response with recursion available; 3 is NXDOMAIN.
		head.writeUInt16BE(texts === undefined ? 0x8183 : 0x8180, 2);
		head.writeUInt16BE(1, 4);
		head.writeUInt16BE(texts?.length ?? 0, 6);
		const answers = (texts ?? []).map((text) => {
			const pieces = Buffer.from(text)
				.toString("latin1")
				.match(/.{1,200}/gs)
				?.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, "latin1")]));
			const data = Buffer.concat(pieces ?? [Buffer.from([0])]);
			const fixed = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0]);
			fixed.writeUInt16BE(data.length, 10);
			return Buffer.concat([fixed, data]);
		});
		socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...answers]), sender.port, sender.address);
	});
	await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
	return {
		address: `127.0.0.1:${socket.address().port}`,
		records,
		stop: () => new Promise((resolve) => socket.close(() => resolve())),
	};
}

function readName(query: Buffer): { name: string; end: number } {
	const labels: string[] = [];
	let at = 12;
	for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
		labels.push(query.toString("latin1", at + 1, at + 1 + length));
		at += length + 1;
	}
	return { name: labels.join(".").toLowerCase(), end: at + 1 };
}
