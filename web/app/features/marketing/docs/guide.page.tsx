import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import { Document } from "../articles/components/document.tsx";
import { loadDocument, plainText } from "../articles/model/load-document.ts";
import { Prose } from "../components/blocks.tsx";
import { absoluteUrl, siteMeta } from "../model/meta.ts";
import { DocsNav, type NavGuide } from "./components/docs-nav.tsx";
import { guidePath, guides } from "./content/guides.ts";
import { guideTexts } from "./content/texts.ts";

export function loader({ params }: LoaderFunctionArgs) {
	const at = guides.findIndex(({ slug }) => slug === params.guide);
	const guide = guides[at];
	if (!guide) throw data("Guide not found.", { status: 404 });
	return {
		guide,
		blocks: loadDocument(guideTexts[guide.slug]),
		nav: guides.map(({ slug, group, title }): NavGuide => ({ slug, group, title, sections: sectionsOf(slug) })),
		next: guides[at + 1],
	};
}

function sectionsOf(slug: (typeof guides)[number]["slug"]): NavGuide["sections"] {
	return guideTexts[slug].flatMap((block) =>
		block.type === "heading" ? [{ id: block.id, title: plainText(block.children) }] : [],
	);
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
	if (!loaderData) return [{ title: "Guide not found - Timbre" }];
	const { title, description, slug } = loaderData.guide;
	const path = guidePath(slug);
	return siteMeta({
		title: `${title} guide`,
		description,
		path,
		structuredData: [{ "@type": "TechArticle", headline: title, description, url: absoluteUrl(path) }],
	});
};

export default function GuidePage() {
	const { guide, blocks, nav, next } = useLoaderData<typeof loader>();
	return (
		<div className="px-5 pt-8 pb-20 sm:pt-14">
			<div className="mx-auto grid max-w-6xl gap-x-16 gap-y-8 lg:grid-cols-[240px_minmax(0,1fr)]">
				<DocsNav guides={nav} current={guide.slug} />
				<article className="min-w-0">
					<h1 className="mb-8 text-balance font-serif text-[42px] leading-[1.06] tracking-[-0.01em] sm:text-6xl">
						{guide.title}
					</h1>
					<Prose>
						<Document blocks={blocks} />
					</Prose>
					{next ? (
						<p className="mt-14 border-line border-t pt-6">
							<span className="text-muted">Next: </span>
							<Link
								to={guidePath(next.slug)}
								className="font-medium underline decoration-control underline-offset-4 hover:decoration-ink"
							>
								{next.title}
							</Link>
						</p>
					) : null}
				</article>
			</div>
		</div>
	);
}
