import type { Takes } from "@timbre/contract/speech/endpoints.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Spinner } from "@timbre/ui/primitives/feedback/spinner.tsx";
import { CheckCircle2, CircleAlert, Ear } from "lucide-react";
import { counted } from "../../../lib/text/format.ts";

type CheckStatusProps = { takes: Takes | undefined; busy: boolean; onCheck: () => void };

/** Status and result of the take check, announced to screen readers. */
export function CheckStatus({ takes, busy, onCheck }: CheckStatusProps) {
	if (!takes) return null;
	const misread = takes.sentences.reduce((sum, sentence) => sum + sentence.misread.length, 0);
	return (
		<div role="status" className="flex items-center gap-1.5 text-[13px] text-muted [&>svg]:size-4 [&>svg]:shrink-0">
			{takes.check === "running" ? (
				<>
					<Spinner />
					Checking for misread words…
				</>
			) : null}
			{takes.check === "done" && misread === 0 ? (
				<>
					<CheckCircle2 aria-hidden="true" className="text-positive" />
					No misread words
				</>
			) : null}
			{takes.check === "done" && misread > 0 ? (
				<>
					<CircleAlert aria-hidden="true" className="text-danger" />
					<span className="text-ink">{counted(misread, "word")} misread</span>
				</>
			) : null}
			{takes.check === "unsupported" ? "This language can't be checked yet" : null}
			{takes.check === "none" || takes.check === "failed" ? (
				<Button size="small" variant="quiet" className="-mx-2 h-7 px-2 text-muted" busy={busy} onClick={onCheck}>
					<Ear aria-hidden="true" />
					{takes.check === "failed" ? "Check failed. Try again" : "Check for misread words"}
				</Button>
			) : null}
		</div>
	);
}
