import { lookup } from "node:dns/promises";
import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { isHttpsLink, isLink } from "@timbre/contract/links.ts";
import type { Config } from "../config.ts";
import { isLoopbackHost } from "../security/loopback.ts";

// Requests to URLs that users enter, protected against server-side request forgery.
// Invariant: a hostname is resolved once, every resulting address is checked, and the connection goes to a checked
// address. This holds for each hop of a redirect, which only downloads follow. The time and size of a response are limited.

/** Private addresses are allowed in local development, or if the operator says so. */
export function allowsPrivateTargets(config: Config): boolean {
	if (config.WEBHOOK_PRIVATE !== undefined) return config.WEBHOOK_PRIVATE;
	const { hostname } = new URL(config.PUBLIC_URL);
	return config.NODE_ENV === "development" && isLoopbackHost(hostname);
}

/** IANA special-purpose networks, which are not reachable over the internet. */
const privateV4 = new BlockList();
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
	privateV4.addSubnet(network, bits, "ipv4");

/** Only global unicast IPv6 is allowed. Forms that embed an IPv4 address are in privateV6 or outside globalV6. */
const globalV6 = new BlockList();
globalV6.addSubnet("2000::", 3, "ipv6");
const privateV6 = new BlockList();
for (const [network, bits] of [
	["2001::", 23],
	["2001:db8::", 32],
	["2002::", 16],
	["3fff::", 20],
] as const)
	privateV6.addSubnet(network, bits, "ipv6");

export function isPublicAddress(address: string): boolean {
	if (isIPv4(address)) return !privateV4.check(address, "ipv4");
	if (!isIPv6(address) || address.includes("%")) return false;
	return globalV6.check(address, "ipv6") && !privateV6.check(address, "ipv6");
}

/** Cloud metadata services, which hand out credentials. Blocked even where private addresses are allowed. */
const metadata = new BlockList();
metadata.addSubnet("169.254.0.0", 16, "ipv4");
metadata.addSubnet("fe80::", 10, "ipv6");
metadata.addSubnet("fd00:ec2::", 32, "ipv6");

const isMetadata = (address: string) => metadata.check(address.replace(/%.*/, ""), isIPv4(address) ? "ipv4" : "ipv6");

type Address = { address: string; family: number };
export type OutboundOptions = {
	/** Allows http and private addresses, but not metadata services. Only if all users may access the private network. */
	allowPrivate: boolean;
	resolve?: (host: string) => Promise<Address[]>;
	timeoutMs?: number;
};

/** A URL that requests must not be sent to. Retrying won't help. */
export class BlockedUrlError extends Error {}

const resolveByDns = (host: string): Promise<Address[]> => lookup(host, { all: true, verbatim: true });
const defaultTimeoutMs = 10_000;
const maxResponseBytes = 65_536;

/** Why the URL is blocked, or undefined. Does not resolve the hostname, which sending a request does. */
export function blockedUrlReason(url: URL, allowPrivate: boolean): string | undefined {
	if (url.username !== "" || url.password !== "") return "The URL must not contain a username or password.";
	if (allowPrivate ? !isLink(url.href) : !isHttpsLink(url.href))
		return allowPrivate ? "The URL must start with https:// or http://." : "The URL must start with https://.";
	// URL has already normalized IPv4 addresses in decimal, octal, hexadecimal or short form.
	const host = hostOf(url);
	if (isIP(host) !== 0 && isMetadata(host)) return notPublicMessage(host);
	if (allowPrivate) return undefined;
	if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : notPublicMessage(host);
	if (/(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(host) || !host.includes("."))
		return `${host} is not a public hostname.`;
	return undefined;
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");
const notPublicMessage = (address: string) => `${address} is not a public address.`;

async function resolveAddresses(url: URL, options: OutboundOptions): Promise<Address[]> {
	const host = hostOf(url);
	const literal = isIP(host);
	const found = literal === 0 ? await (options.resolve ?? resolveByDns)(host) : [{ address: host, family: literal }];
	if (found.length === 0) throw new Error(`${host} does not resolve to an address.`);
	// A private address among public ones is an attack, not a mistake: use none of them.
	const blocked = found.find(
		({ address }) => isMetadata(address) || (!options.allowPrivate && !isPublicAddress(address)),
	);
	if (blocked) throw new BlockedUrlError(notPublicMessage(blocked.address));
	return found;
}

export type OutboundResponse = {
	status: number;
	body: string;
	/** Whether it came from an address that is not on the public internet. */
	fromPrivate: boolean;
};

/** Posts to a URL that a user entered. Throws `BlockedUrlError` if it is blocked. Does not follow redirects. */
export async function postToUntrustedUrl(
	options: OutboundOptions,
	message: { url: string; headers: Record<string, string>; body: string },
): Promise<OutboundResponse> {
	const url = requireAllowedUrl(message.url, options);
	const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
	const signal = AbortSignal.timeout(timeoutMs);
	try {
		const addresses = await untilAbort(signal, resolveAddresses(url, options));
		return await send(url, addresses, signal, message);
	} catch (error) {
		if (signal.aborted) throw new Error(`No response within ${timeoutMs / 1000} seconds.`, { cause: error });
		throw error;
	}
}

function requireAllowedUrl(text: string, { allowPrivate }: OutboundOptions, base?: URL): URL {
	if (!URL.canParse(text, base)) throw new BlockedUrlError("The URL is invalid.");
	const url = new URL(text, base);
	const reason = blockedUrlReason(url, allowPrivate);
	if (reason !== undefined) throw new BlockedUrlError(reason);
	return url;
}

/** A file that can't be downloaded. The message is a sentence for users. */
export class DownloadError extends Error {}

export type DownloadLimits = {
	maxBytes: number;
	/** For the whole file. A server that sends nothing for `idleMs` is given up earlier. */
	totalMs: number;
	idleMs: number;
	signal?: AbortSignal;
};

const maxRedirects = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Streams a file from a URL that a user entered. Follows redirects, each checked like the first URL. Throws `BlockedUrlError`
 * and `DownloadError`; the stream throws a `DownloadError` too if the file is too large or incomplete.
 */
export async function downloadFromUntrustedUrl(
	options: OutboundOptions,
	address: string,
	limits: DownloadLimits,
): Promise<AsyncIterable<Uint8Array>> {
	const signal = AbortSignal.any([AbortSignal.timeout(limits.totalMs), ...(limits.signal ? [limits.signal] : [])]);
	try {
		let url = requireAllowedUrl(address, options);
		for (let redirects = 0; redirects <= maxRedirects; redirects++) {
			const response = await openDownload(url, options, limits, signal);
			const { statusCode = 0, headers } = response;
			if (!redirectStatuses.has(statusCode)) return readDownload(response, limits, signal);
			response.destroy();
			if (headers.location === undefined) throw new DownloadError("The server's redirect has no target.");
			url = requireAllowedUrl(headers.location, options, url);
		}
	} catch (error) {
		throw downloadError(error, limits, signal);
	}
	throw new DownloadError("The URL redirects too many times.");
}

async function openDownload(
	url: URL,
	options: OutboundOptions,
	{ idleMs }: DownloadLimits,
	signal: AbortSignal,
): Promise<IncomingMessage> {
	const addresses = await untilAbort(signal, resolveAddresses(url, options));
	return new Promise((resolve, reject) => {
		// Without compression: a small response could otherwise become a huge file.
		const headers = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Timbre" };
		const request = requestTo(url, addresses, { method: "GET", headers, signal }, (response) => {
			request.setTimeout(0);
			response.setTimeout(idleMs, () => response.destroy(stoppedSending()));
			resolve(response);
		});
		request.setTimeout(idleMs, () => request.destroy(stoppedSending()));
		request.on("error", reject);
		request.end();
	});
}

const stoppedSending = () => new DownloadError("The server stopped sending.");

async function* readDownload(
	response: IncomingMessage,
	limits: DownloadLimits,
	signal: AbortSignal,
): AsyncIterable<Uint8Array> {
	const { maxBytes } = limits;
	try {
		const { statusCode, headers } = response;
		if (statusCode !== 200) throw new DownloadError(`The server responded with status ${statusCode}.`);
		if ((headers["content-encoding"] ?? "identity") !== "identity")
			throw new DownloadError("The server sent the file compressed.");
		const tooLarge = () => new DownloadError(`The file is larger than ${Math.floor(maxBytes / 1e6)} MB.`);
		if (Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
		let bytes = 0;
		for await (const piece of response as AsyncIterable<Uint8Array>) {
			bytes += piece.length;
			if (bytes > maxBytes) throw tooLarge();
			yield piece;
		}
	} catch (error) {
		throw downloadError(error, limits, signal);
	} finally {
		response.destroy();
	}
}

/** Details of a network error may describe a private network, so users don't get them. */
function downloadError(error: unknown, limits: DownloadLimits, signal: AbortSignal): unknown {
	if (error instanceof BlockedUrlError || error instanceof DownloadError || limits.signal?.aborted) return error;
	if (signal.aborted) return new DownloadError("The download took too long.", { cause: error });
	return new DownloadError("The server can't be reached, or closed the connection.", { cause: error });
}

/** Stops waiting for work that can't be canceled, such as a DNS lookup. */
function untilAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
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
): Promise<OutboundResponse> {
	return new Promise((resolve, reject) => {
		const request = requestTo(
			url,
			addresses,
			{ method: "POST", headers: { ...headers, "content-length": Buffer.byteLength(body) }, signal },
			(response) => {
				const parts: Buffer[] = [];
				let bytes = 0;
				const finish = () => {
					resolve({
						status: response.statusCode ?? 0,
						body: Buffer.concat(parts).subarray(0, maxResponseBytes).toString(),
						fromPrivate: addresses.some(({ address }) => !isPublicAddress(address)),
					});
					response.destroy();
				};
				response.on("data", (part: Buffer) => {
					parts.push(part);
					bytes += part.length;
					if (bytes >= maxResponseBytes) finish();
				});
				response.on("end", finish);
				response.on("error", reject);
			},
		);
		request.on("error", reject);
		request.end(body);
	});
}

function requestTo(
	url: URL,
	addresses: readonly Address[],
	options: RequestOptions,
	onResponse: (response: IncomingMessage) => void,
): ClientRequest {
	return (url.protocol === "https:" ? requestHttps : requestHttp)(
		url,
		{
			...options,
			// Open a new connection: a pooled one was checked for another hostname.
			agent: false,
			// Use the checked addresses: a second lookup could return different ones.
			lookup: (_host, options, done) => {
				const [first] = addresses;
				if (options.all) done(null, [...addresses]);
				else if (first) done(null, first.address, first.family);
			},
		},
		onResponse,
	);
}
