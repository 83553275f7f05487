let stop: (() => string) | undefined;

/** Buffers keystrokes while the palette is loading, so typing right after the shortcut isn't lost. */
export function startKeystrokeBuffer(): void {
	if (stop) return;
	let typed = "";
	const onKey = (event: KeyboardEvent) => {
		if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
		event.preventDefault();
		event.stopPropagation();
		typed += event.key;
	};
	window.addEventListener("keydown", onKey, { capture: true });
	stop = () => {
		window.removeEventListener("keydown", onKey, { capture: true });
		stop = undefined;
		return typed;
	};
}

/** Stops buffering and returns the buffered text. */
export function takeKeystrokeBuffer(): string {
	return stop?.() ?? "";
}
