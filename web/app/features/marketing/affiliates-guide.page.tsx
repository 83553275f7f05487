import { useLoaderData } from "react-router";
import { Hero, PlannedNote, Prose } from "./components/blocks.tsx";
import { Document } from "./content/document.tsx";
import { guideTexts } from "./content/guide/texts.ts";
import { loadDocument } from "./content/load-document.ts";
import { siteMeta } from "./marketing.meta.ts";

export function loader() {
	return { blocks: loadDocument(guideTexts.affiliateGuide) };
}

export const meta = () =>
	siteMeta({
		title: "Affiliate partner guide",
		description:
			"How to recommend Timbre well: what works today, what does not, how to show it, and what to say about your own share. The programme is planned.",
		path: "/affiliate-partner-guide",
	});

export default function AffiliatesGuidePage() {
	const loaderData = useLoaderData<typeof loader>();
	return (
		<>
			<Hero
				eyebrow="Affiliates"
				title="Recommending it well"
				lead="A guide for people who tell others about tools and want to be believed the next time too."
			>
				<PlannedNote>There is no affiliate programme yet; nothing is counted and nothing is paid.</PlannedNote>
			</Hero>
			<div className="border-line border-t px-5 py-16">
				<div className="mx-auto max-w-6xl">
					<Prose>
						<Document blocks={loaderData.blocks} />
					</Prose>
				</div>
			</div>
		</>
	);
}
