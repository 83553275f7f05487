import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Fragment, useRef } from "react";
import { Link } from "react-router";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { Page } from "../../shell/page/page.tsx";
import { ChecklistRow } from "./components/checklist-row.tsx";
import { availableItems, plannedItems, progressOf } from "./model/checklist-items.ts";
import { useChecklist } from "./onboarding.queries.ts";

export const meta = () => [{ title: "Getting started - Timbre" }];

export default function ChecklistPage() {
	const checklist = useChecklist();
	const { user } = checklist;
	return (
		<Page
			title="Getting started"
			description="Things to try. Each is checked off automatically when you do it."
			className="max-w-3xl"
		>
			{user.data ? (
				<Checklist {...checklist} user={user.data} />
			) : user.isError ? (
				<LoadFailure title="Couldn't load the checklist" query={user} />
			) : (
				<Loading />
			)}
		</Page>
	);
}

type Checklist = ReturnType<typeof useChecklist>;
type ChecklistProps = Omit<Checklist, "user"> & { user: NonNullable<Checklist["user"]["data"]> };

function Checklist({ user, initiate, update, hide, complete }: ChecklistProps) {
	const { isDone, done, total } = progressOf(user);
	const finished = user.is_onboarding_checklist_completed;
	const hidden = user.onboarding_checklist?.hidden ?? false;
	const status = useRef<HTMLParagraphElement>(null);
	// The clicked button disappears, so move focus to the status.
	const focusStatus = { onSuccess: () => status.current?.focus() };
	return (
		<>
			<div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
				<div className="min-w-48 flex-1">
					<p ref={status} role="status" tabIndex={-1} className="mb-2 tabular outline-none">
						{finished ? "Checklist complete." : `${done} of ${total} done.`}
					</p>
					<Progress
						label={`Getting started: ${done} of ${total} done`}
						value={finished ? total : done}
						max={total}
						className="[&>div]:bg-ink"
					/>
				</div>
				<div className="flex gap-2">
					{finished || hidden ? (
						<Button size="small" onClick={() => initiate(undefined)}>
							Show on home page
						</Button>
					) : (
						<Button size="small" busy={hide.isPending} onClick={() => hide.mutate(undefined)}>
							Hide from home page
						</Button>
					)}
					{finished ? null : (
						<Button size="small" busy={complete.isPending} onClick={() => complete.mutate(undefined, focusStatus)}>
							Mark complete
						</Button>
					)}
				</div>
			</div>
			<Card className="px-5">
				<ol className="divide-y divide-line">
					{availableItems.map((item) => (
						<ChecklistRow
							key={item.id}
							item={item}
							done={isDone(item.id)}
							action={
								isDone(item.id) ? null : (
									<Button
										size="small"
										variant="quiet"
										className="-mr-2"
										aria-label={`Mark as done: ${item.title}`}
										busy={update.isPending && update.variables === item.id}
										onClick={() => update.mutate(item.id, focusStatus)}
									>
										Mark as done
									</Button>
								)
							}
						/>
					))}
				</ol>
			</Card>
			<p className="mt-4 text-[13px] text-muted">
				Planned:{" "}
				{plannedItems.map((item, at) => (
					<Fragment key={item.id}>
						{at === 0 ? "" : ", "}
						<Link to={item.link.to} className="underline underline-offset-2 hover:text-ink">
							{item.feature}
						</Link>
					</Fragment>
				))}
				.
			</p>
		</>
	);
}

function Loading() {
	return (
		<div aria-busy="true" className="flex flex-col gap-4">
			<p className="sr-only">Loading checklist</p>
			<Skeleton className="h-8 w-2/3" />
			<Skeleton className="h-96" />
		</div>
	);
}
