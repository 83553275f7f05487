import { Button } from "@timbre/ui/primitives/button.tsx";
import { Copy } from "lucide-react";
import { Link } from "react-router";
import { messageOf } from "../../lib/api/api-error.ts";
import { toaster } from "../../lib/page/toaster.ts";
import { Page } from "../../shell/page/page.tsx";

export const meta = () => [{ title: "Drop-in API - Timbre" }];

const supported = [
	["Text to speech", "complete or streamed, with timestamps, and over WebSockets"],
	["Text to dialogue", "complete or streamed, with timestamps"],
	["Voices and models", "list and get"],
	["History", "list, get, download and delete"],
	["Pronunciation dictionaries", "all endpoints"],
	["Forced alignment", "align a text with a recording"],
	["User, usage and tokens", "read; single-use tokens for browsers"],
	["Service accounts and their keys", "all endpoints"],
	["Webhooks", "all endpoints; deliveries pass constructEvent"],
] as const;

/** How to use ElevenLabs client code with this server. */
export default function DropInPage() {
	const server = window.location.origin;
	const samples = [
		{
			title: "JavaScript SDK",
			code: `import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";

const client = new ElevenLabsClient({ baseUrl: "${server}", apiKey: "<your key>" });
const { voices } = await client.voices.getAll();
const audio = await client.textToSpeech.convert(voices[0].voiceId, { text: "Hello." });`,
		},
		{
			title: "Command line",
			code: `curl "${server}/v1/text-to-speech/<voice id>" \\
  -H "xi-api-key: <your key>" -H "content-type: application/json" \\
  -d '{"text": "Hello."}' --output hello.mp3`,
		},
	];
	return (
		<Page
			title="Drop-in API"
			description="Use code written for the ElevenLabs API with this server by changing its base URL."
			actions={
				<Button asChild variant="primary">
					<Link to="/app/settings/api-keys">API keys</Link>
				</Button>
			}
			className="max-w-4xl"
		>
			<div className="flex flex-col gap-6">
				{samples.map((sample) => (
					<Sample key={sample.title} {...sample} />
				))}
				<section aria-labelledby="works">
					<h2 id="works" className="mb-2 font-medium">
						Supported endpoints
					</h2>
					<dl className="rounded-card border border-line bg-raised">
						{supported.map(([group, what]) => (
							<div
								key={group}
								className="flex flex-wrap gap-x-6 border-line border-b px-4 py-2.5 last:border-b-0 sm:flex-nowrap"
							>
								<dt className="w-56 shrink-0 font-medium">{group}</dt>
								<dd className="text-muted">{what}</dd>
							</div>
						))}
					</dl>
					<p className="mt-2 text-[13px] text-muted">
						Other endpoints aren't available yet and return 404. Sentences your workspace has already paid for aren't
						charged again. Timbre is an independent project and is not affiliated with ElevenLabs.
					</p>
				</section>
			</div>
		</Page>
	);
}

function Sample({ title, code }: { title: string; code: string }) {
	const copy = () =>
		navigator.clipboard.writeText(code).then(
			() => toaster.show({ title: "Copied", tone: "positive" }),
			(error: unknown) => toaster.show({ title: "Couldn't copy", detail: messageOf(error), tone: "danger" }),
		);
	return (
		<figure className="min-w-0 rounded-card border border-line bg-raised">
			<figcaption className="flex items-center justify-between gap-4 border-line border-b py-1.5 pr-2 pl-4">
				<span className="font-medium">{title}</span>
				<Button size="small" variant="quiet" aria-label={`Copy: ${title}`} onClick={() => void copy()}>
					<Copy aria-hidden="true" />
					Copy
				</Button>
			</figcaption>
			{/* Lines wrap, because a horizontally scrolling block would need keyboard access. */}
			<pre className="whitespace-pre-wrap break-words p-4 font-mono text-[13px] leading-6">
				<code>{code}</code>
			</pre>
		</figure>
	);
}
