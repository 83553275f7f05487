import { Card } from "@timbre/ui/primitives/card.tsx";
import { Captions, Eraser, type LucideIcon, MicVocal } from "lucide-react";
import { Link } from "react-router";

type Tool = { to: string; label: string; text: string; icon: LucideIcon };

const tools: readonly Tool[] = [
	{ to: "/app/speech-to-text", label: "Speech to text", text: "Transcribe audio and video.", icon: Captions },
	{
		to: "/app/speech-synthesis/speech-to-speech",
		label: "Voice changer",
		text: "Change the voice of a recording.",
		icon: MicVocal,
	},
	{ to: "/app/voice-isolator", label: "Voice isolator", text: "Remove background noise.", icon: Eraser },
];

/** Links to what works on recordings. */
export function RecordingTools() {
	return (
		<ul className="grid gap-4 sm:grid-cols-3">
			{tools.map(({ to, label, text, icon: Icon }) => (
				<li key={to}>
					<Card className="h-full transition-colors hover:border-control">
						<Link to={to} prefetch="intent" className="flex h-full items-start gap-3 p-4">
							<Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
							<span className="min-w-0">
								<span className="block font-medium">{label}</span>
								<span className="block text-[13px] text-muted">{text}</span>
							</span>
						</Link>
					</Card>
				</li>
			))}
		</ul>
	);
}
