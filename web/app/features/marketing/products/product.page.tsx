import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import { ContentPage } from "../components/content-page.tsx";
import { contentMeta } from "../model/content-meta.ts";
import { plannedProducts } from "./content/products.ts";
import { speechToText } from "./content/products-speech-to-text.ts";
import { studio } from "./content/products-studio.ts";
import { voiceChanger } from "./content/products-voice-changer.ts";
import { voiceCloning } from "./content/products-voice-cloning.ts";
import { voiceIsolator } from "./content/products-voice-isolator.ts";

/** One module for all text-only product pages. The loader sends the browser only the text of one page. */
export function loader({ url }: LoaderFunctionArgs) {
	const path = url.pathname.replace(/\/$/, "");
	const page = [speechToText, voiceChanger, voiceCloning, voiceIsolator, studio, ...plannedProducts].find(
		(product) => product.path === path,
	);
	if (!page) throw data(null, { status: 404 });
	return page;
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? contentMeta(loaderData) : []);

export default function ProductPage() {
	return <ContentPage page={useLoaderData<typeof loader>()} />;
}
