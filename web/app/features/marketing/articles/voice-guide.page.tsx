import { useLoaderData } from "react-router";
import { ButtonLink, CallToAction, Hero, Prose } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { Document } from "./components/document.tsx";
import { guideTexts } from "./content/guide/texts.ts";
import { loadDocument } from "./model/load-document.ts";

export function loader() {
	return { blocks: loadDocument(guideTexts.voiceGuide) };
}

export const meta = () =>
	siteMeta({
		title: "Voice guide: choosing and tuning a voice",
		description:
			"How to choose a voice, what speed, stability, style and seed do on each engine, how to get names right, and what no setting can do.",
		path: "/voice-guide",
	});

export default function VoiceGuidePage() {
	const loaderData = useLoaderData<typeof loader>();
	return (
		<>
			<Hero
				eyebrow="Voice guide"
				title="Choosing and tuning a voice"
				lead="What each setting does on each engine, with measurements and recommended starting points."
				actions={<ButtonLink to="/voice-library">Browse the voices</ButtonLink>}
			/>
			<div className="border-line border-t px-5 py-16">
				<div className="mx-auto max-w-6xl">
					<Prose>
						<Document blocks={loaderData.blocks} />
					</Prose>
				</div>
			</div>
			<CallToAction
				title="Try the settings"
				text="The app enables only the settings that your voice supports."
				to="/app/speech-synthesis/text-to-speech"
				label="Open text to speech"
			/>
		</>
	);
}
