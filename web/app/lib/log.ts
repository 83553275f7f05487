/** For whoever looks into the browser's console: what went wrong without a person having to know. */
export function warn(message: string, cause?: unknown): void {
	// biome-ignore lint/suspicious/noConsole: the one place where the page writes to the console
	console.warn(message, ...(cause === undefined ? [] : [cause]));
}
