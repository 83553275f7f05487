import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Logo } from "../page/logo.tsx";

/** Server-rendered placeholder: only the browser knows the session. */
export function AppFallback() {
	return (
		<div className="flex h-dvh" aria-busy="true">
			<div className="hidden w-60 flex-col gap-3 border-line border-r bg-sunken p-5 md:flex">
				<Logo />
				<Skeleton className="mt-4 h-11" />
				<Skeleton className="mt-4 h-7" />
				<Skeleton className="h-7" />
				<Skeleton className="h-7" />
			</div>
			<main className="flex-1 p-10">
				<p className="sr-only">Loading Timbre</p>
				<Skeleton className="h-7 w-48" />
				<Skeleton className="mt-6 h-64 w-full max-w-3xl" />
				<noscript>
					<p className="mt-6">The app requires JavaScript. The home page and the API work without it.</p>
				</noscript>
			</main>
		</div>
	);
}
