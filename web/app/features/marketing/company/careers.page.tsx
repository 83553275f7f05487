import { Hero, OperatorNote, Section, Steps } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { SiteForm } from "./components/site-form.tsx";

export const meta = () =>
	siteMeta({
		title: "Work on Timbre",
		description:
			"Timbre is open source. How to contribute, and how to introduce yourself to the operator of this server.",
		path: "/careers",
	});

export default function CareersPage() {
	return (
		<>
			<Hero
				eyebrow="Careers"
				title="Work on Timbre"
				lead="Timbre is open source under the AGPL, and a good contribution is the best introduction."
			>
				<OperatorNote>You can list your open positions here.</OperatorNote>
			</Hero>
			<Section id="contribute" title="Contribute" lead="A summary of the contributing guide.">
				<Steps
					items={[
						{
							title: "Run it",
							text: "Run npm install, then npm run dev. If that does not start the product, you have found your first bug.",
						},
						{
							title: "Make one change",
							text: "A change in behavior needs a test named after the rule it proves.",
						},
						{
							title: "Check it",
							text: "npm run check runs everything a change must pass: formatting, types, import boundaries, and tests on a real database.",
						},
						{
							title: "Describe it",
							text: "Say what was missing or broken and what changed, with measurements if you have them.",
						},
					]}
				/>
			</Section>
			<Section
				id="introduce"
				title="Introduce yourself"
				lead="For work that does not fit in a pull request: a language you know well, recordings, design, or running Timbre at scale."
			>
				<SiteForm
					form="careers"
					label="Introduce yourself"
					submit="Send message"
					received="Your message is on its way to the operator of this server. If there is a fit, you'll get a reply by email."
				/>
			</Section>
		</>
	);
}
