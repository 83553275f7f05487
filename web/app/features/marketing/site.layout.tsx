import serif from "@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2?url";
import { useEffect, useRef } from "react";
import { type LinksFunction, Outlet, useLocation } from "react-router";
import { ReaderBanner } from "../../shell/page/reader-site.tsx";
import { SiteFooter } from "./components/site-footer.tsx";
import { SiteHeader } from "./components/site-header.tsx";

export const links: LinksFunction = () => [
	{ rel: "preload", as: "font", type: "font/woff2", href: serif, crossOrigin: "anonymous" },
];

export default function SiteLayout() {
	const main = useFocusOnNewPage();
	return (
		<div className="flex min-h-dvh flex-col text-base leading-[26px]">
			<a
				href="#content"
				lang="en"
				className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-ink focus:px-3 focus:py-2 focus:text-on-ink focus:text-sm"
			>
				Skip to content
			</a>
			<ReaderBanner />
			<SiteHeader />
			<main ref={main} id="content" tabIndex={-1} className="flex-1 outline-none">
				<Outlet />
			</main>
			<SiteFooter />
		</div>
	);
}

/** Moves focus to the new page after client-side navigation, for keyboard and screen reader users. */
function useFocusOnNewPage() {
	const main = useRef<HTMLElement>(null);
	const { pathname } = useLocation();
	const shown = useRef(pathname);
	useEffect(() => {
		if (shown.current === pathname) return;
		shown.current = pathname;
		main.current?.focus({ preventScroll: true });
	}, [pathname]);
	return main;
}
