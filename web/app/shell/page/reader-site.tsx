import type { ReactNode } from "react";

/**
 * Text that differs on the reader site. Pages are rendered before the host is known, so both variants are in the page
 * and `public/theme.js` picks one before the first paint to avoid layout shifts.
 */
export function BySite({ main, reader }: { main: ReactNode; reader: ReactNode }) {
	return (
		<>
			<span className="in-data-[site=reader]:hidden">{main}</span>
			<span className="hidden in-data-[site=reader]:inline">{reader}</span>
		</>
	);
}

/** Banner shown only on the reader site. */
export function ReaderBanner() {
	return (
		<aside
			aria-label="Timbre Reader"
			className="hidden border-line border-b bg-sunken px-5 py-2 text-center text-muted text-sm in-data-[site=reader]:block"
		>
			Timbre Reader will read books, articles and letters aloud. The app is planned; its voices are available today.
		</aside>
	);
}
