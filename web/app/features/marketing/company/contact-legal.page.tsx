import { Link } from "react-router";
import { Hero, Section } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { SiteForm } from "./components/site-form.tsx";

export const meta = () =>
	siteMeta({
		title: "Legal contact",
		description:
			"Report misuse of a voice or text, or ask about data stored about you. Your message goes to the operator of this server.",
		path: "/contact-legal",
	});

const link = "text-ink underline underline-offset-4";

export default function ContactLegalPage() {
	return (
		<>
			<Hero
				eyebrow="Legal contact"
				title="Rights, privacy and misuse"
				lead="For questions about rights, privacy and misuse, with or without an account. Your message goes to the operator of this server, who is responsible for it."
			/>
			<Section
				id="write"
				title="Send a message"
				lead={
					<p>
						See the{" "}
						<Link to="/use-policy" className={link}>
							use policy
						</Link>{" "}
						for what is not allowed, and{" "}
						<Link to="/privacy" className={link}>
							privacy
						</Link>{" "}
						for what is stored. If someone is in danger, call the police first.
					</p>
				}
			>
				<SiteForm
					form="contact-legal"
					label="Legal contact"
					submit="Send report"
					received="Your report is on its way to the operator of this server. You'll get a reply by email."
				/>
			</Section>
		</>
	);
}
