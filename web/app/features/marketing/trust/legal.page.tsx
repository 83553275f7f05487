import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import { Document } from "../articles/components/document.tsx";
import { loadDocument, plainText } from "../articles/model/load-document.ts";
import { Hero, Prose } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { legalDocuments } from "./content/documents.ts";
import { legalTexts } from "./content/texts.ts";

/** One module for all legal documents, selected by path. */
export function loader({ request }: LoaderFunctionArgs) {
	const path = new URL(request.url).pathname.replace(/\.data$|\/$/g, "");
	const document = legalDocuments.find((known) => known.path === path);
	if (!document) throw data("Document not found.", { status: 404 });
	const blocks = loadDocument(legalTexts[path] ?? []);
	const headings = blocks.flatMap((block) =>
		block.type === "heading" && block.level === 2 ? [{ id: block.id, text: plainText(block.children) }] : [],
	);
	const others = legalDocuments.filter((known) => known.path !== path).map(({ path: to, title }) => ({ to, title }));
	return { document, blocks, headings, others };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
	if (!loaderData) return [{ title: "Document not found - Timbre" }];
	return siteMeta(loaderData.document);
};

export default function LegalPage() {
	const { document, blocks, headings, others } = useLoaderData<typeof loader>();
	return (
		<>
			<Hero title={document.title} lead={document.lead}>
				<p
					role="note"
					className="max-w-2xl rounded-card border border-warning px-5 py-4 text-[15px] leading-6 [&_strong]:font-medium"
				>
					<strong>A template, not legal advice.</strong> It comes with the software. The operator of this server has to
					review it, fill in the [brackets] and have it checked before it is binding.
				</p>
			</Hero>
			<div className="border-line border-t px-5 py-16">
				<div className="mx-auto grid max-w-6xl gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
					<nav aria-label="On this page" className="text-[15px] leading-6 lg:sticky lg:top-8 lg:self-start">
						<p className="font-medium">On this page</p>
						<ul className="mt-2">
							{headings.map(({ id, text }) => (
								<li key={id}>
									<a href={`#${id}`} className="block py-1 text-muted hover:text-ink hover:underline">
										{text}
									</a>
								</li>
							))}
						</ul>
						<p className="mt-6 font-medium">Other documents</p>
						<ul className="mt-2">
							{others.map(({ to, title }) => (
								<li key={to}>
									<Link to={to} className="block py-1 text-muted hover:text-ink hover:underline">
										{title}
									</Link>
								</li>
							))}
						</ul>
					</nav>
					<Prose>
						<Document blocks={blocks} />
					</Prose>
				</div>
			</div>
		</>
	);
}
