import { ButtonLink, Faq, FeatureGrid, Hero, PlannedNote, Section } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";

export const meta = () =>
	siteMeta({
		title: "Voice data partnerships",
		description:
			"Offer recordings to help create natural voices for languages that have only a basic one: requirements, speaker rights and how to apply.",
		path: "/voice-data-partnerships",
	});

export default function VoiceDataPage() {
	return (
		<>
			<Hero
				eyebrow="Voice data"
				title="Help add natural voices for more languages"
				lead="Eight languages have natural voices. The others have only a basic one, because no open model with good recordings was available. Recordings with clear rights would change that."
				actions={<ButtonLink to="/voice-data-partnerships/apply">Offer recordings</ButtonLink>}
			>
				<PlannedNote>
					No voices are trained on partner recordings today. Offers are stored until that work starts.
				</PlannedNote>
			</Hero>
			<Section id="needed" title="Requirements">
				<FeatureGrid
					items={[
						{
							title: "Consent",
							text: "Each speaker has agreed in writing that a synthetic voice may be created from the recordings and distributed.",
						},
						{
							title: "Open license",
							text: "It must allow redistribution and commercial use, such as CC0 or CC BY.",
						},
						{
							title: "Clean audio",
							text: "One speaker at a time in a quiet room, 24 kHz or more, uncompressed, with transcripts.",
						},
						{
							title: "Enough audio",
							text: "About ten hours of one speaker, or an hour each of many. Less is useful for tests.",
						},
					]}
				/>
			</Section>
			<Section id="questions" title="Questions">
				<Faq
					items={[
						{
							question: "Do you pay for recordings?",
							answer:
								"The project has no budget for recordings. An operator who needs a language may pay for it; that is between you and them.",
						},
						{
							question: "Can a speaker change their mind?",
							answer:
								"Yes, until a model is published. After that, copies of the model that others already have can't be recalled, but the speaker's recordings are removed from what we distribute. Tell your speakers this before they agree.",
						},
						{
							question: "Where do the recordings go?",
							answer:
								"To the operator of this server, in a way you agree on with them. Do not send audio through the form.",
						},
					]}
				/>
			</Section>
		</>
	);
}
