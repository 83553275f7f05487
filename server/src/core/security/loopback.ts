/** Whether a URL's hostname names this machine. */
export function isLoopbackHost(hostname: string): boolean {
	return hostname === "localhost" || hostname === "[::1]" || isLoopbackAddress(hostname);
}

/** Whether an address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
	return address === "::1" || /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/i.test(address);
}
