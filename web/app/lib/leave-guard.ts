import { useEffect } from "react";
import { useBlocker } from "react-router";
import { confirm } from "./confirm.ts";
import { useLeaveWarning } from "./leave-warning.ts";

/** While active, leaving for another page asks first, by closing the window or inside the app: work that is not saved is not lost by a wrong press. */
export function useLeaveGuard(active: boolean, question: { title: string; description: string; action: string }): void {
	useLeaveWarning(active);
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
	);
	const { title, description, action } = question;
	useEffect(() => {
		if (blocker.state !== "blocked") return;
		void confirm({ title, description, action }).then(({ confirmed }) => {
			if (confirmed) blocker.proceed();
			else blocker.reset();
		});
	}, [blocker, title, description, action]);
}
