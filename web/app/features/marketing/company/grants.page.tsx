import { ButtonLink, Faq, FeatureGrid, Hero, Section } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";

export const meta = () =>
	siteMeta({
		title: "Grants",
		description:
			"Free credits on this Timbre server for education, accessibility, research and open source, granted by its operator. You can also self-host for free.",
		path: "/grants",
	});

export default function GrantsPage() {
	return (
		<>
			<Hero
				eyebrow="Grants"
				title="Free credits for nonprofit projects"
				lead="The operator of this server can grant credits to projects that make no money. Apply with a short form; a person decides."
				actions={
					<>
						<ButtonLink to="/grants-application">Apply for a grant</ButtonLink>
						<ButtonLink to="/blog/two-commands/" variant="secondary">
							Run it yourself
						</ButtonLink>
					</>
				}
			/>
			<Section id="who" title="Who it is for">
				<FeatureGrid
					items={[
						{
							title: "Schools and libraries",
							text: "Reading lists, audio for students who have trouble reading, and language lessons.",
						},
						{
							title: "Accessibility",
							text: "Tools for people who can't see a page or have lost their voice.",
						},
						{ title: "Research", text: "Published research on speech, language or perception." },
						{
							title: "Open source",
							text: "Projects under an open-source license that need speech in tests or in production.",
						},
					]}
				/>
			</Section>
			<Section id="questions" title="Questions">
				<Faq
					items={[
						{
							question: "How large is a grant?",
							answer:
								"The operator decides; there is no fixed amount. One character is one credit, so tell us how many characters you need per month.",
						},
						{
							question: "Who decides, and when?",
							answer:
								"The operator of this server reads each application. Decisions are not automated, and there is no fixed deadline.",
						},
						{
							question: "What is expected in return?",
							answer: "Use it for what you described, within the use policy. No logo or credit required.",
						},
						{
							question: "Can I use Timbre without a grant?",
							answer:
								"Yes. Timbre is open source. On your own machine there are no credits to buy: two commands start it, and you set the limits.",
						},
					]}
				/>
			</Section>
		</>
	);
}
