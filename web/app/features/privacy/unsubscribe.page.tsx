import { privacyPaths } from "@timbre/contract/privacy/paths.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "../../lib/api/api.ts";
import { messageOf } from "../../lib/api/api-error.ts";

export const meta = () => [{ title: "Unsubscribe - Timbre" }, { name: "robots", content: "noindex" }];

type Progress = "waiting" | "busy" | "done";

/**
 * The target of unsubscribe links in emails. Needs a click, because email clients open links on their own to scan them.
 */
export default function UnsubscribePage() {
	const [search] = useSearchParams();
	const key = search.get("opt_out_updates_key") ?? "";
	const [progress, setProgress] = useState<Progress>("waiting");
	const [problem, setProblem] = useState("");
	const unsubscribe = async () => {
		setProgress("busy");
		setProblem("");
		try {
			await call(privacyPaths.optOutOfUpdates, { body: { opt_out_updates_key: key } });
			setProgress("done");
		} catch (error) {
			setProblem(messageOf(error));
			setProgress("waiting");
		}
	};
	return (
		<div className="mx-auto w-full max-w-xl px-5 pt-14 pb-24 md:pt-20">
			<h1 className="font-serif text-4xl leading-tight tracking-tight">Unsubscribe from product updates</h1>
			{key === "" ? (
				<p className="mt-4 text-muted">
					This link is incomplete. Use the link in the email, or change it in your profile settings.
				</p>
			) : (
				<>
					<p className="mt-4 mb-6 text-muted">
						You'll stop receiving product updates. You'll still get emails about your account, such as password resets.
					</p>
					{progress === "done" ? null : (
						<Button variant="primary" size="large" busy={progress === "busy"} onClick={() => void unsubscribe()}>
							Unsubscribe
						</Button>
					)}
				</>
			)}
			<p role="status" className="mt-4 font-medium">
				{progress === "done" ? "You're unsubscribed from product updates." : ""}
			</p>
			{problem ? (
				<p role="alert" className="text-danger">
					Couldn't unsubscribe. {problem}
				</p>
			) : null}
		</div>
	);
}
