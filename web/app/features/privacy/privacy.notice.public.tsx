import { type ComponentType, useEffect, useState } from "react";

/** Delay, so the page loads first. */
const settleMs = 1_500;

/** On every page: checks whether this server collects analytics, and only then loads the consent banner. */
export function PrivacyNotice() {
	const [Banner, setBanner] = useState<ComponentType | null>(null);
	useEffect(() => {
		let unmounted = false;
		const timer = setTimeout(async () => {
			try {
				// Plain fetch: the API client is larger than most pages.
				const response = await fetch("/v1/geolocation");
				const body = response.ok ? ((await response.json()) as { analytics?: boolean }) : {};
				if (unmounted || !body.analytics) return;
				const { ConsentBanner } = await import("./components/consent-banner.tsx");
				if (!unmounted) setBanner(() => ConsentBanner);
			} catch {
				// Server unreachable: nothing is counted, so no consent is needed.
			}
		}, settleMs);
		return () => {
			unmounted = true;
			clearTimeout(timer);
		};
	}, []);
	return Banner ? <Banner /> : null;
}
