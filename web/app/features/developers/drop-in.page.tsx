import reference from "virtual:api-reference";
import { openaiBasePath } from "@timbre/contract/openai/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Copy } from "lucide-react";
import { Link } from "react-router";
import { messageOf } from "../../lib/api/api-error.ts";
import { toaster } from "../../lib/page/toaster.ts";
import { counted } from "../../lib/text/format.ts";
import { Page } from "../../shell/page/page.tsx";
import type { ReferenceGroup } from "./model/reference-model.ts";

export const meta = () => [{ title: "Drop-in API - Timbre" }];

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
			title: "Use with OpenAI clients",
			code: `import OpenAI from "openai";

const client = new OpenAI({ baseURL: "${server}${openaiBasePath}", apiKey: "<your key>" });
const audio = await client.audio.speech.create({ model: "tts-1", voice: "alloy", input: "Hello." });`,
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
			description="Use code written for the ElevenLabs or OpenAI API with this server by changing its base URL."
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
					<div className="divide-y divide-line rounded-card border border-line bg-raised">
						{reference.map((group) => (
							<Group key={group.area} group={group} />
						))}
					</div>
					<p className="mt-2 text-[13px] text-muted">
						Other endpoints aren't available yet and return 404. Sentences your workspace has already paid for aren't
						charged again. Timbre is an independent project and is not affiliated with ElevenLabs or OpenAI.
					</p>
				</section>
			</div>
		</Page>
	);
}

/** The endpoints of an area, from the API document. */
function Group({ group }: { group: ReferenceGroup }) {
	return (
		<details>
			<summary className="flex cursor-pointer select-none justify-between gap-4 px-4 py-2.5">
				<span className="font-medium">{group.name}</span>
				<span className="shrink-0 text-muted tabular">{counted(group.operations.length, "endpoint")}</span>
			</summary>
			<ul className="flex flex-col gap-2 px-4 pb-3 text-[13px]">
				{group.operations.map(({ id, method, path, summary }) => (
					<li key={id}>
						<Link to={`/app/developers/reference#${encodeURIComponent(id)}`} className="underline underline-offset-2">
							{summary}
						</Link>
						<code className="block break-all font-mono text-muted text-xs">
							{method} {path}
						</code>
					</li>
				))}
			</ul>
		</details>
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
