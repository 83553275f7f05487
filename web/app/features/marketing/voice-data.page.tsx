import { ButtonLink, Faq, FeatureGrid, Hero, PlannedNote, Section } from "./components/blocks.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "Voice data partnerships",
		description:
			"Recordings that could become voices for languages that have only a basic one: what is needed, what speakers keep, and how to offer some.",
		path: "/voice-data-partnerships",
	});

export default function VoiceDataPage() {
	return (
		<>
			<Hero
				eyebrow="Voice data"
				title="Most languages here have no good voice"
				lead="Eight languages have natural voices. The others speak with a basic one, because no free model with good recordings was there to use. Recordings with clear rights would change that, one language at a time."
				actions={<ButtonLink to="/voice-data-partnerships/apply">Offer recordings</ButtonLink>}
			>
				<PlannedNote>
					No voice is trained from partners' recordings today. Offers are read and kept until that work begins.
				</PlannedNote>
			</Hero>
			<Section id="needed" title="What is needed">
				<FeatureGrid
					items={[
						{
							title: "Consent",
							text: "Each speaker has agreed, in writing, that a synthetic voice may be made of the recordings and given to others.",
						},
						{
							title: "A free licence",
							text: "One that allows redistribution and commercial use, since the software is given to everybody. CC0 or CC BY fit.",
						},
						{
							title: "Clean sound",
							text: "One speaker at a time, a quiet room, 24 kHz or more, uncompressed, with the words in writing.",
						},
						{
							title: "Enough of it",
							text: "Some ten hours of one speaker, or an hour each of many. Less is useful for tests.",
						},
					]}
				/>
			</Section>
			<Section id="questions" title="Questions">
				<Faq
					items={[
						{
							question: "Is it paid?",
							answer:
								"The project has no money for recordings. An operator who needs a language may pay for it; that is between you and them.",
						},
						{
							question: "Can a speaker change their mind?",
							answer:
								"Until a model is published, completely. Afterwards a model that others already have cannot be called back; the speaker's recordings are removed from what we give out. Tell your speakers this before they agree.",
						},
						{
							question: "Where would the recordings go?",
							answer:
								"To the operator of this server, by a way that you agree on with them. Do not send sound by the form.",
						},
					]}
				/>
			</Section>
		</>
	);
}
