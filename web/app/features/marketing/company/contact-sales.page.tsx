import { Hero, Section } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { SiteForm } from "./components/site-form.tsx";

export const meta = () =>
	siteMeta({
		title: "Contact",
		description:
			"Contact the operator of this Timbre server about plans, larger volumes, custom voices or running Timbre yourself.",
		path: "/contact-sales",
	});

export default function ContactSalesPage() {
	return (
		<>
			<Hero
				eyebrow="Contact"
				title="Contact us"
				lead="Your message goes to the operator of this server. Tell us what you need, and we'll say so if it is not built yet."
			/>
			<Section
				id="write"
				title="Send a message"
				lead={
					<>
						<p>Please include languages, characters per month, and whether it can run outside your own network.</p>
						<p className="mt-4">For rights, privacy and misuse, use the legal contact form.</p>
					</>
				}
			>
				<SiteForm
					form="contact-sales"
					label="Contact"
					submit="Send message"
					received="Your message is on its way to the operator of this server. You'll get a reply by email."
				/>
			</Section>
		</>
	);
}
