import { useLoaderData } from "react-router";
import { Hero, PlannedNote, Prose } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { Document } from "./components/document.tsx";
import { guideTexts } from "./content/guide/texts.ts";
import { loadDocument } from "./model/load-document.ts";

export function loader() {
	return { blocks: loadDocument(guideTexts.affiliateGuide) };
}

export const meta = () =>
	siteMeta({
		title: "Affiliate partner guide",
		description:
			"How to recommend Timbre: what works today, what does not, how to demo it, and how to disclose your commission. The affiliate program is planned.",
		path: "/affiliate-partner-guide",
	});

export default function AffiliatesGuidePage() {
	const loaderData = useLoaderData<typeof loader>();
	return (
		<>
			<Hero
				eyebrow="Affiliates"
				title="Affiliate partner guide"
				lead="How to recommend Timbre accurately, so your audience keeps trusting you."
			>
				<PlannedNote>There is no affiliate program yet. Nothing is tracked and nothing is paid.</PlannedNote>
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
