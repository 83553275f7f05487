import { Card } from "@timbre/ui/primitives/card.tsx";
import { Link } from "react-router";
import { newVoiceOptions } from "./components/new-voice.tsx";
import { OwnVoices } from "./components/own-voices.tsx";
import { VoiceLimits } from "./components/voice-limits.tsx";
import { VoicesFrame } from "./components/voices-frame.tsx";

export const meta = () => [{ title: "My voices - Timbre" }];

export default function LabPage() {
	return (
		<VoicesFrame title="My voices" description="Voices you created, added from the library or marked as favorites.">
			<VoiceLimits />
			<OwnVoices type="saved" withCategory empty={<NoVoices />} />
		</VoicesFrame>
	);
}

function NoVoices() {
	return (
		<section aria-label="Create your first voice">
			<h2 className="font-medium text-[15px]">Create your first voice</h2>
			<p className="mt-1 text-muted">Choose one of four ways to start.</p>
			<ul className="mt-4 grid gap-3 sm:grid-cols-2">
				{newVoiceOptions.map(({ to, icon: Icon, title, text }) => (
					<li key={to}>
						<Card className="h-full transition-colors hover:border-control">
							<Link to={to} prefetch="intent" className="flex h-full items-start gap-3 p-4">
								<Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
								<span>
									<span className="block font-medium">{title}</span>
									<span className="block text-muted">{text}</span>
								</span>
							</Link>
						</Card>
					</li>
				))}
			</ul>
		</section>
	);
}
