import "./app.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { ToastRegion } from "@timbre/ui/primitives/toast.tsx";
import { TooltipProvider } from "@timbre/ui/primitives/tooltip.tsx";
import { type ReactNode, useState } from "react";
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from "react-router";
import { createQueryClient } from "./lib/query-client.ts";
import { toaster } from "./lib/toaster.ts";
import { ErrorPage } from "./shell/error-page.tsx";

export const links: LinksFunction = () => [{ rel: "icon", type: "image/svg+xml", href: "/favicon.svg" }];

export function Layout({ children }: { children: ReactNode }) {
	return (
		<html lang="en" data-theme="light" suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<Meta />
				<Links />
				{/* Blocking on purpose: the theme is known before the first paint. */}
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
	const [queryClient] = useState(createQueryClient);
	return (
		<QueryClientProvider client={queryClient}>
			<TooltipProvider delayDuration={400}>
				<Outlet />
				<ToastRegion toaster={toaster} />
			</TooltipProvider>
		</QueryClientProvider>
	);
}

export function ErrorBoundary() {
	const error = useRouteError();
	return <ErrorPage error={error} />;
}
