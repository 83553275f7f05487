import { useEffect } from "react";

/** While active, the browser asks before closing or reloading. Navigation inside the app does not interrupt work. */
export function useLeaveWarning(active: boolean): void {
	useEffect(() => {
		if (!active) return;
		const ask = (event: BeforeUnloadEvent) => event.preventDefault();
		window.addEventListener("beforeunload", ask);
		return () => window.removeEventListener("beforeunload", ask);
	}, [active]);
}
