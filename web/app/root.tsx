import "./app.css";
import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { type ReactNode, useEffect } from "react";
import {
	Links,
	type LinksFunction,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	type UIMatch,
	useMatches,
	useRouteError,
} from "react-router";
import { PrivacyNotice } from "./features/privacy/privacy.notice.public.tsx";
import { addMissingFunctions } from "./lib/page/plain-http.ts";
import { replayQueuedActions } from "./lib/page/queued-actions.ts";
import { ErrorPage } from "./shell/page/error-page.tsx";

if (typeof window !== "undefined") addMissingFunctions(window);

export const links: LinksFunction = () => [
	{ rel: "icon", type: "image/svg+xml", href: "/favicon.svg" },
	{ rel: "preload", as: "font", type: "font/woff2", href: inter, crossOrigin: "anonymous" },
];

export function Layout({ children }: { children: ReactNode }) {
	const { lang, dir } = languageOf(useMatches());
	return (
		<html lang={lang} dir={dir} data-theme="light" suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<Meta />
				<Links />
				{/* Blocking, so the theme is set before the first paint. */}
				<script src="/theme.js" />
			</head>
			<body>
				{children}
				<ScrollRestoration />
				<Scripts />
			</body>
		</html>
	);
}

export default function App() {
	useEffect(replayQueuedActions, []);
	const untracked = useMatches().some(({ handle }) => (handle as { untracked?: boolean } | undefined)?.untracked);
	return (
		<>
			{/* First in the document, so keyboard focus reaches it first. */}
			{untracked ? null : <PrivacyNotice />}
			<Outlet />
		</>
	);
}

export function ErrorBoundary() {
	const error = useRouteError();
	return <ErrorPage error={error} />;
}

type PageLanguage = { lang?: string; dir?: "ltr" | "rtl" };

/**
 * The language of the deepest match that sets one, in its loader data (modules serving several languages) or in its
 * `handle`.
 */
function languageOf(matches: UIMatch[]): PageLanguage {
	for (const { handle, loaderData } of matches.toReversed()) {
		for (const said of [loaderData, handle]) {
			const { lang, dir } = (said ?? {}) as PageLanguage;
			if (lang) return { lang, dir };
		}
	}
	return { lang: "en" };
}
