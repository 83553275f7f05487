import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import { ContentPage } from "../components/content-page.tsx";
import { contentMeta } from "../model/content-meta.ts";
import { useCases } from "./content/use-cases.ts";

export function loader({ params }: LoaderFunctionArgs) {
	const page = useCases.find(({ path }) => path === `/use-cases/${params.useCase}`);
	if (!page) throw data(null, { status: 404 });
	return page;
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? contentMeta(loaderData) : []);

export default function UseCasePage() {
	return <ContentPage page={useLoaderData<typeof loader>()} />;
}
