import { ButtonLink, FeatureGrid, Hero, PlannedNote, Section } from "./components/blocks.tsx";
import { SiteForm } from "./forms/site-form.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "Affiliates",
		description:
			"An affiliate programme is planned: what it will do, what you can do today, and a form to say that you are interested.",
		path: "/affiliates",
	});

export default function AffiliatesPage() {
	return (
		<>
			<Hero
				eyebrow="Affiliates"
				title="Recommend it, and share what it earns"
				lead="For people who write, teach or film about voice and text. The programme does not run yet: no links, no counting, no payment."
				actions={
					<>
						<ButtonLink to="/affiliate-partner-guide" variant="secondary">
							Partner guide
						</ButtonLink>
						<ButtonLink to="/affiliates/terms" variant="secondary">
							Draft of the terms
						</ButtonLink>
					</>
				}
			>
				<PlannedNote>You can say that you are interested; nobody can earn anything by it today.</PlannedNote>
			</Hero>
			<Section id="planned" title="What it will do">
				<FeatureGrid
					items={[
						{
							title: "A link of your own",
							status: "planned",
							text: "People who come by it and open an account are counted, without trackers of other companies.",
						},
						{
							title: "A share",
							status: "planned",
							text: "Of what they pay this installation's operator, who sets the percentage. Where nothing is charged there is nothing to share.",
						},
						{
							title: "A page with figures",
							status: "planned",
							text: "Visits, accounts, payments, and what is due, as they happen.",
						},
						{ title: "Payouts", status: "planned", text: "Monthly, by the payment provider that the operator uses." },
					]}
				/>
			</Section>
			<Section
				id="interested"
				title="Say that you are interested"
				lead="The operator of this server gets your message and can tell you when, and whether, a programme begins here."
			>
				<SiteForm
					form="affiliates"
					label="Affiliate interest"
					submit="Send"
					received="Your message is on its way to the operator of this server. The answer comes by e-mail."
				/>
			</Section>
		</>
	);
}
