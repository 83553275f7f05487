import { type MetaFunction, useLoaderData } from "react-router";
import { contentMeta } from "./components/content-meta.ts";
import { ContentPage } from "./components/content-page.tsx";
import { HomeTryBox } from "./components/home-try-box.tsx";
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
