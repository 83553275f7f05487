import { ApiReference } from "../developers/developers.reference.public.tsx";
import { ButtonLink, Hero } from "./components/blocks.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "API reference",
		description:
			"Every call of the Timbre API: what it takes, what it gives and how it refuses, with a form to try it on this server with your own key.",
		path: "/api-reference",
	});

export default function ApiReferencePage() {
	return (
		<>
			<Hero
				title="API reference"
				lead="Every call of this server, made from the description it checks requests with. Each can be tried here with your own key, which stays in this page."
				actions={
					<>
						<ButtonLink to="/app/settings/api-keys">Get an API key</ButtonLink>
						<ButtonLink to="/api" variant="secondary">
							What the API can do
						</ButtonLink>
					</>
				}
			/>
			<div className="px-5 pb-20">
				<div className="mx-auto max-w-6xl *:max-w-4xl">
					<ApiReference heading="h2" />
				</div>
			</div>
		</>
	);
}
