import { privacyEndpoints } from "@timbre/contract/privacy.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "../../lib/api.ts";
import { messageOf } from "../../lib/api-error.ts";

export const meta = () => [{ title: "No more news - Timbre" }, { name: "robots", content: "noindex" }];

type Progress = "waiting" | "busy" | "done";

/** Where the last line of a mail with news leads. A press, since mail programs open links by themselves to look at them. */
export default function UnsubscribePage() {
	const [search] = useSearchParams();
	const key = search.get("opt_out_updates_key") ?? "";
	const [progress, setProgress] = useState<Progress>("waiting");
	const [trouble, setTrouble] = useState("");
	const stop = async () => {
		setProgress("busy");
		setTrouble("");
		try {
			await call(privacyEndpoints.optOutOfUpdates, { body: { opt_out_updates_key: key } });
			setProgress("done");
		} catch (error) {
			setTrouble(messageOf(error));
			setProgress("waiting");
		}
	};
	return (
		<div className="mx-auto w-full max-w-xl px-5 pt-14 pb-24 md:pt-20">
			<h1 className="font-serif text-4xl leading-tight tracking-tight">No more news by mail</h1>
			{key === "" ? (
				<p className="mt-4 text-muted">
					This address is not whole. Follow the link in the mail, or change it on the page Profile of your settings.
				</p>
			) : (
				<>
					<p className="mt-4 mb-6 text-muted">
						Mails about new things in Timbre stop. Those about your account, such as a new password, still come.
					</p>
					{progress === "done" ? null : (
						<Button variant="primary" size="large" busy={progress === "busy"} onClick={() => void stop()}>
							Stop the news
						</Button>
					)}
				</>
			)}
			<p role="status" className="mt-4 font-medium">
				{progress === "done" ? "Done. No more news will be sent to you." : ""}
			</p>
			{trouble ? (
				<p role="alert" className="text-danger">
					Not done. {trouble}
				</p>
			) : null}
		</div>
	);
}
