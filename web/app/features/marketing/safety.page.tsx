import { CallToAction, FeatureGrid, Hero, Section } from "./components/blocks.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "Safety: what is guarded, and what is not",
		description:
			"What Timbre does against misuse of voices today, what it does not do yet, and where to report something you heard.",
		path: "/safety",
	});

export default function SafetyPage() {
	return (
		<>
			<Hero
				eyebrow="Safety"
				title="What is guarded, and what is not"
				lead="A synthetic voice can deceive. These are the protections that exist in the software today, and those that do not exist yet. Nothing in the second list should be relied on."
			/>
			<Section id="today" title="Exists today">
				<FeatureGrid
					items={[
						{
							title: "No copies of people",
							text: "The voices are fixed and belong to published models. Nobody can bring in a recording and get that person's voice.",
						},
						{
							title: "Known limits",
							text: "Visitors can try short sentences only, a few a minute, and never ahead of signed-in users.",
						},
						{
							title: "Accounts and traces",
							text: "Speech made with an account is in that account's history, unless it was made with logging switched off by the API.",
						},
						{
							title: "Keys with few rights",
							text: "An API key can be limited to what it needs. A lost key can be taken back at once.",
						},
						{
							title: "Said on shared pages",
							text: "Every shared piece says below it that it was spoken by a machine.",
						},
						{
							title: "A place to report",
							text: "The legal contact reaches the operator of this server, with or without an account.",
						},
					]}
				/>
			</Section>
			<Section id="missing" title="Does not exist yet" lead="In the order in which it is meant to come.">
				<FeatureGrid
					items={[
						{
							title: "A mark inside the sound",
							status: "planned",
							text: "There is no watermark: a file that left this server cannot be told from others by listening or by a program.",
						},
						{
							title: "A signed label",
							status: "planned",
							text: "Files carry no C2PA manifest that says how they were made.",
						},
						{
							title: "A check of texts",
							status: "planned",
							text: "No text is examined for threats or deception before it is spoken.",
						},
						{
							title: "A classifier",
							status: "planned",
							text: "Nothing here can tell whether a recording was made by a machine.",
						},
						{
							title: "Proof of consent",
							status: "planned",
							text: "Needed before voice cloning may open: a sentence shown at that moment, read by the person.",
						},
					]}
				/>
			</Section>
			<Section
				id="operators"
				title="If you run it"
				lead="You decide who gets an account, and you are responsible under the law of your country."
			>
				<div className="prose-site max-w-[68ch] text-[15px]">
					<ul>
						<li>
							Say to listeners that a machine is speaking. In the European Union this is the law since August 2026, and
							so is a machine-readable mark, which you would have to add today.
						</li>
						<li>Fill in the use policy and the terms that come as templates.</li>
						<li>Read what arrives by the legal contact; set up mail, or the messages wait in the database.</li>
					</ul>
				</div>
			</Section>
			<CallToAction
				title="Heard something that should not exist?"
				text="Say where it can be heard and what it claims."
				to="/contact-legal"
				label="Report it"
			/>
		</>
	);
}
