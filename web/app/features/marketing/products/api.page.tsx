import { ButtonLink, CallToAction, Faq, FeatureGrid, Hero, Section } from "../components/blocks.tsx";
import { CodeBlock } from "../components/code-block.tsx";
import { faqData, softwareData } from "../model/content-meta.ts";
import { siteMeta } from "../model/meta.ts";

const description =
	"A self-hosted speech API that works with existing ElevenLabs client code: streaming, WebSockets, word timestamps, dialogue, forced alignment, history.";

export const meta = () =>
	siteMeta({
		title: "Drop-in compatible speech API",
		description,
		path: "/api",
		structuredData: [softwareData("API", description, "/api"), faqData(questions)],
	});

export default function ApiPage() {
	return (
		<>
			<Hero
				title="A speech API for the code you already have"
				lead="Timbre is compatible with the public ElevenLabs API. Our tests run its official JavaScript SDK, Python SDK and CLI against Timbre with only the base URL changed."
				actions={
					<>
						<ButtonLink to="/app/sign-up">Get an API key</ButtonLink>
						<ButtonLink to="#calls" variant="secondary">
							See tested methods
						</ButtonLink>
						<ButtonLink to="/api-reference" variant="quiet">
							API reference
						</ButtonLink>
					</>
				}
			>
				<div className="grid gap-5 lg:grid-cols-2">
					<CodeBlock title="Official SDK" code={sdk} />
					<CodeBlock title="curl" code={curl} />
				</div>
			</Hero>
			<Section
				id="calls"
				title="Tested methods"
				lead="Our tests call every method and command listed here through the official JavaScript SDK and CLI."
			>
				<MethodTable />
			</Section>
			<Section id="features" title="What the API gives you">
				<FeatureGrid items={features} />
			</Section>
			<Section
				id="socket"
				title="Stream text in as it is written"
				lead="Send words as your language model writes them. The socket treats them as one text, so intonation does not break between messages."
			>
				<CodeBlock title="stream-input" code={socket} />
			</Section>
			<Section
				id="differences"
				title="What differs"
				lead="Compatible does not mean identical. The full list is in docs/compatibility.md in the repository."
			>
				<FeatureGrid items={differences} />
			</Section>
			<Section id="questions" title="Questions">
				<Faq items={questions} />
			</Section>
			<CallToAction
				title="Get an API key"
				text="Create an account, open API keys, and choose the key's permissions. The same key works for HTTP and WebSockets."
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

const methodGroups = [
	{ group: "Text to speech", sdk: "convert, stream, with and without timestamps", cli: "all 4, and say" },
	{ group: "Text to dialogue", sdk: "convert, stream, with and without timestamps", cli: "all 4" },
	{ group: "Speech to text", sdk: "convert, transcripts, realtime", cli: "not tested" },
	{ group: "Voice changer", sdk: "speechToSpeech.convert, stream", cli: "not tested" },
	{ group: "Voice isolator", sdk: "audioIsolation.convert, stream, list, delete", cli: "not tested" },
	{ group: "History", sdk: "list, get, getAudio, download, delete", cli: "all 5" },
	{ group: "Pronunciation dictionaries", sdk: "all 9", cli: "create_from_rules, get" },
	{ group: "Forced alignment", sdk: "create", cli: "create" },
	{ group: "Models", sdk: "list", cli: "list" },
	{ group: "User and usage", sdk: "get, subscription.get, usage.get", cli: "all 3" },
	{ group: "Single-use tokens", sdk: "create", cli: "create" },
	{ group: "Webhooks", sdk: "list, create, update, delete, constructEvent", cli: "not tested" },
	{ group: "Service account keys", sdk: "list, create, update, delete", cli: "not tested" },
];

function MethodTable() {
	return (
		<table className="w-full border-collapse text-left text-[15px] leading-6">
			<caption className="sr-only">Tested SDK methods and CLI commands, by group</caption>
			<thead className="max-sm:sr-only">
				<tr className="border-ink border-b">
					<th scope="col" className="py-2 pr-4 font-medium">
						Group
					</th>
					<th scope="col" className="py-2 pr-4 font-medium">
						SDK methods
					</th>
					<th scope="col" className="py-2 font-medium">
						CLI commands
					</th>
				</tr>
			</thead>
			<tbody>
				{methodGroups.map(({ group, sdk: methods, cli }) => (
					<tr key={group} className="border-line border-b max-sm:flex max-sm:flex-col max-sm:py-3">
						<th scope="row" className="py-3 pr-4 font-normal max-sm:py-0 max-sm:font-medium">
							{group}
						</th>
						<td className="py-3 pr-4 text-muted max-sm:py-0">{methods}</td>
						<td className="py-3 text-muted max-sm:py-0">
							<span className="sm:hidden">CLI commands: </span>
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
		title: "Streaming audio",
		text: "Streams start with the first clause. When a client disconnects, synthesis stops and you pay only for what was delivered.",
	},
	{
		title: "Timestamps",
		text: "A start time for every character, in one response or along with the stream, taken from the engine's own durations.",
	},
	{
		title: "Cost per request",
		text: "Each response reports the credits it used. Sentences your workspace has already paid for are free.",
	},
	{
		title: "Flexible authentication",
		text: "Scoped API keys in a header or in the first socket message, and single-use tokens so browsers never see your key.",
	},
	{
		title: "Formats",
		text: "MP3, Opus, WAV, PCM, µ-law and A-law at many sample rates.",
	},
	{
		title: "Clear errors",
		text: "Errors arrive as the SDK's own error classes, with a message that explains the cause and a request id.",
	},
];

const differences = [
	{
		title: "Models",
		text: "ElevenLabs model ids map to the engines that run here. The models endpoint lists the real ones.",
	},
	{
		title: "Settings",
		text: "All voice settings are accepted. Each model's capabilities list the ones that have an effect.",
	},
	{
		title: "Python",
		text: "The Python SDK's realtime method requires TLS, so put a proxy with a certificate in front of Timbre.",
	},
	{
		title: "OpenAI clients",
		text: "Speech and transcription also work with OpenAI's clients under /openai/v1. The documentation has code that runs.",
	},
];

const questions = [
	{
		question: "Is this an official ElevenLabs service?",
		answer: "No. Timbre is not affiliated with ElevenLabs; the name is used to state compatibility.",
	},
	{
		question: "Is there an OpenAPI document?",
		answer: "Yes. It is generated from the code and stored in the repository as docs/api/openapi.json.",
	},
	{
		question: "Does the app use a private API?",
		answer: "No. The app uses the same public API, so your code can do everything the app does.",
	},
];
