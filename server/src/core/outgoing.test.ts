import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { isPublicAddress, type Outgoing, OutgoingRefused, postOutside, refusalOf } from "./outgoing.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

/** Listens on loopback, and so stands for everything that must not be reached. */
async function inner(answer: RequestListener = (_request, reply) => void reply.end("ok")) {
	const requests: IncomingMessage[] = [];
	const server = createServer((request, reply) => {
		requests.push(request);
		answer(request, reply);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	closing.push(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return { port: (server.address() as AddressInfo).port, requests };
}

const post = (outgoing: Outgoing, url: string) => postOutside(outgoing, { url, headers: {}, body: "{}" });
const strict: Outgoing = { allowPrivate: false };
const resolvesTo = (...addresses: string[]): Outgoing => ({
	allowPrivate: false,
	resolve: async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
});

test.each([
	"0.0.0.0",
	"10.1.2.3",
	"100.64.0.1",
	"127.0.0.1",
	"127.255.255.254",
	"169.254.169.254",
	"172.16.0.1",
	"172.31.255.255",
	"192.0.0.8",
	"192.168.1.1",
	"198.18.0.1",
	"224.0.0.1",
	"255.255.255.255",
	"::",
	"::1",
	"::127.0.0.1",
	"::ffff:127.0.0.1",
	"::ffff:7f00:1",
	"::ffff:8.8.8.8",
	"64:ff9b::7f00:1",
	"64:ff9b:1::1",
	"100::1",
	"2001::1",
	"2001:db8::1",
	"2002:7f00:1::",
	"fc00::1",
	"fd12:3456::1",
	"fe80::1",
	"fe80::1%eth0",
	"fec0::1",
	"ff02::1",
	"not an address",
])("%s is not public", (address) => expect(isPublicAddress(address)).toBe(false));

test.each(["1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.1", "100.63.0.1", "2606:4700::1111", "2a00:1450::1"])(
	"%s is public",
	(address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
	["loopback in decimal", "https://2130706433/"],
	["loopback in hexadecimal", "https://0x7f000001/"],
	["loopback in octal", "https://0177.0.0.1/"],
	["loopback, shortened", "https://127.1/"],
	["loopback, in wide digits", "https://１２７.0.0.1/"],
	["IPv6 loopback", "https://[::1]/"],
	["IPv4 inside of IPv6", "https://[::ffff:127.0.0.1]/"],
	["IPv4 inside of IPv6, in hexadecimal", "https://[::ffff:a9fe:a9fe]/"],
	["IPv4 through a translator", "https://[64:ff9b::a9fe:a9fe]/"],
	["the metadata service", "https://169.254.169.254/latest/meta-data/"],
	["a private network", "https://192.168.0.1/"],
	["a name for the own machine", "https://localhost/"],
	["a name below it", "https://api.localhost/"],
	["a name of the own network", "https://printer.local/"],
	["the metadata service by name", "https://metadata.google.internal/"],
	["a bare name", "https://intranet/"],
	["plain http", "http://example.com/"],
	["another scheme", "ftp://example.com/"],
	["a file", "file:///etc/passwd"],
	["a password in the address", "https://user:password@example.com/"],
])("nothing is sent to %s", async (_what, url) => {
	expect(refusalOf(new URL(url), false)).toEqual(expect.any(String));
	await expect(post(strict, url)).rejects.toBeInstanceOf(OutgoingRefused);
});

test("a name that stands for an inner address is refused, also when only one of its addresses is", async () => {
	const { port, requests } = await inner();
	for (const addresses of [["127.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::ffff:127.0.0.1"], ["169.254.169.254"]])
		await expect(post(resolvesTo(...addresses), `https://hook.example:${port}/`)).rejects.toBeInstanceOf(
			OutgoingRefused,
		);
	expect(requests).toEqual([]);
});

test("a resolver that answers differently the second time gains nothing: it is asked once, and what it said is what is called", async () => {
	const { port, requests } = await inner();
	const answers = ["127.0.0.2", "127.0.0.1"];
	let asked = 0;
	// Were the name looked up again for the connection, it would arrive at the listener on loopback.
	const rebinding: Outgoing = {
		allowPrivate: true,
		resolve: async () => [{ address: answers[asked++] ?? "127.0.0.1", family: 4 }],
	};
	await expect(post(rebinding, `http://hook.example:${port}/`)).rejects.toThrow();
	expect({ asked, arrived: requests.length }).toEqual({ asked: 1, arrived: 0 });
	// The other way round: what was checked is what is reached, whatever the name says by then.
	asked = 0;
	answers.reverse();
	expect(await post(rebinding, `http://hook.example:${port}/`)).toEqual({ status: 200, body: "ok" });
	expect({ asked, arrived: requests.length, host: requests[0]?.headers.host }).toEqual({
		asked: 1,
		arrived: 1,
		host: `hook.example:${port}`,
	});
});

test("a redirect is told and not followed", async () => {
	const secret = await inner();
	const { port } = await inner((_request, reply) =>
		reply.writeHead(307, { location: `http://127.0.0.1:${secret.port}/` }).end(),
	);
	expect(await post({ allowPrivate: true }, `http://127.0.0.1:${port}/`)).toMatchObject({ status: 307 });
	expect(secret.requests).toEqual([]);
});

test("who does not answer, or never ends, is left after the time; who says too much is cut off", async () => {
	const silent = await inner(() => {});
	const brief: Outgoing = { allowPrivate: true, timeoutMs: 150 };
	await expect(post(brief, `http://127.0.0.1:${silent.port}/`)).rejects.toThrow("no answer within 0.15 seconds");
	const dripping = await inner((_request, reply) => {
		const drip = setInterval(() => reply.write("."), 20);
		reply.on("close", () => clearInterval(drip));
	});
	await expect(post(brief, `http://127.0.0.1:${dripping.port}/`)).rejects.toThrow("no answer within");
	await expect(post({ ...brief, resolve: () => new Promise(() => {}) }, "http://slow.example/")).rejects.toThrow(
		"no answer within",
	);
	const endless = await inner((_request, reply) => {
		const more = () => {
			while (!reply.destroyed && reply.write("x".repeat(16_384)));
			reply.once("drain", more);
		};
		more();
	});
	const { status, body } = await post({ allowPrivate: true }, `http://127.0.0.1:${endless.port}/`);
	expect({ status, length: body.length }).toEqual({ status: 200, length: 65_536 });
});

test.each([
	"http://169.254.169.254/latest",
	"http://[::ffff:169.254.169.254]/",
	"http://[fd00:ec2::254]/",
	"http://[fe80::1]/",
])("%s, where a cloud keeps its secrets, is not called even where inner addresses are", async (url) => {
	await expect(post({ allowPrivate: true }, url)).rejects.toThrow(/is not a public address/);
});

test("nor is a name that stands for such an address", async () => {
	const resolve = async () => [{ address: "169.254.169.254", family: 4 }];
	await expect(post({ allowPrivate: true, resolve }, "http://receiver.example/")).rejects.toThrow(OutgoingRefused);
});
