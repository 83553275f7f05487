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
							title: "Proof of consent",
							text: "A voice made from recordings is silent until its speaker has read a sentence made at that moment, in the voice of the recordings. Five failed readings end it for a day.",
						},
						{
							title: "Taken back in seconds",
							text: "A speaker can withdraw at any time. New and running speech with that voice ends within two seconds, and sentences that were kept are not played again.",
						},
						{
							title: "No copies of people",
							text: "A voice from recordings is a mix of the shipped voices that resembles the speaker, and says so. It is a likeness, not a copy.",
						},
						{
							title: "Made here?",
							text: "A recording can be compared with everything that is in a history here. What was made elsewhere cannot be told, and no percentage pretends otherwise.",
						},
						{
							title: "Blocked voices",
							text: "The operator can block a voice or ask its owner to prove anew that it is theirs. Many failed readings put an account on probation.",
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
							title: "A check of all texts",
							status: "planned",
							text: "Only what others let a voice with live moderation say is compared with a list of phrases. Any other text is spoken as it is written.",
						},
						{
							title: "A detector for other machines",
							status: "planned",
							text: "Of a voice that was not made here, or left no record, nothing here can tell whether it is a machine's.",
						},
						{
							title: "A surer comparison of voices",
							status: "planned",
							text: "Consent is checked by simple measurements of the voice. In our test of six readers no stranger passed, and one of the six was refused as a stranger to their own recording; imitations by machine pass more often.",
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
