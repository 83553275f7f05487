import { Button } from "@timbre/ui/primitives/button.tsx";
import { Link } from "react-router";
import { Page } from "../../shell/page/page.tsx";
import { ApiReference } from "./developers.reference.public.tsx";

export const meta = () => [{ title: "API reference - Timbre" }];

export default function ReferencePage() {
	return (
		<Page
			title="API reference"
			description="All endpoints of this server, generated from the schemas it validates requests with. Try them with your API key."
			actions={
				<Button asChild>
					<Link to="/app/settings/api-keys">API keys</Link>
				</Button>
			}
			className="max-w-6xl"
		>
			<ApiReference heading="h2" />
		</Page>
	);
}
