import { Link } from "react-router";
import { Hero, Section } from "./components/blocks.tsx";
import { SiteForm } from "./forms/site-form.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "Legal contact",
		description:
			"Report misuse of a voice, a text that should not have been read, or ask about data that is kept about you. Goes to the operator of this installation.",
		path: "/contact-legal",
	});

const link = "text-ink underline underline-offset-4";

export default function ContactLegalPage() {
	return (
		<>
			<Hero
				eyebrow="Legal contact"
				title="Rights, privacy, misuse"
				lead="For anybody, with or without an account. The message goes to the operator of this server, who is responsible for what happens on it."
			/>
			<Section
				id="write"
				title="Report or ask"
				lead={
					<p>
						What is not allowed stands in the{" "}
						<Link to="/use-policy" className={link}>
							use policy
						</Link>
						, what is kept in{" "}
						<Link to="/privacy" className={link}>
							privacy
						</Link>
						. If somebody is in danger, call the police first.
					</p>
				}
			>
				<SiteForm
					form="contact-legal"
					label="Legal contact"
					submit="Send report"
					received="Your report is on its way to the operator of this server. The answer comes by e-mail."
				/>
			</Section>
		</>
	);
}
