/** Logs problems the user does not need to see. */
export function warn(message: string, cause?: unknown): void {
	// biome-ignore lint/suspicious/noConsole: the only place that writes to the console
	console.warn(message, ...(cause === undefined ? [] : [cause]));
}
