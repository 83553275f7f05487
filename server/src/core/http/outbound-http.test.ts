import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
	BlockedUrlError,
	blockedUrlReason,
	isPublicAddress,
	type OutboundOptions,
	postToUntrustedUrl,
} from "./outbound-http.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

/** A server on loopback, which stands for every host that must not be reached. */
async function privateServer(respond: RequestListener = (_request, reply) => void reply.end("ok")) {
	const requests: IncomingMessage[] = [];
	const server = createServer((request, reply) => {
		requests.push(request);
		respond(request, reply);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	closing.push(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return { port: (server.address() as AddressInfo).port, requests };
}

const post = (options: OutboundOptions, url: string) => postToUntrustedUrl(options, { url, headers: {}, body: "{}" });
const strict: OutboundOptions = { allowPrivate: false };
const resolvesTo = (...addresses: string[]): OutboundOptions => ({
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
	["loopback in full-width digits", "https://１２７.0.0.1/"],
	["IPv6 loopback", "https://[::1]/"],
	["IPv4 embedded in IPv6", "https://[::ffff:127.0.0.1]/"],
	["IPv4 embedded in IPv6, in hexadecimal", "https://[::ffff:a9fe:a9fe]/"],
	["IPv4 through NAT64", "https://[64:ff9b::a9fe:a9fe]/"],
	["the metadata service", "https://169.254.169.254/latest/meta-data/"],
	["a private network", "https://192.168.0.1/"],
	["the local hostname", "https://localhost/"],
	["a subdomain of localhost", "https://api.localhost/"],
	["a local network hostname", "https://printer.local/"],
	["the metadata service by name", "https://metadata.google.internal/"],
	["a hostname without a dot", "https://intranet/"],
	["plain http", "http://example.com/"],
	["another scheme", "ftp://example.com/"],
	["a file", "file:///etc/passwd"],
	["a URL with a password", "https://user:password@example.com/"],
])("sends nothing to %s", async (_what, url) => {
	expect(blockedUrlReason(new URL(url), false)).toEqual(expect.any(String));
	await expect(post(strict, url)).rejects.toBeInstanceOf(BlockedUrlError);
});

test("a hostname that resolves to a private address is blocked, even if its other addresses are public", async () => {
	const { port, requests } = await privateServer();
	for (const addresses of [["127.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::ffff:127.0.0.1"], ["169.254.169.254"]])
		await expect(post(resolvesTo(...addresses), `https://hook.example:${port}/`)).rejects.toBeInstanceOf(
			BlockedUrlError,
		);
	expect(requests).toEqual([]);
});

test("DNS rebinding has no effect: the hostname is resolved once, and the request goes to that address", async () => {
	const { port, requests } = await privateServer();
	const answers = ["127.0.0.2", "127.0.0.1"];
	let lookups = 0;
	// If the hostname were resolved again for the connection, the request would reach the server on loopback.
	const rebinding: OutboundOptions = {
		allowPrivate: true,
		resolve: async () => [{ address: answers[lookups++] ?? "127.0.0.1", family: 4 }],
	};
	await expect(post(rebinding, `http://hook.example:${port}/`)).rejects.toThrow();
	expect({ lookups, requests: requests.length }).toEqual({ lookups: 1, requests: 0 });
	// The other way round: the request reaches the checked address, whatever the hostname resolves to by then.
	lookups = 0;
	answers.reverse();
	expect(await post(rebinding, `http://hook.example:${port}/`)).toEqual({ status: 200, body: "ok", fromPrivate: true });
	expect({ lookups, requests: requests.length, host: requests[0]?.headers.host }).toEqual({
		lookups: 1,
		requests: 1,
		host: `hook.example:${port}`,
	});
});

test("a redirect is returned, not followed", async () => {
	const target = await privateServer();
	const { port } = await privateServer((_request, reply) =>
		reply.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end(),
	);
	expect(await post({ allowPrivate: true }, `http://127.0.0.1:${port}/`)).toMatchObject({ status: 307 });
	expect(target.requests).toEqual([]);
});

test("slow and endless responses time out, and large ones are truncated", async () => {
	const silent = await privateServer(() => {});
	const brief: OutboundOptions = { allowPrivate: true, timeoutMs: 150 };
	await expect(post(brief, `http://127.0.0.1:${silent.port}/`)).rejects.toThrow("No response within 0.15 seconds");
	const trickling = await privateServer((_request, reply) => {
		const timer = setInterval(() => reply.write("."), 20);
		reply.on("close", () => clearInterval(timer));
	});
	await expect(post(brief, `http://127.0.0.1:${trickling.port}/`)).rejects.toThrow("No response within");
	await expect(post({ ...brief, resolve: () => new Promise(() => {}) }, "http://slow.example/")).rejects.toThrow(
		"No response within",
	);
	const endless = await privateServer((_request, reply) => {
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
])("the metadata address %s is blocked even where private addresses are allowed", async (url) => {
	await expect(post({ allowPrivate: true }, url)).rejects.toThrow(/is not a public address/);
});

test("a hostname that resolves to a metadata address is blocked too", async () => {
	const resolve = async () => [{ address: "169.254.169.254", family: 4 }];
	await expect(post({ allowPrivate: true, resolve }, "http://receiver.example/")).rejects.toThrow(BlockedUrlError);
});
