import { lookup } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

// Calls to addresses that somebody else has written down. Always: a name is resolved once, each of its addresses is checked, and the
// connection goes to what was checked; nothing that answers there can send us elsewhere, keep us long, or say more than a little.

/** Special-purpose registries of IANA: whatever is not meant to be reached over the Internet. */
const innerV4 = new BlockList();
for (const [network, bits] of [
	["0.0.0.0", 8],
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.0.0.0", 24],
	["192.0.2.0", 24],
	["192.88.99.0", 24],
	["192.168.0.0", 16],
	["198.18.0.0", 15],
	["198.51.100.0", 24],
	["203.0.113.0", 24],
	["224.0.0.0", 4],
	["240.0.0.0", 4],
] as const)
	innerV4.addSubnet(network, bits, "ipv4");

/** Of IPv6 only what is given out to networks; forms that hold an IPv4 address inside are in the second list, or outside of the first. */
const outerV6 = new BlockList();
outerV6.addSubnet("2000::", 3, "ipv6");
const innerV6 = new BlockList();
for (const [network, bits] of [
	["2001::", 23],
	["2001:db8::", 32],
	["2002::", 16],
	["3fff::", 20],
] as const)
	innerV6.addSubnet(network, bits, "ipv6");

export function isPublicAddress(address: string): boolean {
	if (isIPv4(address)) return !innerV4.check(address, "ipv4");
	if (!isIPv6(address) || address.includes("%")) return false;
	return outerV6.check(address, "ipv6") && !innerV6.check(address, "ipv6");
}

/** Where clouds keep the secrets of a machine. No receiver lives there, so also who may call inside may not call these. */
const metadata = new BlockList();
metadata.addSubnet("169.254.0.0", 16, "ipv4");
metadata.addSubnet("fe80::", 10, "ipv6");
metadata.addSubnet("fd00:ec2::", 32, "ipv6");

const isMetadata = (address: string) => metadata.check(address.replace(/%.*/, ""), isIPv4(address) ? "ipv4" : "ipv6");

type Address = { address: string; family: number };
export type Outgoing = {
	/** True only where everybody who can write an address down may also see what is inside: then http and inner addresses are called too, but never where a cloud keeps its secrets. */
	allowPrivate: boolean;
	resolve?: (host: string) => Promise<Address[]>;
	timeoutMs?: number;
};

/** Whatever will not change by trying again. */
export class OutgoingRefused extends Error {}

const byDns = (host: string): Promise<Address[]> => lookup(host, { all: true, verbatim: true });
const defaultTimeoutMs = 10_000;
const mostAnswerBytes = 65_536;

/** Why nothing may be sent to such an address, as far as that shows without asking for what its name stands for. */
export function refusalOf(url: URL, allowPrivate: boolean): string | undefined {
	if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:"))
		return allowPrivate ? "The address must begin with https:// or http://." : "The address must begin with https://.";
	if (url.username !== "" || url.password !== "") return "The address must not hold a name or password.";
	// URL has written every way of writing an IPv4 address (decimal, octal, hexadecimal, short) as the usual one.
	const host = hostOf(url);
	if (isIP(host) !== 0 && isMetadata(host)) return notPublic(host);
	if (allowPrivate) return undefined;
	if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : notPublic(host);
	if (/(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(host) || !host.includes("."))
		return `${host} is not a name that is known on the Internet.`;
	return undefined;
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");
const notPublic = (address: string) => `${address} is not a public address.`;

async function addressesOf(url: URL, outgoing: Outgoing): Promise<Address[]> {
	const host = hostOf(url);
	const literal = isIP(host);
	const found = literal === 0 ? await (outgoing.resolve ?? byDns)(host) : [{ address: host, family: literal }];
	if (found.length === 0) throw new Error(`${host} has no address.`);
	// One inner address among public ones is a trick, not a mistake: none of them is called.
	const inner = found.find(
		({ address }) => isMetadata(address) || (!outgoing.allowPrivate && !isPublicAddress(address)),
	);
	if (inner) throw new OutgoingRefused(notPublic(inner.address));
	return found;
}

export type OutgoingAnswer = { status: number; body: string };

/** Posts to an address a stranger has given. Throws `OutgoingRefused` where that must not be; any answer, also a redirect, is only told. */
export async function postOutside(
	outgoing: Outgoing,
	message: { url: string; headers: Record<string, string>; body: string },
): Promise<OutgoingAnswer> {
	const url = new URL(message.url);
	const refusal = refusalOf(url, outgoing.allowPrivate);
	if (refusal !== undefined) throw new OutgoingRefused(refusal);
	const timeoutMs = outgoing.timeoutMs ?? defaultTimeoutMs;
	const signal = AbortSignal.timeout(timeoutMs);
	try {
		const addresses = await beforeAbort(signal, addressesOf(url, outgoing));
		return await send(url, addresses, signal, message);
	} catch (error) {
		if (signal.aborted) throw new Error(`There was no answer within ${timeoutMs / 1000} seconds.`, { cause: error });
		throw error;
	}
}

/** A resolver cannot be told to stop; it can be left alone. */
function beforeAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		work.then(resolve, reject);
	});
}

function send(
	url: URL,
	addresses: readonly Address[],
	signal: AbortSignal,
	{ headers, body }: { headers: Record<string, string>; body: string },
): Promise<OutgoingAnswer> {
	return new Promise((resolve, reject) => {
		const sending = (url.protocol === "https:" ? requestHttps : requestHttp)(
			url,
			{
				method: "POST",
				headers: { ...headers, "content-length": Buffer.byteLength(body) },
				signal,
				// A connection of its own: one that was kept from before was checked for another name.
				agent: false,
				// Instead of asking again, which could be answered differently.
				lookup: (_host, options, done) => {
					const [first] = addresses;
					if (options.all) done(null, [...addresses]);
					else if (first) done(null, first.address, first.family);
				},
			},
			(answer) => {
				const parts: Buffer[] = [];
				let bytes = 0;
				const finish = () => {
					resolve({
						status: answer.statusCode ?? 0,
						body: Buffer.concat(parts).subarray(0, mostAnswerBytes).toString(),
					});
					answer.destroy();
				};
				answer.on("data", (part: Buffer) => {
					parts.push(part);
					bytes += part.length;
					if (bytes >= mostAnswerBytes) finish();
				});
				answer.on("end", finish);
				answer.on("error", reject);
			},
		);
		sending.on("error", reject);
		sending.end(body);
	});
}
