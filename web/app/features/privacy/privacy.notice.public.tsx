import { type ComponentType, useEffect, useState } from "react";

/** The page comes first: one is asked when it has settled. */
const settleMs = 1_500;

/** For all pages: finds out whether this server counts visits at all, and only then fetches what asks and counts. */
export function PrivacyNotice() {
	const [Banner, setBanner] = useState<ComponentType | null>(null);
	useEffect(() => {
		let gone = false;
		const timer = setTimeout(async () => {
			try {
				// By hand: what checks requests and answers is larger than most pages.
				const response = await fetch("/v1/geolocation");
				const answer = response.ok ? ((await response.json()) as { analytics?: boolean }) : {};
				if (gone || !answer.analytics) return;
				const { ConsentBanner } = await import("./components/consent-banner.tsx");
				if (!gone) setBanner(() => ConsentBanner);
			} catch {
				// Out of reach: nothing is counted, so nobody has to be asked.
			}
		}, settleMs);
		return () => {
			gone = true;
			clearTimeout(timer);
		};
	}, []);
	return Banner ? <Banner /> : null;
}
