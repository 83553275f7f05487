import { useEffect } from "react";
import { useBlocker } from "react-router";
import { confirm } from "./confirm.ts";
import { useLeaveWarning } from "./leave-warning.ts";

/**
 * While active, asks for confirmation before leaving the page, by navigation or by closing the window, to protect
 * unsaved work.
 */
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
