import type { GuestChapter } from "@timbre/contract/studio/review/guest-schemas.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { CircleCheck } from "lucide-react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { ago } from "../../../../lib/text/format.ts";
import { useApprove } from "../guest.queries.ts";
import type { GuestSession } from "./use-guest.ts";

type ApprovalProps = { token: string; chapter: GuestChapter; snapshotId: string; session: GuestSession };

/** Who has approved the chapter, and one's own approval. */
export function Approval({ token, chapter, snapshotId, session }: ApprovalProps) {
	const { guest } = session;
	const approve = useApprove({ token, chapter_id: chapter.chapter_id });
	const own = chapter.approvals.find(({ guest_id, is_current }) => is_current && guest_id === guest?.id);
	const change = (approved: boolean) => guest && approve.mutate({ guestKey: guest.key, snapshotId, approved });
	return (
		<section aria-labelledby="approval" className="mt-10 border-line border-t pt-6">
			<h3 id="approval" className="font-medium text-[15px]">
				Approval
			</h3>
			<div role="status" className="mt-2">
				{chapter.approvals.length === 0 ? <p className="text-muted">Nobody has approved this chapter yet.</p> : null}
				{chapter.approvals.length > 0 ? (
					<ul aria-label="Approvals" className="flex flex-col gap-1.5">
						{chapter.approvals.map((one) => (
							<li key={`${one.guest_id} ${one.approved_at_unix}`} className="flex items-start gap-2">
								<CircleCheck
									aria-hidden="true"
									className={cn("mt-0.5 size-4 shrink-0", one.is_current ? "text-positive" : "text-muted")}
								/>
								<span className="min-w-0 [overflow-wrap:anywhere]">
									{one.guest_id === guest?.id ? "You" : <bdi>{one.guest_name}</bdi>}{" "}
									{one.is_current ? "approved this recording" : "approved an earlier recording"}{" "}
									<span className="text-[13px] text-muted">{ago(one.approved_at_unix)}</span>
								</span>
							</li>
						))}
					</ul>
				) : null}
			</div>
			<div className="mt-3">
				{own ? (
					<Button size="small" busy={approve.isPending} onClick={() => change(false)}>
						Take back my approval
					</Button>
				) : (
					<Button variant="primary" busy={approve.isPending} disabled={!guest} onClick={() => change(true)}>
						Approve this chapter
					</Button>
				)}
			</div>
			{guest ? null : <p className="mt-2 text-[13px] text-muted">Enter your name above to approve and comment.</p>}
			{approve.isError ? (
				<div className="mt-3">
					<FormError>{messageOf(approve.error)}</FormError>
				</div>
			) : null}
		</section>
	);
}
