import { ButtonLink, Faq, Hero, PlannedNote, Section, Steps } from "./components/blocks.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "AI speech classifier",
		description:
			"Whether a recording was made on this server can be looked up. Whether an unknown voice is a machine's cannot be told, and no figure pretends otherwise.",
		path: "/ai-speech-classifier",
	});

export default function ClassifierPage() {
	return (
		<>
			<Hero
				eyebrow="AI speech classifier"
				title="Was this spoken by a machine?"
				lead="If it was made on this server and is still in a history here, we can tell: send the recording and it is compared. Of everything else we cannot, and a box that pretended to would do harm: people lose jobs and cases over such answers."
				actions={
					<>
						<ButtonLink to="/app/ai-classifier">Compare a recording</ButtonLink>
						<ButtonLink to="/contact-legal" variant="secondary">
							Report something you heard
						</ButtonLink>
					</>
				}
			>
				<PlannedNote>
					For sound that left no record it needs a mark inside the sound; without one every verdict is a guess.
				</PlannedNote>
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
							text: "If you think that a clip was made on this server and you have no account here, say so by the legal contact.",
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
							question: "How is a recording recognised?",
							answer:
								"By its file, if it is the one that was delivered; else by the course of its sound, which survives cutting, another level and another encoding. Speeding it up or changing its pitch makes it unrecognisable.",
						},
						{
							question: "Will it ever say how likely a machine is?",
							answer:
								"For sound made elsewhere that stays a guess, and none is shown until it can be said how often it is wrong.",
						},
					]}
				/>
			</Section>
		</>
	);
}
