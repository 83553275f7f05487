import { type MetaFunction, useLoaderData } from "react-router";
import { CallToAction, Hero, Section, Steps } from "./components/blocks.tsx";
import { SoundCard } from "./content/sound-card.tsx";
import { allShowcaseSounds } from "./content/sounds.ts";
import { absoluteUrl, siteMeta } from "./marketing.meta.ts";

export function loader() {
	return { sounds: allShowcaseSounds() };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
	return siteMeta({
		title: "Showcase: hear what it makes",
		description:
			"Short pieces spoken by Timbre, unedited, each with its text, voice, engine and settings. The good voices and the basic ones.",
		path: "/showcase",
		structuredData: loaderData?.sounds.map(({ title, note, src, seconds, lang }) => ({
			"@type": "AudioObject",
			name: title,
			description: note,
			contentUrl: absoluteUrl(src),
			encodingFormat: "audio/mpeg",
			duration: `PT${Math.round(seconds)}S`,
			inLanguage: lang,
		})),
	});
};

export default function ShowcasePage() {
	const loaderData = useLoaderData<typeof loader>();
	return (
		<>
			<Hero
				eyebrow="Showcase"
				title="Hear what it makes"
				lead="Short pieces, our own words, spoken by the engines that come with Timbre and touched by nobody afterwards. Each says which voice and which settings it used, so that you can make it again."
			/>
			<section aria-label="Pieces" className="px-5 pb-20">
				<ul className="mx-auto grid max-w-6xl gap-5 md:grid-cols-2">
					{loaderData.sounds.map((sound) => (
						<li key={sound.id} className="min-w-0 last:odd:md:col-span-2 [&>figure]:h-full">
							<SoundCard sound={sound} />
						</li>
					))}
				</ul>
			</section>
			<Section
				id="how"
				title="How they were made"
				lead="By one command of the repository, the way a speech node speaks."
			>
				<Steps
					items={[
						{
							title: "The text is written",
							text: "In a file beside the voice and the settings. Figures stay figures: the product writes them out itself.",
						},
						{
							title: "The engines read it",
							text: "Kokoro, Piper or espeak-ng, on a processor, first take. No piece was chosen from several.",
						},
						{
							title: "It is encoded and weighed",
							text: "mp3 at 48 kbit/s and 24 kHz, under 60 kB each, so that the page stays light. The product itself makes up to 192 kbit/s.",
						},
						{
							title: "A test compares",
							text: "Text, settings and file are bound by a hash. A changed text without a new sound fails the check.",
						},
					]}
				/>
			</Section>
			<CallToAction
				title="Now with your words"
				text="Type a sentence and hear it, without an account."
				to="/text-to-speech"
				label="Try text to speech"
			/>
		</>
	);
}
