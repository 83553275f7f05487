import { useEffect } from "react";
import { useNavigate } from "react-router";
import { isApple, resolveShortcut } from "./shortcut-keys.ts";

const waitMs = 1_200;

/** Listens for global shortcuts. `preload` runs when the palette's modifier key is pressed, to preload the palette. */
export function useShortcuts(on: { palette: () => void; shortcuts: () => void; preload: () => void }): void {
	const navigate = useNavigate();
	useEffect(() => {
		let waitingUntil = 0;
		const onKey = (event: KeyboardEvent) => {
			if (event.key === "Control" || event.key === "Meta") on.preload();
			if (event.defaultPrevented || event.repeat) return;
			const target = event.target instanceof Element ? event.target : null;
			const action = resolveShortcut(event, {
				isWithin: (selector) => target?.closest(selector) != null,
				waiting: event.timeStamp < waitingUntil,
				apple: isApple,
			});
			waitingUntil = action?.do === "await" ? event.timeStamp + waitMs : 0;
			if (!action) return;
			event.preventDefault();
			if (action.do === "go") void navigate(action.to);
			else if (action.do !== "await") on[action.do]();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [navigate, on]);
}
