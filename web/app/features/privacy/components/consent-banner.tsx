import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { useEffect, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";
import { browserPrivacy, privacyStore } from "./browser-privacy.ts";

/** Asks once, where it has to be asked. Yes and no look alike, and until one of them is pressed nothing is counted. */
export function ConsentBanner() {
	const { analytics, consent, gpc, optedOut } = useSyncExternalStore(
		privacyStore.subscribe,
		privacyStore.snapshot,
		privacyStore.serverSnapshot,
	);
	const navigate = useNavigate();
	const inApp = useLocation().pathname.startsWith("/app");
	useEffect(() => void browserPrivacy().begin(), []);
	// Whoever has said no to everything need not say it again.
	if (!analytics || consent !== "undecided" || gpc || optedOut) return null;
	return (
		<section
			aria-label="Counting visits"
			className={cn(
				"fixed inset-x-3 z-40 mx-auto flex max-w-2xl animate-rise flex-col gap-4 rounded-card border border-line bg-raised p-4 text-ink text-sm leading-5 shadow-float sm:flex-row sm:items-center sm:p-5",
				// Above the bar at a phone's foot.
				inApp ? "bottom-20 md:bottom-3" : "bottom-3",
			)}
		>
			<p className="flex-1">
				May this server count which pages you visit? It stays here, without your name, and the site works the same
				either way.{" "}
				{/* No link: before the page's own first link, the one that skips to its content, none may stand. */}
				<button
					type="button"
					onClick={() => void navigate("/privacy")}
					className="rounded-sm underline underline-offset-4 hover:no-underline"
				>
					Privacy
				</button>
			</p>
			<div className="grid shrink-0 grid-cols-2 gap-2">
				<Button onClick={() => browserPrivacy().decide("denied")}>Do not count</Button>
				<Button onClick={() => browserPrivacy().decide("granted")}>Count</Button>
			</div>
		</section>
	);
}
