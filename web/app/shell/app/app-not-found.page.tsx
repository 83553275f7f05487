import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Compass } from "lucide-react";
import { Link } from "react-router";
import { home } from "../../lib/session/redirect.ts";
import { Page } from "../page/page.tsx";

export const meta = () => [{ title: "Page not found - Timbre" }];

export default function AppNotFoundPage() {
	return (
		<Page title="Page not found">
			<EmptyState
				icon={<Compass aria-hidden="true" />}
				title="No page has this URL"
				action={
					<Button asChild variant="primary">
						<Link to={home}>Text to speech</Link>
					</Button>
				}
			>
				Check it for typing errors. The page may also have moved.
			</EmptyState>
		</Page>
	);
}
