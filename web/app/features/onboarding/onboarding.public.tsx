import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { X } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { ChecklistRow } from "./components/checklist-row.tsx";
import { availableItems, progressOf } from "./model/checklist-items.ts";
import { useChecklist } from "./onboarding.queries.ts";

/** The checklist on the home page. Renders nothing if it is completed, hidden or not loaded yet. */
export function ChecklistCard({ className }: { className?: string }) {
	const titleId = useId();
	const { user, hide, complete } = useChecklist();
	const checklist = user.data?.onboarding_checklist;
	if (!user.data || user.data.is_onboarding_checklist_completed || !checklist || checklist.hidden) return null;
	const { isDone, done, total } = progressOf(user.data);
	// The card disappears, so move focus to the page.
	const focusContent = { onSuccess: () => document.getElementById("content")?.focus() };
	const all = `${done} of ${total} done`;
	return (
		<section aria-labelledby={titleId} className={className}>
			<Card className="p-5">
				<div className="flex items-start justify-between gap-3">
					<div>
						<h2 id={titleId} className="font-semibold text-[15px]">
							Getting started
						</h2>
						<p role="status" className="text-muted tabular">
							{all}
						</p>
					</div>
					<IconButton
						label="Hide checklist"
						size="small"
						className="-mt-1 -mr-1.5"
						onClick={() => hide.mutate(undefined, focusContent)}
					>
						<X aria-hidden="true" />
					</IconButton>
				</div>
				<Progress label={`Getting started: ${all}`} value={done} max={total} className="mt-3 [&>div]:bg-ink" />
				<ul className="mt-3">
					{availableItems.map((item) => (
						<ChecklistRow key={item.id} item={item} done={isDone(item.id)} compact />
					))}
				</ul>
				<div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
					<Link
						to="/app/onboarding-checklist"
						className="font-medium text-[13px] underline decoration-line underline-offset-4 hover:decoration-ink"
					>
						View full checklist
					</Link>
					<Button
						size="small"
						variant="quiet"
						busy={complete.isPending}
						onClick={() => complete.mutate(undefined, focusContent)}
					>
						Mark complete
					</Button>
				</div>
			</Card>
		</section>
	);
}
