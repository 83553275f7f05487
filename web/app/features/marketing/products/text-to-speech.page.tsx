import { type MetaFunction, useLoaderData } from "react-router";
import { ContentPage } from "../components/content-page.tsx";
import { HomeTryBox } from "../components/home-try-box.tsx";
import { contentMeta } from "../model/content-meta.ts";
import { textToSpeech } from "./content/products-text-to-speech.ts";

export function loader() {
	return textToSpeech;
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? contentMeta(loaderData) : []);

export default function TextToSpeechPage() {
	return (
		<ContentPage page={useLoaderData<typeof loader>()}>
			<HomeTryBox />
		</ContentPage>
	);
}
