import { useLoaderData } from "react-router";
import { CallToAction, Hero, Section } from "./components/blocks.tsx";
import { firstLibraryPage, voicesByLanguage } from "./content/library/shipped.ts";
import { VoiceBrowser } from "./content/library/voice-browser.tsx";
import { siteMeta } from "./marketing.meta.ts";

export function loader() {
	return { first: firstLibraryPage(), languages: voicesByLanguage() };
}

export const meta = () =>
	siteMeta({
		title: "Voice library",
		description:
			"All voices that come with Timbre, to search, filter and hear without an account: natural ones in eight languages, fast English ones, basic ones for the rest.",
		path: "/voice-library",
	});

export default function LibraryPage() {
	const { first, languages } = useLoaderData<typeof loader>();
	return (
		<>
			<Hero
				eyebrow="Voice library"
				title="Every voice, to hear before you choose"
				lead="Natural voices in eight languages, fast ones in English, and a basic one for every other language here. Labels say only what is known or was measured."
			/>
			<section aria-label="Browse" className="px-5 pb-20">
				<div className="mx-auto max-w-6xl">
					<VoiceBrowser first={first} />
				</div>
			</section>
			<Section
				id="all"
				title="All by language"
				lead="The names of all voices that come with the software. A server may have more, if its operator has connected another engine, or fewer."
			>
				<dl className="grid gap-x-10 gap-y-6 text-[15px] leading-6 sm:grid-cols-2">
					{languages.map(({ language, tiers }) => (
						<div key={language} className="border-line border-t pt-3">
							<dt className="font-medium">{language}</dt>
							{tiers.map(({ name, voices }) => (
								<dd key={name} className="text-muted">
									{name}: {voices.join(", ")}
								</dd>
							))}
						</div>
					))}
				</dl>
			</Section>
			<CallToAction
				title="How to choose"
				text="What the qualities mean, what the settings do on each of them, and how to get names right."
				to="/voice-guide"
				label="Read the voice guide"
			/>
		</>
	);
}
