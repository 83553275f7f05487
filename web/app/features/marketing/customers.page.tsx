import { Link } from "react-router";
import { CallToAction, FeatureGrid, Hero, Section } from "./components/blocks.tsx";
import { examplePath, examples } from "./content/examples/examples.ts";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "Customers and worked examples",
		description:
			"No customers are named here yet. What a published case needs, and three worked examples made by us and marked as such.",
		path: "/customers",
	});

export default function CustomersPage() {
	return (
		<>
			<Hero
				eyebrow="Customers"
				title="Nobody to name yet"
				lead="Timbre is new. There is no wall of logos here, because nobody has agreed to stand on one. What we can show instead are examples, made by us from beginning to end and marked as such."
			/>
			<Section
				id="examples"
				title="Worked examples"
				lead="Each is a task one could have on Monday morning. None is a customer's story."
			>
				<ul className="flex flex-col">
					{examples.map(({ slug, title, summary }) => (
						<li key={slug} className="border-line border-b py-6 first:pt-0 last:border-b-0">
							<p className="text-[13px] text-muted">Example, not a customer</p>
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
			<Section
				id="published"
				title="What a published case needs"
				lead="So that the first one is worth reading, and the tenth one too."
			>
				<FeatureGrid
					items={[
						{
							title: "A name that agreed",
							text: "The organisation agrees in writing to the text, and can take it back at any time.",
						},
						{
							title: "Figures with a method",
							text: "Each number says how it was measured and from when it is. No “up to”.",
						},
						{ title: "What did not work", text: "Every story has a part where something was missing. It stays in." },
						{ title: "Sound", text: "A sample of what is really used, with the voice and the settings beside it." },
					]}
				/>
			</Section>
			<CallToAction
				title="You use it for something?"
				text="Tell us what, and what got in your way. It may become the first real story here."
				to="/contact-sales"
				label="Write to us"
			/>
		</>
	);
}
