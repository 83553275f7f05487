import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { useEffect, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";
import { browserPrivacy, privacyStore } from "../model/browser-privacy.ts";

/**
 * Asks for analytics consent once, where required. Both buttons look the same, and nothing is counted before a choice.
 */
export function ConsentBanner() {
	const { analytics, consent, gpc, optedOut } = useSyncExternalStore(
		privacyStore.subscribe,
		privacyStore.snapshot,
		privacyStore.serverSnapshot,
	);
	const navigate = useNavigate();
	const inApp = useLocation().pathname.startsWith("/app");
	useEffect(() => void browserPrivacy().begin(), []);
	// Don't ask users who have already opted out.
	if (!analytics || consent !== "undecided" || gpc || optedOut) return null;
	return (
		<section
			aria-label="Analytics consent"
			className={cn(
				"fixed inset-x-3 z-40 mx-auto flex max-w-2xl animate-rise flex-col gap-4 rounded-card border border-line bg-raised p-4 text-ink text-sm leading-5 shadow-float sm:flex-row sm:items-center sm:p-5",
				// Above the tab bar on small screens.
				inApp ? "bottom-20 md:bottom-3" : "bottom-3",
			)}
		>
			<p className="flex-1">
				Can we count which pages you visit? The data stays on this server, without your name, and the site works the
				same either way. {/* A button, because the skip link must be the first link on the page. */}
				<button
					type="button"
					onClick={() => void navigate("/privacy")}
					className="rounded-sm underline underline-offset-4 hover:no-underline"
				>
					Privacy policy
				</button>
			</p>
			<div className="grid shrink-0 grid-cols-2 gap-2">
				<Button onClick={() => browserPrivacy().decide("denied")}>Decline</Button>
				<Button onClick={() => browserPrivacy().decide("granted")}>Allow</Button>
			</div>
		</section>
	);
}
