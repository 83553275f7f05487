import { ButtonLink, Faq, FeatureGrid, Hero, Section } from "./components/blocks.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "Grants for work that gives people a voice",
		description:
			"Free credits on this installation for schools, accessibility, research and free software, decided by its operator. And the way that needs no grant.",
		path: "/grants",
	});

export default function GrantsPage() {
	return (
		<>
			<Hero
				eyebrow="Grants"
				title="Credits for work that would not happen otherwise"
				lead="The operator of this server can give credits to projects that earn nothing. You ask by a short form; a person decides."
				actions={
					<>
						<ButtonLink to="/grants-application">Apply</ButtonLink>
						<ButtonLink to="/blog/two-commands/" variant="secondary">
							Or run it yourself
						</ButtonLink>
					</>
				}
			/>
			<Section id="who" title="Who it is for">
				<FeatureGrid
					items={[
						{
							title: "Schools and libraries",
							text: "Reading lists, audio for pupils who read with difficulty, texts in a language taught.",
						},
						{
							title: "Accessibility",
							text: "Tools for people who cannot see a page, or who have lost their own voice.",
						},
						{ title: "Research", text: "Work on speech, language or perception whose results are published." },
						{ title: "Free software", text: "Projects under a free licence that need to speak in tests or in use." },
					]}
				/>
			</Section>
			<Section id="questions" title="Questions">
				<Faq
					items={[
						{
							question: "How much is a grant?",
							answer:
								"That is for the operator to say. There is no fixed amount and no promise: a character is a credit, so say how many characters you need in a month.",
						},
						{
							question: "Who decides, and when?",
							answer:
								"The operator of this server reads each application. There is no automatic decision, and no deadline that we could promise in their name.",
						},
						{
							question: "What is expected in return?",
							answer: "That it is used for what you wrote, within the use policy. No logo, no mention.",
						},
						{
							question: "And without a grant?",
							answer:
								"Timbre is free software. On a machine of your own there are no credits to buy: two commands start it, and the operator who sets the limits is you.",
						},
					]}
				/>
			</Section>
		</>
	);
}
