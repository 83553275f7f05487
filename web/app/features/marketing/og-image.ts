/** Where the picture of a public page is, under web/public; `npm run og:images` draws it. The pages of facts share one. */
export function ogImage(path: string): string {
	// People's pages are made on request, nobody draws for them.
	if (path === "/" || path.startsWith("/profiles/")) return "/og/home.png";
	if (path === "/api-reference") return "/og/api.png";
	return path.startsWith("/languages/") ? "/og/languages.png" : `/og${path.replace(/\/$/, "")}.png`;
}
