import { ButtonLink, CallToAction, Faq, FeatureGrid, Hero, Section } from "./components/blocks.tsx";
import { CodeBlock } from "./components/code-block.tsx";
import { faqData, softwareData } from "./components/content-meta.ts";
import { siteMeta } from "./marketing.meta.ts";

const description =
	"A speech API on your own server that existing ElevenLabs client code already speaks: streams, WebSockets, word times, dialogue, forced alignment, history.";

export const meta = () =>
	siteMeta({
		title: "Speech API, drop-in compatible",
		description,
		path: "/api",
		structuredData: [softwareData("API", description, "/api"), faqData(questions)],
	});

export default function ApiPage() {
	return (
		<>
			<Hero
				title="The same code, another server"
				lead="The API answers in the form of the public ElevenLabs API. Its official JavaScript SDK and command line client were run against Timbre with only the base URL changed; what was run is listed below."
				actions={
					<>
						<ButtonLink to="/app/sign-up">Get an API key</ButtonLink>
						<ButtonLink to="#calls" variant="secondary">
							What was run
						</ButtonLink>
						<ButtonLink to="/api-reference" variant="quiet">
							API reference
						</ButtonLink>
					</>
				}
			>
				<div className="grid gap-5 lg:grid-cols-2">
					<CodeBlock title="With the official SDK" code={sdk} />
					<CodeBlock title="With curl" code={curl} />
				</div>
			</Hero>
			<Section
				id="calls"
				title="What was run"
				lead="Every method and every command listed here is called by our tests, through the SDK and through the client."
			>
				<CallTable />
			</Section>
			<Section id="features" title="What an answer can hold">
				<FeatureGrid items={features} />
			</Section>
			<Section
				id="socket"
				title="Text that is still being written"
				lead="Send words as a language model writes them. The socket treats them as one stream, so that melody does not break at your packets."
			>
				<CodeBlock title="stream-input" code={socket} />
			</Section>
			<Section
				id="differences"
				title="What differs"
				lead="Compatible does not mean the same. The whole list is in the repository, in docs/compatibility.md."
			>
				<FeatureGrid items={differences} />
			</Section>
			<Section id="questions" title="Questions">
				<Faq items={questions} />
			</Section>
			<CallToAction
				title="A key in a minute"
				text="Create an account, open API keys, choose what the key may do. The same key works for HTTP and WebSockets."
				to="/app/sign-up"
				label="Create account"
			/>
		</>
	);
}

const sdk = `import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";

const client = new ElevenLabsClient({
  apiKey: process.env.TIMBRE_API_KEY,
  baseUrl: "http://localhost:4400",
});

const audio = await client.textToSpeech.stream(voiceId, {
  text: "Hello from my own machine.",
});`;

const curl = `curl -X POST \\
  "http://localhost:4400/v1/text-to-speech/$VOICE/stream" \\
  -H "xi-api-key: $TIMBRE_API_KEY" \\
  -H "content-type: application/json" \\
  -d '{"text": "Hello from my own machine."}' \\
  --output hello.mp3`;

const socket = `const socket = new WebSocket(
  \`ws://localhost:4400/v1/text-to-speech/\${voiceId}/stream-input?single_use_token=\${token}\`,
);
socket.onopen = () => {
  socket.send(JSON.stringify({ text: " " }));
  socket.send(JSON.stringify({ text: "It speaks " }));
  socket.send(JSON.stringify({ text: "while you write. " }));
  socket.send(JSON.stringify({ text: "" }));
};
socket.onmessage = ({ data }) => {
  const { audio, alignment, isFinal } = JSON.parse(data);
};`;

const calls = [
	{ group: "Text to speech", sdk: "convert, stream, with and without timestamps", cli: "all 4, and say" },
	{ group: "Text to dialogue", sdk: "convert, stream, with and without timestamps", cli: "all 4" },
	{ group: "History", sdk: "list, get, getAudio, download, delete", cli: "all 5" },
	{ group: "Pronunciation dictionaries", sdk: "all 9", cli: "create_from_rules, get" },
	{ group: "Forced alignment", sdk: "create", cli: "create" },
	{ group: "Models", sdk: "list", cli: "list" },
	{ group: "User and usage", sdk: "get, subscription.get, usage.get", cli: "all 3" },
	{ group: "Single-use tokens", sdk: "create", cli: "create" },
	{ group: "Webhooks", sdk: "list, create, update, delete, constructEvent", cli: "not run" },
	{ group: "Keys of service accounts", sdk: "list, create, update, delete", cli: "not run" },
];

function CallTable() {
	return (
		<table className="w-full border-collapse text-left text-[15px] leading-6">
			<caption className="sr-only">Methods of the SDK and commands of the client, by group</caption>
			<thead className="max-sm:sr-only">
				<tr className="border-ink border-b">
					<th scope="col" className="py-2 pr-4 font-medium">
						Group
					</th>
					<th scope="col" className="py-2 pr-4 font-medium">
						SDK methods
					</th>
					<th scope="col" className="py-2 font-medium">
						Commands
					</th>
				</tr>
			</thead>
			<tbody>
				{calls.map(({ group, sdk: methods, cli }) => (
					<tr key={group} className="border-line border-b max-sm:flex max-sm:flex-col max-sm:py-3">
						<th scope="row" className="py-3 pr-4 font-normal max-sm:py-0 max-sm:font-medium">
							{group}
						</th>
						<td className="py-3 pr-4 text-muted max-sm:py-0">{methods}</td>
						<td className="py-3 text-muted max-sm:py-0">
							<span className="sm:hidden">Commands: </span>
							{cli}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

const features = [
	{
		title: "Sound while it is made",
		text: "Streams begin with the first clause. A client that goes away stops the work, and pays for what it got.",
	},
	{
		title: "Times",
		text: "When each character is heard, in one answer or with the stream, taken from the engine's own durations.",
	},
	{
		title: "What it cost",
		text: "Each answer names its credits. Sentences the workspace has paid for cost nothing.",
	},
	{
		title: "Nine ways to say who calls",
		text: "Keys with permissions in a header or the first message, single-use tokens for browsers, so that a page never holds your key.",
	},
	{
		title: "Formats",
		text: "MP3, Opus, WAV, PCM, µ-law and A-law in many rates.",
	},
	{
		title: "Errors with reasons",
		text: "Refusals arrive as the SDK's own error classes with a sentence that says why, and a request id.",
	},
];

const differences = [
	{
		title: "Models",
		text: "Ids of the vendor are understood as names for the engines that run here. The list of models says which those are.",
	},
	{
		title: "Settings",
		text: "Accepted, also where an engine has no use for them; its capabilities say which have an effect.",
	},
	{
		title: "Python",
		text: "The Python SDK was not run. Its realtime call insists on TLS, so a proxy with a certificate must stand in front.",
	},
	{
		title: "Dialogue sockets",
		text: "Dialogue over WebSockets is not there yet; dialogue over HTTP is.",
		status: "planned" as const,
	},
];

const questions = [
	{
		question: "Is this an official service of ElevenLabs?",
		answer: "No. Timbre is not affiliated with ElevenLabs; the name is used to state compatibility.",
	},
	{
		question: "Is there a document of the API?",
		answer: "Yes: an OpenAPI document is generated from the code and kept in the repository, in docs/api/openapi.json.",
	},
	{
		question: "Is there a private interface that the app uses?",
		answer: "No. The app calls the same API, so what it can do, your code can do.",
	},
];
