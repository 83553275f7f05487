import { Link } from "react-router";
import { CallToAction, FeatureGrid, Hero, OperatorNote, Section } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { examplePath, examples } from "./content/examples/examples.ts";

export const meta = () =>
	siteMeta({
		title: "Examples",
		description:
			"Three complete workflows from start to finish: an audiobook chapter, a help desk line and a school reading list. None is a customer story.",
		path: "/customers",
	});

export default function CustomersPage() {
	return (
		<>
			<Hero
				eyebrow="Customers"
				title="Three workflows from start to finish"
				lead="Fictional examples that show what people do with Timbre, with the audio and the figures."
			>
				<OperatorNote>You can publish stories of your own customers here.</OperatorNote>
			</Hero>
			<Section
				id="examples"
				title="Examples"
				lead="Realistic tasks from start to finish. None of them is a customer story."
			>
				<ul className="flex flex-col">
					{examples.map(({ slug, title, summary }) => (
						<li key={slug} className="border-line border-b py-6 first:pt-0 last:border-b-0">
							<p className="text-[13px] text-muted">Example, not a customer story</p>
							<h3 className="mt-1 text-balance font-serif text-[28px] leading-9">
								<Link to={examplePath(slug)} className="underline-offset-4 hover:underline">
									{title}
								</Link>
							</h3>
							<p className="mt-1 text-muted">{summary}</p>
						</li>
					))}
				</ul>
			</Section>
			<Section id="published" title="Our rules for customer stories" lead="Every published story meets these.">
				<FeatureGrid
					items={[
						{
							title: "Written approval",
							text: "The organization approves the text in writing and can withdraw it at any time.",
						},
						{
							title: "Figures with a source",
							text: "Each number states how and when it was measured. No “up to”.",
						},
						{ title: "What did not work", text: "Problems and gaps are included." },
						{ title: "Audio", text: "A sample of the audio in use, with its voice and settings." },
					]}
				/>
			</Section>
			<CallToAction
				title="Using Timbre?"
				text="Tell us what you use it for and what got in your way."
				to="/contact-sales"
				label="Contact us"
			/>
		</>
	);
}
