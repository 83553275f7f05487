import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { OfflineBanner } from "../../../shell/app/offline-banner.tsx";
import { Logo } from "../../../shell/page/logo.tsx";
import { BySite } from "../../../shell/page/reader-site.tsx";

const orbs = ["af_heart", "am_michael", "bf_emma", "ff_siwis", "jf_alpha", "if_sara", "pm_alex"];

/** Frame of the sign-in pages: the form on one side, a product claim on the other. */
export function AuthFrame({ children }: { children: ReactNode }) {
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
					<main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-12">{children}</main>
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
							main="Turn text into natural speech, in the voice you choose, on your own server."
							reader="One account for the upcoming reading app and for text to speech today."
						/>
					</p>
				</aside>
			</div>
		</>
	);
}
