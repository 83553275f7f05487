import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import { CallToAction, Hero, Prose } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { Document } from "./components/document.tsx";
import { examplePath, examples } from "./content/examples/examples.ts";
import { exampleTexts } from "./content/examples/texts.ts";
import { loadDocument } from "./model/load-document.ts";

export function loader({ params }: LoaderFunctionArgs) {
	const example = examples.find(({ slug }) => slug === params.slug);
	if (!example) throw data("Example not found.", { status: 404 });
	return { example, blocks: loadDocument(exampleTexts[example.slug] ?? []) };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
	if (!loaderData) return [{ title: "Example not found - Timbre" }];
	const { title, description, slug } = loaderData.example;
	return siteMeta({ title, description, path: examplePath(slug) });
};

export default function CustomersExamplePage() {
	const { example, blocks } = useLoaderData<typeof loader>();
	return (
		<>
			<Hero
				eyebrow={
					<>
						<Link to="/customers" className="text-ink underline underline-offset-4">
							Examples
						</Link>
						, <strong className="font-medium text-ink">not a customer story</strong>
					</>
				}
				title={example.title}
				lead={`${example.summary} This is a fictional example. Every step works in Timbre today.`}
			/>
			<div className="border-line border-t px-5 py-16">
				<div className="mx-auto max-w-6xl">
					<Prose>
						<Document blocks={blocks} />
					</Prose>
				</div>
			</div>
			<CallToAction
				title="Try it with your own text"
				text="All you need is an email address and a password."
				to="/app/sign-up"
				label="Create account"
			/>
		</>
	);
}
