import { useQueryClient } from "@tanstack/react-query";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { Revision } from "@timbre/contract/studio/revision/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { ArrowLeft, CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { canChange, projectPath, studioKey } from "../../studio.queries.ts";
import { announcement, isWorking, progressText } from "../model/revision-state.ts";
import { useCompareAgain, useDiscardRevision } from "../revisions.queries.ts";
import { RevisionReview } from "./revision-review.tsx";

/** A revised manuscript in each of its states. */
export function RevisionView({ project, revision }: { project: ProjectDetails; revision: Revision }) {
	const navigate = useNavigate();
	const discard = useDiscardRevision(revision);
	const title = useRef<HTMLHeadingElement>(null);
	const { state, comparison } = revision;
	const editable = canChange(project);
	// What was focused may be gone with the previous state, so the keyboard continues at the top of the new one.
	const shownState = useRef(state);
	useEffect(() => {
		if (shownState.current === state) return;
		shownState.current = state;
		if (document.activeElement === document.body) title.current?.focus();
	}, [state]);
	useOpenProject(revision);
	const askToDiscard = async () => {
		const { confirmed } = await confirm({
			title: "Discard this revision?",
			description: `The project stays as it is. To compare ${revision.source_name} again, import it again.`,
			action: "Discard revision",
			cancel: "Keep revision",
		});
		if (!confirmed) return;
		await discard.mutateAsync();
		await navigate(projectPath(project.project_id));
	};
	const heading = (actions: ReactNode) => (
		<div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2 md:px-6">
			<div className="flex min-w-0 flex-1 basis-44 items-center gap-1">
				<Link
					to={projectPath(project.project_id)}
					aria-label="Back to the project"
					className="-ml-2 flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink"
				>
					<ArrowLeft aria-hidden="true" className="size-4" />
				</Link>
				<h1 ref={title} tabIndex={-1} className="shrink-0 font-semibold text-[15px] outline-none">
					Revised manuscript
				</h1>
				<p className="ml-2 truncate text-muted max-sm:hidden" title={project.name}>
					{project.name}
				</p>
			</div>
			<div className="flex items-center gap-2">
				{editable && state !== "applying" && state !== "applied" ? (
					<Button size="small" busy={discard.isPending} onClick={() => void askToDiscard()}>
						Discard
					</Button>
				) : null}
				{actions}
			</div>
		</div>
	);
	return (
		<div className="flex h-full min-h-0 flex-col">
			<p role="status" className="sr-only">
				{announcement(revision)}
			</p>
			{state === "ready" && comparison ? (
				<RevisionReview
					// What was chosen is about one comparison.
					key={JSON.stringify(comparison.counts)}
					revision={revision}
					comparison={comparison}
					editable={editable}
					heading={heading}
				/>
			) : (
				<>
					{heading(null)}
					{isWorking(revision) ? <Working revision={revision} /> : null}
					{state === "applied" ? <p className="px-4 py-16 text-center text-muted">Opening the project</p> : null}
					{state === "failed" ? <Failed revision={revision} editable={editable} /> : null}
				</>
			)}
		</div>
	);
}

/** Opens the project when the revision is applied. */
function useOpenProject({ state, project_id, source_name }: Revision): void {
	const navigate = useNavigate();
	const queryClient = useQueryClient();
	useEffect(() => {
		if (state !== "applied") return;
		void queryClient.invalidateQueries({ queryKey: [studioKey] });
		toaster.show({ tone: "positive", title: "Revision applied", detail: source_name });
		void navigate(projectPath(project_id), { replace: true });
	}, [state, project_id, source_name, navigate, queryClient]);
}

function Working({ revision }: { revision: Revision }) {
	return (
		<div className="mx-auto flex w-full max-w-md flex-col gap-3 px-4 py-16 text-center">
			<p className="font-medium text-[15px] tabular">{progressText(revision)}</p>
			<Progress label="Progress of the revision" value={revision.progress * 90} />
			<p className="text-balance text-muted">
				{revision.state === "applying"
					? "Sentences that stay keep their audio, takes, voices and comments."
					: "You can leave this page or close the tab. The revision is listed in the project."}
			</p>
		</div>
	);
}

function Failed({ revision, editable }: { revision: Revision; editable: boolean }) {
	const compare = useCompareAgain(revision);
	return (
		<EmptyState
			icon={<CircleAlert aria-hidden="true" />}
			title="Couldn't compare this manuscript"
			action={
				editable && revision.dropped !== null ? (
					<Button size="small" variant="primary" busy={compare.isPending} onClick={() => compare.mutate(revision.keep)}>
						Compare again
					</Button>
				) : null
			}
		>
			{revision.error}
		</EmptyState>
	);
}
