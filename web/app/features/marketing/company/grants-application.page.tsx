import { Hero, Section } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { SiteForm } from "./components/site-form.tsx";

export const meta = () =>
	siteMeta({
		title: "Apply for a grant",
		description:
			"Apply for free credits on this Timbre server: what you want to do, for whom, and how many characters you need.",
		path: "/grants-application",
	});

export default function GrantsApplicationPage() {
	return (
		<>
			<Hero eyebrow="Grants" title="Apply for a grant" lead="A short form with six fields. It takes a few minutes." />
			<Section
				id="apply"
				title="Your project"
				lead="The operator of this server reads every application and replies by email."
			>
				<SiteForm
					form="grants-application"
					label="Grant application"
					submit="Send application"
					received="Your application is on its way to the operator of this server. You'll get a reply by email."
				/>
			</Section>
		</>
	);
}
