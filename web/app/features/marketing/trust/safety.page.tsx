import { CallToAction, FeatureGrid, Hero, Section } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";

export const meta = () =>
	siteMeta({
		title: "Safety: what is protected and what is not",
		description:
			"How Timbre prevents voice misuse today, which protections do not exist yet, and where to report abuse.",
		path: "/safety",
	});

export default function SafetyPage() {
	return (
		<>
			<Hero
				eyebrow="Safety"
				title="What is protected and what is not"
				lead="Synthetic voices can be used to deceive. This page lists the protections Timbre has today and the ones it does not have yet."
			/>
			<Section id="today" title="Protections today">
				<FeatureGrid
					items={[
						{
							title: "Proof of consent",
							text: "A voice created from recordings can't be used until its speaker reads a freshly generated sentence aloud, in the same voice as the recordings. Five failed attempts block verification for a day.",
						},
						{
							title: "Revoked in seconds",
							text: "A speaker can revoke consent at any time. New and running generations with that voice stop within two seconds, and stored sentences can no longer be played.",
						},
						{
							title: "No exact clones",
							text: "A voice from recordings is a blend of shipped voices that resembles the speaker. It is labeled as matched, not cloned.",
						},
						{
							title: "Origin check",
							text: "You can check whether a recording matches anything in a history on this server. Audio made elsewhere can't be detected, and we show no probability for it.",
						},
						{
							title: "Blocked voices",
							text: "The operator can block a voice or require its owner to verify it again. Repeated failed attempts put an account on probation.",
						},
						{
							title: "Anonymous limits",
							text: "Visitors can only try short sentences, a few per minute, and always after signed-in users.",
						},
						{
							title: "Traceable audio",
							text: "Audio generated with an account stays in that account's history, unless logging was turned off in the API request.",
						},
						{
							title: "Scoped API keys",
							text: "An API key can be limited to the permissions it needs. A lost key can be revoked immediately.",
						},
						{
							title: "Labeled shared pages",
							text: "Every shared page states that the audio is synthetic.",
						},
						{
							title: "Abuse reports",
							text: "The legal contact form reaches the operator of this server, with or without an account.",
						},
					]}
				/>
			</Section>
			<Section
				id="missing"
				title="Not available yet"
				lead="Do not rely on any of these. Listed in the order they are planned."
			>
				<FeatureGrid
					items={[
						{
							title: "Audio watermark",
							status: "planned",
							text: "There is no watermark in generated audio. A downloaded file can't be identified as synthetic by ear or by software.",
						},
						{
							title: "C2PA manifests",
							status: "planned",
							text: "Files carry no signed statement of how they were made.",
						},
						{
							title: "Moderation of all text",
							status: "planned",
							text: "Only text that other users generate with a live-moderated voice is checked against a list of phrases. All other text is spoken as written.",
						},
						{
							title: "General AI speech detection",
							status: "planned",
							text: "Timbre can't tell whether audio is synthetic if it was made elsewhere or left no record here.",
						},
						{
							title: "Stronger speaker verification",
							status: "planned",
							text: "Consent is verified with simple voice measurements. In our test with six speakers, no stranger passed, but one speaker was rejected against their own recording. Synthetic imitations pass more often.",
						},
					]}
				/>
			</Section>
			<Section
				id="operators"
				title="If you run a server"
				lead="You decide who gets an account, and you are responsible under the laws of your country."
			>
				<div className="prose-site max-w-[68ch] text-[15px]">
					<ul>
						<li>
							Tell listeners that the voice is synthetic. European Union law has required this since August 2026, along
							with a machine-readable mark, which you have to add yourself today.
						</li>
						<li>Complete the use policy and terms, which come as templates.</li>
						<li>Read the legal contact messages. Without an email server, they wait in the database.</li>
					</ul>
				</div>
			</Section>
			<CallToAction
				title="Report abuse"
				text="Tell us where the audio can be heard and what it claims."
				to="/contact-legal"
				label="Send a report"
			/>
		</>
	);
}
