import { ButtonLink, Faq, Hero, PlannedNote, Section, Steps } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";

export const meta = () =>
	siteMeta({
		title: "AI speech classifier",
		description:
			"Check whether a recording was generated on this Timbre server. Audio from other sources can't be classified, and we show no probability for it.",
		path: "/ai-speech-classifier",
	});

export default function ClassifierPage() {
	return (
		<>
			<Hero
				eyebrow="AI speech classifier"
				title="Was this audio made here?"
				lead="Upload a recording and we compare it with every generation still in a history on this server. We can't tell whether other audio is synthetic, and a tool that guessed would do harm."
				actions={
					<>
						<ButtonLink to="/app/ai-classifier">Check a recording</ButtonLink>
						<ButtonLink to="/contact-legal" variant="secondary">
							Report misuse
						</ButtonLink>
					</>
				}
			>
				<PlannedNote>
					Detecting audio that left no record here requires a watermark. Without one, every verdict is a guess.
				</PlannedNote>
			</Hero>
			<Section id="instead" title="What you can do instead">
				<Steps
					items={[
						{
							title: "Ask for the source",
							text: "Find out where it was first published, by whom, and whether a longer version exists. A clip without a source proves nothing either way.",
						},
						{
							title: "Call back",
							text: "If a familiar voice asks for money or a password, hang up and call the number you already have.",
						},
						{
							title: "Ask the operator",
							text: "If you think a clip was made on this server and you have no account here, use the legal contact form.",
						},
					]}
				/>
			</Section>
			<Section id="marks" title="How audio is labeled">
				<Faq
					items={[
						{ question: "Is generated audio watermarked?", answer: "No. One is planned." },
						{
							question: "Is origin stored in the file?",
							answer: "No. Files carry no information about their origin. Signed C2PA metadata is planned.",
						},
						{
							question: "Is origin recorded on the server?",
							answer:
								"Yes, in the history of the account that generated it, until it is deleted there. API requests with logging turned off leave no record.",
						},
						{
							question: "How is a recording recognized?",
							answer:
								"By its file hash if it is the original file, otherwise by an audio fingerprint that survives cutting, volume changes and re-encoding. Changing the speed or pitch makes it unrecognizable.",
						},
						{
							question: "Will it ever show a probability?",
							answer: "Not for audio made elsewhere until we can state how often the result would be wrong.",
						},
					]}
				/>
			</Section>
		</>
	);
}
