import { Button } from "@timbre/ui/primitives/button.tsx";
import { CircleCheck } from "lucide-react";
import { Link } from "react-router";

export const meta = () => [{ title: "Account deleted - Timbre" }, { name: "robots", content: "noindex" }];

/** Where a user arrives after deleting their account. */
export default function AccountDeletedPage() {
	return (
		<section aria-labelledby="account-deleted">
			<CircleCheck aria-hidden="true" className="mb-4 size-7 text-positive" />
			<h1 id="account-deleted" className="font-semibold text-2xl tracking-tight">
				Your account is deleted
			</h1>
			<p className="mt-2 text-muted">
				You're signed out everywhere, and your API keys no longer work. Your texts, audio and settings are permanently
				deleted within minutes.
			</p>
			<Button asChild size="large" className="mt-6 w-full">
				<Link to="/">Go to the home page</Link>
			</Button>
		</section>
	);
}
