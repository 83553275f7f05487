import { Button } from "@timbre/ui/primitives/button.tsx";
import { Link } from "react-router";
import { Page } from "../../shell/page.tsx";
import { ApiReference } from "./developers.reference.public.tsx";

export const meta = () => [{ title: "API reference - Timbre" }];

export default function ReferencePage() {
	return (
		<Page
			title="API reference"
			description="Every call of this server, made from the description it checks requests with. Each can be tried here with a key of yours."
			actions={
				<Button asChild>
					<Link to="/app/settings/api-keys">API keys</Link>
				</Button>
			}
			className="max-w-4xl"
		>
			<ApiReference heading="h2" />
		</Page>
	);
}
