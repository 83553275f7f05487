import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { type ClientLoaderFunctionArgs, Link, Outlet, redirect } from "react-router";
import { safeRedirect } from "../../lib/sign-in-path.ts";
import { Logo } from "../../shell/logo.tsx";
import { fetchSession } from "../../shell/session.ts";

/** Who is signed in already has no business here. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
	const session = await fetchSession(request.signal).catch(() => null);
	if (session) throw redirect(safeRedirect(new URL(request.url).searchParams.get("redirect")));
	return null;
}

const orbs = ["af_heart", "am_michael", "bf_emma", "ff_siwis", "jf_alpha", "if_sara", "pm_alex"];

export default function AuthLayout() {
	return (
		<div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
			<div className="flex flex-col px-6 py-6">
				<header className="self-start">
					<Link to="/" className="block rounded-sm" aria-label="Timbre, home">
						<Logo />
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
					Write it down. Hear it a moment later, in a voice you chose, on a machine that is yours.
				</p>
			</aside>
		</div>
	);
}
