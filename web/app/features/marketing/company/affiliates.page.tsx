import { Link } from "react-router";
import { ButtonLink, FeatureGrid, Hero, PlannedNote, Section } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { SiteForm } from "./components/site-form.tsx";

export const meta = () =>
	siteMeta({
		title: "Affiliates",
		description: "An affiliate program is planned for Timbre. See what it will include, and register your interest.",
		path: "/affiliates",
	});

export default function AffiliatesPage() {
	return (
		<>
			<Hero
				eyebrow="Affiliates"
				title="Affiliate program"
				lead="For people who write, teach or make videos about voice technology. The program has not started: there are no links, tracking or payments yet."
				actions={
					<>
						<ButtonLink to="/affiliate-partner-guide" variant="secondary">
							Partner guide
						</ButtonLink>
						<ButtonLink to="/affiliates/terms" variant="secondary">
							Draft terms
						</ButtonLink>
					</>
				}
			>
				<PlannedNote>You can register your interest. Nobody can earn anything yet.</PlannedNote>
			</Hero>
			<Section id="planned" title="What it will include">
				<FeatureGrid
					items={[
						{
							title: "Referral link",
							status: "planned",
							text: "Counts sign-ups from your link, without third-party trackers.",
						},
						{
							title: "Commission",
							status: "planned",
							text: "A percentage, set by the operator, of what those customers pay. If the operator charges nothing, there is no commission.",
						},
						{
							title: "Dashboard",
							status: "planned",
							text: "Visits, sign-ups, payments and your balance in real time.",
						},
						{
							title: "Payouts",
							status: "planned",
							text: (
								<>
									Monthly, through the operator's payment provider.{" "}
									<Link to="/payouts" className="underline underline-offset-4">
										How payouts will work
									</Link>
								</>
							),
						},
					]}
				/>
			</Section>
			<Section
				id="interested"
				title="Register your interest"
				lead="The operator of this server gets your message and can tell you if and when a program starts here."
			>
				<SiteForm
					form="affiliates"
					label="Affiliate interest"
					submit="Send message"
					received="Your message is on its way to the operator of this server. You'll get a reply by email."
				/>
			</Section>
		</>
	);
}
