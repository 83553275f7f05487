import { useLoaderData } from "react-router";
import { CallToAction, Hero, Section } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { VoiceBrowser } from "./components/voice-browser.tsx";
import { firstLibraryPage, voicesByLanguage } from "./model/shipped.ts";

export function loader() {
	return { first: firstLibraryPage(), languages: voicesByLanguage() };
}

export const meta = () =>
	siteMeta({
		title: "Voice library",
		description:
			"Search, filter and listen to every voice that comes with Timbre, without an account: natural voices in eight languages, fast English voices, basic voices for the rest.",
		path: "/voice-library",
	});

export default function LibraryPage() {
	const { first, languages } = useLoaderData<typeof loader>();
	return (
		<>
			<Hero
				eyebrow="Voice library"
				title="Listen to every voice before you choose"
				lead="Natural voices in eight languages, fast voices in English, and a basic voice for every other language. Labels show only what is known or measured."
			/>
			<section aria-label="Browse" className="px-5 pb-20">
				<div className="mx-auto max-w-6xl">
					<VoiceBrowser first={first} />
				</div>
			</section>
			<Section
				id="all"
				title="All voices by language"
				lead="Every voice that comes with Timbre. A server can have more or fewer, depending on the engines its operator has connected."
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
				title="How to choose a voice"
				text="What the quality tiers mean, what each setting does, and how to get names right."
				to="/voice-guide"
				label="Read the voice guide"
			/>
		</>
	);
}
