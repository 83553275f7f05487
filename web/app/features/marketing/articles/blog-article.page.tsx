import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import { CallToAction, Prose } from "../components/blocks.tsx";
import { absoluteUrl, siteMeta } from "../model/meta.ts";
import { Document } from "./components/document.tsx";
import { articlePath, articles } from "./content/blog/articles.ts";
import { articleTexts } from "./content/blog/texts.ts";
import { formatDate } from "./model/format-date.ts";
import { loadDocument, readingMinutes } from "./model/load-document.ts";

export function loader({ params }: LoaderFunctionArgs) {
	const at = articles.findIndex(({ slug }) => slug === params.slug);
	const article = articles[at];
	if (!article) throw data("Article not found.", { status: 404 });
	const blocks = loadDocument(articleTexts[article.slug] ?? []);
	return { article, blocks, minutes: readingMinutes(blocks), next: articles[(at + 1) % articles.length] };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
	if (!loaderData) return [{ title: "Article not found - Timbre" }];
	const { title, description, slug, published } = loaderData.article;
	const path = articlePath(slug);
	return siteMeta({
		title,
		description,
		path,
		structuredData: [
			{
				"@type": "Article",
				headline: title,
				description,
				datePublished: published,
				url: absoluteUrl(path),
				author: { "@type": "Organization", name: "Timbre" },
			},
		],
	});
};

export default function BlogArticlePage() {
	const { article, blocks, minutes, next } = useLoaderData<typeof loader>();
	return (
		<>
			<article className="px-5 pt-14 pb-20 sm:pt-20">
				<div className="mx-auto max-w-[68ch]">
					<p className="text-[15px] text-muted leading-6 tabular">
						<Link to="/blog/" className="text-ink underline underline-offset-4">
							Blog
						</Link>
						, <time dateTime={article.published}>{formatDate(article.published)}</time>, {minutes} min read
					</p>
					<h1 className="mt-5 mb-10 text-balance font-serif text-[42px] leading-[1.06] tracking-[-0.01em] sm:text-6xl">
						{article.title}
					</h1>
					<Prose>
						<Document blocks={blocks} />
					</Prose>
				</div>
			</article>
			{next ? (
				<CallToAction title={next.title} text={next.description} to={articlePath(next.slug)} label="Read next" />
			) : null}
		</>
	);
}
