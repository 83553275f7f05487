import { useInsertionEffect, useRef } from "react";

/**
 * Returns focus to the previously focused element, because a dialog opened by state has no trigger. The element is
 * recorded before the dialog mounts, since a field in it may take the focus.
 */
export function useReturnFocus(open: boolean) {
	const before = useRef<Element | null>(null);
	useInsertionEffect(() => {
		if (open) before.current = focusTarget(document.activeElement);
	}, [open]);
	return {
		onOpenAutoFocus: (event: Event) => {
			const content = event.currentTarget;
			// If a menu closed as the dialog opened, it has restored the focus by now.
			if (content instanceof Node && !content.contains(document.activeElement)) before.current = document.activeElement;
		},
		onCloseAutoFocus: (event: Event) => {
			event.preventDefault();
			if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
		},
	};
}

/** A menu item is gone when the dialog closes, so use the button that opened the menu. */
function focusTarget(focused: Element | null): Element | null {
	const opener = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
	return (opener && document.getElementById(opener)) || focused;
}
