import { ButtonLink, Faq, Hero, PlannedNote, Section, Steps } from "./components/blocks.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "AI speech classifier",
		description:
			"There is no classifier here yet that tells machine speech from human speech. What marks exist, what do not, and what you can do instead.",
		path: "/ai-speech-classifier",
	});

export default function ClassifierPage() {
	return (
		<>
			<Hero
				eyebrow="AI speech classifier"
				title="Was this spoken by a machine?"
				lead="We cannot tell you. There is no classifier behind this page, and a box that pretended to answer would do harm: people lose jobs and cases over such answers."
				actions={
					<ButtonLink to="/contact-legal" variant="secondary">
						Report something you heard
					</ButtonLink>
				}
			>
				<PlannedNote>It needs a mark inside the sound first; without one every verdict is a guess.</PlannedNote>
			</Hero>
			<Section id="instead" title="What you can do instead">
				<Steps
					items={[
						{
							title: "Ask for the source",
							text: "Where was it published first, by whom, and is there a longer version? A clip without origin proves nothing in either direction.",
						},
						{
							title: "Call back",
							text: "If a voice you know asks for money or a password, hang up and call the number you have.",
						},
						{
							title: "Ask the operator",
							text: "If you think that a clip was made on this server, say so by the legal contact. Speech in an account's history can be looked up there.",
						},
					]}
				/>
			</Section>
			<Section id="marks" title="Marks in what Timbre makes">
				<Faq
					items={[
						{ question: "Is there a watermark in the sound?", answer: "No. One is planned." },
						{
							question: "Is there a label in the file?",
							answer:
								"No. Files carry no statement about their origin. A signed one, by the C2PA standard, is planned.",
						},
						{
							question: "Is there a record on the server?",
							answer:
								"Yes, in the history of the account that made it, until it is deleted there. Speech made over the API with logging switched off leaves none.",
						},
						{
							question: "Will there be a classifier?",
							answer:
								"Once there is a mark to look for: then the answer for sound made here can be yes or no. For sound made elsewhere it will stay a probability, and the page will say how often it is wrong.",
						},
					]}
				/>
			</Section>
		</>
	);
}
