import { Hero, Section } from "./components/blocks.tsx";
import { SiteForm } from "./forms/site-form.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "Apply for a grant",
		description:
			"A short application for free credits on this installation: what you want to do, for whom, and how many characters it needs.",
		path: "/grants-application",
	});

export default function GrantsApplicationPage() {
	return (
		<>
			<Hero
				eyebrow="Grants"
				title="Apply for a grant"
				lead="Six fields, a few minutes. Write as you would to a colleague; nobody counts keywords."
			/>
			<Section id="apply" title="Your project" lead="The operator of this server reads it and answers by e-mail.">
				<SiteForm
					form="grants-application"
					label="Grant application"
					submit="Send application"
					received="Your application is on its way to the operator of this server. The answer comes by e-mail."
				/>
			</Section>
		</>
	);
}
