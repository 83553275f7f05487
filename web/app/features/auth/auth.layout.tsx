import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { type ClientLoaderFunctionArgs, Link, Outlet, redirect, redirectDocument } from "react-router";
import { home } from "../../lib/redirect.ts";
import { Logo } from "../../shell/logo.tsx";
import { OfflineBanner } from "../../shell/offline-banner.tsx";
import { BySite } from "../../shell/reader-site.tsx";
import { fetchSession } from "../../shell/session.ts";
import { insideApp, whereTo } from "./components/destination.ts";

/** Who is signed in already has no business here. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
	const session = await fetchSession(request.signal).catch(() => null);
	if (!session) return null;
	const to = whereTo(new URL(request.url).searchParams.get("redirect"), home);
	throw insideApp(to) ? redirect(to) : redirectDocument(to);
}

const orbs = ["af_heart", "am_michael", "bf_emma", "ff_siwis", "jf_alpha", "if_sara", "pm_alex"];

export default function AuthLayout() {
	return (
		<>
			<OfflineBanner />
			<div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
				<div className="flex flex-col px-6 py-6">
					<header className="self-start">
						<Link to="/" className="flex rounded-sm">
							<Logo />
							<span className="sr-only">, home</span>
						</Link>
					</header>
					<main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-12">
						<Outlet />
					</main>
				</div>
				<aside
					aria-label="About Timbre"
					className="hidden flex-col justify-center gap-10 border-line border-l bg-sunken px-16 lg:flex"
				>
					<div aria-hidden="true" className="flex items-center">
						{orbs.map((id, i) => (
							<VoiceOrb key={id} voiceId={id} size={i === 3 ? 88 : 64 - Math.abs(i - 3) * 10} className="-mr-3" />
						))}
					</div>
					<p className="max-w-md font-serif text-4xl leading-[1.15]">
						<BySite
							main="Write it down. Hear it a moment later, in a voice you chose, on a machine that is yours."
							reader="Bring something to read. One account for the reading app to come and for the voices that speak today."
						/>
					</p>
				</aside>
			</div>
		</>
	);
}
