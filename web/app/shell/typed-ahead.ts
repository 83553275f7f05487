let stop: (() => string) | undefined;

/** Keeps what is typed while the palette is still being fetched: who knows where to go does not wait for a field to appear. */
export function keepTypedAhead(): void {
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

/** What was typed until now; from here on keys go where they belong. */
export function takeTypedAhead(): string {
	return stop?.() ?? "";
}
