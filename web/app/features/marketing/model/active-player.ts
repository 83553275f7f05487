let stopActive: (() => void) | undefined;

/** Registers the active player of a public page and stops the previous one, so only one plays at a time. */
export function setActivePlayer(stop: () => void): void {
	if (stopActive !== stop) stopActive?.();
	stopActive = stop;
}
