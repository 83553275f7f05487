import { ApiReference } from "../../developers/developers.reference.public.tsx";
import { ButtonLink, Hero } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";

export const meta = () =>
	siteMeta({
		title: "API reference",
		description:
			"Every endpoint of the Timbre API with its parameters, responses and errors, and a form to try it on this server with your own key.",
		path: "/api-reference",
	});

export default function ApiReferencePage() {
	return (
		<>
			<Hero
				title="API reference"
				lead="Every endpoint on this server, generated from the same schemas that validate requests. Try each one with your own key, which never leaves this page except to call the API."
				actions={
					<>
						<ButtonLink to="/app/settings/api-keys">Get an API key</ButtonLink>
						<ButtonLink to="/api" variant="secondary">
							API overview
						</ButtonLink>
					</>
				}
			/>
			<div className="px-5 pb-20">
				<div className="mx-auto max-w-6xl">
					<ApiReference heading="h2" />
				</div>
			</div>
		</>
	);
}
