import { Hero, Section, Steps } from "./components/blocks.tsx";
import { SiteForm } from "./forms/site-form.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "Careers and contributing",
		description:
			"There are no open positions. How to take part in building Timbre all the same, and how to introduce yourself.",
		path: "/careers",
	});

export default function CareersPage() {
	return (
		<>
			<Hero
				eyebrow="Careers"
				title="No open positions"
				lead="Nobody is being hired right now, and we would rather say so than collect applications. The work itself is open: the source is under the AGPL, and a good change is a good introduction."
			/>
			<Section id="contribute" title="How to take part" lead="The short way, as the contributing guide has it.">
				<Steps
					items={[
						{
							title: "Start it",
							text: "npm install, then npm run dev. If that does not end in a running product, you have found the first thing worth mending.",
						},
						{
							title: "Make one change",
							text: "A change in behaviour brings a test that is named by the rule it proves.",
						},
						{
							title: "Check it",
							text: "npm run check runs what every change has to pass: format, types, boundaries between areas, tests on a real database.",
						},
						{
							title: "Say what was wrong",
							text: "The description says what was missing and what is so now, with the figure if there is one.",
						},
					]}
				/>
			</Section>
			<Section
				id="introduce"
				title="Introduce yourself"
				lead="For work that does not fit into a pull request: a language you know well, recordings, design, running it at scale."
			>
				<SiteForm
					form="careers"
					label="Introduce yourself"
					submit="Send"
					received="Your message is on its way to the operator of this server. If there is a fit, an answer comes by e-mail."
				/>
			</Section>
		</>
	);
}
