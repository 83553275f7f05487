import type { ReactNode } from "react";

/**
 * Content that differs for signed-in visitors. Pages are rendered for everybody, so both variants are in the page and
 * `public/theme.js` picks one before the first paint to avoid layout shifts.
 */
export function BySession({ signedOut, signedIn }: { signedOut: ReactNode; signedIn: ReactNode }) {
	return (
		<>
			<span className="contents in-data-[session=in]:hidden">{signedOut}</span>
			<span className="hidden in-data-[session=in]:contents">{signedIn}</span>
		</>
	);
}
