let stopLast: (() => void) | undefined;

/** Whoever starts to sound on a public page says how to stop; the one before is stopped. */
export function takeTurn(stop: () => void): void {
	if (stopLast !== stop) stopLast?.();
	stopLast = stop;
}
