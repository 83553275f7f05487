import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";

const overlays = "[role=dialog], [role=alertdialog], [role=menu]";

/**
 * Does what the browser does on a full page load: announces the new title to screen readers, moves focus to the new
 * page and scrolls to the top, or restores the scroll position when going back.
 */
export function RouteChange({ main }: { main: RefObject<HTMLElement | null> }) {
	const { pathname, key } = useLocation();
	const back = useNavigationType() === "POP";
	const [title, setTitle] = useState("");
	const shown = useRef(pathname);
	const scrollPositions = useRef(new Map<string, number>());

	useEffect(() => {
		const element = main.current;
		const remember = () => scrollPositions.current.set(key, element?.scrollTop ?? 0);
		element?.addEventListener("scroll", remember, { passive: true });
		return () => element?.removeEventListener("scroll", remember);
	}, [main, key]);

	useLayoutEffect(() => {
		if (shown.current === pathname || !main.current) return;
		shown.current = pathname;
		main.current.scrollTop = back ? (scrollPositions.current.get(key) ?? 0) : 0;
		setTitle(document.title.replace(/ - Timbre$/, ""));
	}, [main, pathname, key, back]);

	useEffect(() => {
		// Skip the first page, and skip if the page or an overlay has focus: a dialog would take the focus back with the
		// text of its field selected, and the next keystroke would replace it.
		if (title === "" || main.current?.contains(document.activeElement) || document.activeElement?.closest(overlays))
			return;
		main.current?.focus({ preventScroll: true });
	}, [main, title]);

	return (
		<p aria-live="polite" className="sr-only">
			{title}
		</p>
	);
}
