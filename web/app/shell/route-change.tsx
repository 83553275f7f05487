import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";

const above = "[role=dialog], [role=alertdialog], [role=menu]";

/**
 * What a browser does when a page is loaded and a page drawn by script has to do itself: a screen reader hears the new title, the
 * keyboard goes on from the new page, and the page begins at its top, or where one left it when going back.
 */
export function RouteChange({ main }: { main: RefObject<HTMLElement | null> }) {
	const { pathname, key } = useLocation();
	const back = useNavigationType() === "POP";
	const [title, setTitle] = useState("");
	const shown = useRef(pathname);
	const places = useRef(new Map<string, number>());

	useEffect(() => {
		const element = main.current;
		const remember = () => places.current.set(key, element?.scrollTop ?? 0);
		element?.addEventListener("scroll", remember, { passive: true });
		return () => element?.removeEventListener("scroll", remember);
	}, [main, key]);

	useLayoutEffect(() => {
		if (shown.current === pathname || !main.current) return;
		shown.current = pathname;
		main.current.scrollTop = back ? (places.current.get(key) ?? 0) : 0;
		setTitle(document.title.replace(/ - Timbre$/, ""));
	}, [main, pathname, key, back]);

	useEffect(() => {
		// Not on the first page, and not when the page itself has put the focus somewhere, or something above the page has it: a dialog
		// takes it back with all of its field's words selected, and the next letter would replace them.
		if (title === "" || main.current?.contains(document.activeElement) || document.activeElement?.closest(above))
			return;
		main.current?.focus({ preventScroll: true });
	}, [main, title]);

	return (
		<p aria-live="polite" className="sr-only">
			{title}
		</p>
	);
}
