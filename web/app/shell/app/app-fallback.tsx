import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { useLocation } from "react-router";
import { home } from "../../lib/session/redirect.ts";
import { HomeFallback } from "../home/home-fallback.tsx";
import { Logo } from "../page/logo.tsx";

/** Server-rendered placeholder: only the browser knows the session. */
export function AppFallback() {
	const { pathname } = useLocation();
	return (
		<div className="flex h-dvh flex-col overflow-hidden" aria-busy="true">
			<div className="flex h-12 shrink-0 items-center border-line border-b px-4 md:hidden">
				<Logo />
			</div>
			<div className="flex min-h-0 flex-1">
				<div className="hidden w-60 shrink-0 flex-col gap-3 border-line border-r bg-sunken p-5 md:flex">
					<Logo />
					<Skeleton className="mt-4 h-11" />
					<Skeleton className="mt-4 h-7" />
					<Skeleton className="h-7" />
					<Skeleton className="h-7" />
				</div>
				<main className="min-w-0 flex-1 overflow-y-auto">
					<p className="sr-only">Loading Timbre</p>
					{pathname === home ? <HomeFallback /> : <PageFallback />}
					<noscript>
						<p className="mt-6 px-4 md:px-8">The app requires JavaScript. The home page and the API work without it.</p>
					</noscript>
				</main>
			</div>
		</div>
	);
}

function PageFallback() {
	return (
		<div className="mx-auto w-full max-w-6xl px-4 pt-6 md:px-8 md:pt-10">
			<Skeleton className="h-7 w-48" />
			<Skeleton className="mt-6 h-64 w-full max-w-3xl" />
		</div>
	);
}
