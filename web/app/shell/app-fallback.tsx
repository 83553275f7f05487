import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Logo } from "./logo.tsx";

/** What the server shows of the app: who is signed in, only the browser finds out. */
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
					<p className="mt-6">The app needs JavaScript. The home page and the API do not.</p>
				</noscript>
			</main>
		</div>
	);
}
