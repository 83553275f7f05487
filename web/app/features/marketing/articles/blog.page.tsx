import { Link, useLoaderData } from "react-router";
import { Hero } from "../components/blocks.tsx";
import { absoluteUrl, siteMeta } from "../model/meta.ts";
import { articlePath, articles } from "./content/blog/articles.ts";
import { articleTexts } from "./content/blog/texts.ts";
import { formatDate } from "./model/format-date.ts";
import { loadDocument, readingMinutes } from "./model/load-document.ts";

const title = "Engineering blog";
const description =
	"How Timbre works, benchmarks and the hardware they ran on, and known limits, with commands to reproduce every figure.";

export function loader() {
	return {
		articles: articles.map((article) => ({
			...article,
			minutes: readingMinutes(loadDocument(articleTexts[article.slug] ?? [])),
		})),
	};
}

export const meta = () => [
	...siteMeta({
		title,
		description,
		path: "/blog/",
		structuredData: [{ "@type": "Blog", name: title, description, url: absoluteUrl("/blog/") }],
	}),
	{ tagName: "link", rel: "alternate", type: "application/rss+xml", title: "Timbre", href: "/blog/rss.xml" },
];

export default function BlogPage() {
	const loaderData = useLoaderData<typeof loader>();
	return (
		<>
			<Hero eyebrow="Blog" title={title} lead="How Timbre works, benchmarks, and known limits." />
			<section aria-label="Articles" className="px-5 pb-20">
				<div className="mx-auto max-w-6xl">
					<ul className="border-line border-t">
						{loaderData.articles.map(({ slug, title: name, description: about, published, minutes }) => (
							<li
								key={slug}
								className="grid gap-x-16 gap-y-2 border-line border-b py-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,9fr)]"
							>
								<p className="text-[15px] text-muted leading-9 tabular">
									<time dateTime={published}>{formatDate(published)}</time>, {minutes} min read
								</p>
								<div>
									<h2 className="text-balance font-serif text-[30px] leading-9">
										<Link to={articlePath(slug)} className="underline-offset-4 hover:underline">
											{name}
										</Link>
									</h2>
									<p className="mt-2 max-w-2xl text-muted">{about}</p>
								</div>
							</li>
						))}
					</ul>
					<p className="mt-8 text-[15px] text-muted">
						<a href="/blog/rss.xml" className="text-ink underline underline-offset-4">
							Subscribe with RSS
						</a>
					</p>
				</div>
			</section>
		</>
	);
}
