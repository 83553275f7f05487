import { useSyncExternalStore } from "react";

export type ThemeChoice = "light" | "dark" | "system";

const key = "timbre:theme";
const listeners = new Set<() => void>();

function read(): ThemeChoice {
	const stored = localStorage.getItem(key);
	return stored === "dark" || stored === "light" ? stored : "system";
}

function apply() {
	const choice = read();
	const dark = choice === "dark" || (choice === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
	document.documentElement.dataset.theme = dark ? "dark" : "light";
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
	listeners.add(listener);
	const system = matchMedia("(prefers-color-scheme: dark)");
	system.addEventListener("change", apply);
	return () => {
		listeners.delete(listener);
		system.removeEventListener("change", apply);
	};
}

/** The chosen theme. /theme.js applies it before the first paint, from the same key. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
	const choice = useSyncExternalStore(subscribe, read, () => "system" as const);
	return [
		choice,
		(next) => {
			localStorage.setItem(key, next);
			apply();
		},
	];
}
