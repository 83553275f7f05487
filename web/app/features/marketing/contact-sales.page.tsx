import { Hero, Section } from "./components/blocks.tsx";
import { SiteForm } from "./forms/site-form.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "Contact",
		description:
			"Write to the operator of this Timbre installation about plans, larger volumes, your own voices or running it yourself.",
		path: "/contact-sales",
	});

export default function ContactSalesPage() {
	return (
		<>
			<Hero
				eyebrow="Contact"
				title="Tell us what should be spoken"
				lead="The message goes to the operator of this server. Say plainly what you need; if it is not built yet, you will hear that too."
			/>
			<Section
				id="write"
				title="Write to us"
				lead={
					<>
						<p>
							Useful to know beforehand: languages, characters a month, and whether it may run outside your own network.
						</p>
						<p className="mt-4">For rights, privacy and misuse there is the legal contact.</p>
					</>
				}
			>
				<SiteForm
					form="contact-sales"
					label="Contact"
					submit="Send message"
					received="Your message is on its way to the operator of this server. The answer comes by e-mail."
				/>
			</Section>
		</>
	);
}
