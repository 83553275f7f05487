/** Path of a page's preview image under web/public, drawn by `npm run og:images`. Language detail pages share one. */
export function ogImage(path: string): string {
	// Profiles are rendered on request and have no image of their own.
	if (path === "/" || path.startsWith("/profiles/")) return "/og/home.png";
	if (path === "/api-reference") return "/og/api.png";
	return path.startsWith("/languages/") ? "/og/languages.png" : `/og${path.replace(/\/$/, "")}.png`;
}
