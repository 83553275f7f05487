import { useEffect } from "react";

/** While active, closing or reloading the page asks first. Moving inside the app does not: what runs goes on there. */
export function useLeaveWarning(active: boolean): void {
	useEffect(() => {
		if (!active) return;
		const ask = (event: BeforeUnloadEvent) => event.preventDefault();
		window.addEventListener("beforeunload", ask);
		return () => window.removeEventListener("beforeunload", ask);
	}, [active]);
}
