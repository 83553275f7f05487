import { Link, useLoaderData } from "react-router";
import { CallToAction, Hero, Section } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { plannedProducts } from "./content/products.ts";

export const meta = () =>
	siteMeta({
		title: "Roadmap",
		description:
			"What is planned for Timbre and not available yet: dubbing, sound effects, a text reader, voice agents, music and more.",
		path: "/roadmap",
	});

/** In a loader, so that the pages' full texts stay out of the browser. */
export function loader() {
	return plannedProducts.map(({ path, name, lead }) => ({ path, name, lead }));
}

const further = [
	{ name: "Voice agents", text: "Conversations by phone or in the browser." },
	{ name: "Music", text: "Background music from a description." },
	{ name: "Embeddable players", text: "Audio versions of articles for your own site." },
	{ name: "Payments", text: "For operators who charge for their server." },
];

export default function RoadmapPage() {
	const products = useLoaderData<typeof loader>();
	return (
		<>
			<Hero
				title="What is planned"
				lead="Nothing on this page is available yet, and there are no dates. Everything else on this site works today."
			/>
			<Section id="products" title="Products" lead="Each page describes what the product will do.">
				<dl className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
					{products.map(({ path, name, lead }) => (
						<div key={path} className="border-control border-t border-dashed pt-4">
							<dt className="font-medium">
								<Link to={path} className="underline decoration-control underline-offset-4 hover:decoration-ink">
									{name}
								</Link>
							</dt>
							<dd className="mt-2 text-[15px] text-muted leading-6">{lead}</dd>
						</div>
					))}
				</dl>
			</Section>
			<Section id="further" title="Further ideas" lead="Not designed yet.">
				<dl className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
					{further.map(({ name, text }) => (
						<div key={name} className="border-control border-t border-dashed pt-4">
							<dt className="font-medium">{name}</dt>
							<dd className="mt-2 text-[15px] text-muted leading-6">{text}</dd>
						</div>
					))}
				</dl>
			</Section>
			<CallToAction
				title="Want one of these sooner?"
				text="The source is open under the AGPL, and contributions are welcome."
				to="/careers"
				label="How to contribute"
			/>
		</>
	);
}
