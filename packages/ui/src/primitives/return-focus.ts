import { useRef } from "react";

/** Gives the focus back to what had it before: a dialog opened by state has no trigger that could get it. */
export function useReturnFocus() {
	const before = useRef<Element | null>(null);
	return {
		onOpenAutoFocus: () => {
			before.current = document.activeElement;
		},
		onCloseAutoFocus: (event: Event) => {
			event.preventDefault();
			if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
		},
	};
}
