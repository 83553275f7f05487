import type { ReactNode } from "react";

/**
 * Words that differ on the site of the reading app. Pages are rendered before the host is known, so both are in the page and
 * `public/theme.js` has said before the first paint which of them is shown: nothing moves afterwards.
 */
export function BySite({ main, reader }: { main: ReactNode; reader: ReactNode }) {
	return (
		<>
			<span className="in-data-[site=reader]:hidden">{main}</span>
			<span className="hidden in-data-[site=reader]:inline">{reader}</span>
		</>
	);
}

/** Stands above the pages of the reading app's site, and nowhere else. */
export function ReaderLine() {
	return (
		<aside
			aria-label="Timbre Reader"
			className="hidden border-line border-b bg-sunken px-5 py-2 text-center text-muted text-sm in-data-[site=reader]:block"
		>
			Timbre Reader will read books, articles and letters aloud. It is planned; the voices it will use speak today.
		</aside>
	);
}
