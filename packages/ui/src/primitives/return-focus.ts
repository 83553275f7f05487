import { useInsertionEffect, useRef } from "react";

/**
 * Gives the focus back to what had it before: a dialog opened by state has no trigger that could get it. What that was is noted before
 * anything in the dialog exists, since a field may take the focus as it appears.
 */
export function useReturnFocus(open: boolean) {
	const before = useRef<Element | null>(null);
	useInsertionEffect(() => {
		if (open) before.current = lasting(document.activeElement);
	}, [open]);
	return {
		onOpenAutoFocus: (event: Event) => {
			const content = event.currentTarget;
			// A menu that closes as the dialog opens has put the focus where it belongs by now.
			if (content instanceof Node && !content.contains(document.activeElement)) before.current = document.activeElement;
		},
		onCloseAutoFocus: (event: Event) => {
			event.preventDefault();
			if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
		},
	};
}

/** An item of a menu is gone when the dialog closes; the button that opened the menu is not. */
function lasting(focused: Element | null): Element | null {
	const opener = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
	return (opener && document.getElementById(opener)) || focused;
}
