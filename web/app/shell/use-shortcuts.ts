import { useEffect } from "react";
import { useNavigate } from "react-router";
import { isApple, meaningOf } from "./shortcut-keys.ts";

const waitMs = 1_200;

/** Listens for the keys of the whole app. `onNear` hears that the palette's key is half pressed: time to fetch the palette. */
export function useShortcuts(on: { palette: () => void; shortcuts: () => void; near: () => void }): void {
	const navigate = useNavigate();
	useEffect(() => {
		let waitingUntil = 0;
		const onKey = (event: KeyboardEvent) => {
			if (event.key === "Control" || event.key === "Meta") on.near();
			if (event.defaultPrevented || event.repeat) return;
			const target = event.target instanceof Element ? event.target : null;
			const meant = meaningOf(event, {
				within: (selector) => target?.closest(selector) != null,
				waiting: event.timeStamp < waitingUntil,
				apple: isApple,
			});
			waitingUntil = meant?.do === "await" ? event.timeStamp + waitMs : 0;
			if (!meant) return;
			event.preventDefault();
			if (meant.do === "go") void navigate(meant.to);
			else if (meant.do !== "await") on[meant.do]();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [navigate, on]);
}
