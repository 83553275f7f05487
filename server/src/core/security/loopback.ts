import type { IncomingHttpHeaders } from "node:http";

/** Whether a URL's hostname names this machine. */
export function isLoopbackHost(hostname: string): boolean {
	return hostname === "localhost" || hostname === "[::1]" || isLoopbackAddress(hostname);
}

/** Whether an address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
	return address === "::1" || /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/i.test(address);
}

/** Whether a request comes from this machine and, if proxies say whom they forwarded it for, so do all of those. */
export function isFromThisMachine(clientIp: string, headers: IncomingHttpHeaders): boolean {
	const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
	return [clientIp, ...forwarded.map((address) => address.trim())]
		.filter((address) => address !== "")
		.every(isLoopbackAddress);
}
