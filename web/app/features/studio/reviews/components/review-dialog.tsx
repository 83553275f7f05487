import type { Chapter, ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId, useState } from "react";
import { canChange } from "../../studio.queries.ts";
import { useCreateReview } from "../reviews.queries.ts";
import type { PassageRef } from "./compare-voices.tsx";
import { CreatedLink } from "./created-link.tsx";
import { ReviewDetails } from "./review-details.tsx";
import { ReviewForm } from "./review-form.tsx";
import { ReviewList } from "./review-list.tsx";

type ReviewDialogProps = {
	project: ProjectDetails;
	chapter: Chapter | undefined;
	voices: Voice[];
	/** The paragraph with the cursor. */
	block: { id: string; text: string } | null;
	onClose: () => void;
};

/** Creates review links, and shows what came of them. Mount it only while it is open. */
export function ReviewDialog({ project, chapter, voices, block, onClose }: ReviewDialogProps) {
	const formId = useId();
	const create = useCreateReview(project.project_id);
	const [view, setView] = useState<"list" | "new" | { reviewId: string }>("list");
	const [passage] = useState<PassageRef | null>(() =>
		chapter && block ? { chapterId: chapter.chapter_id, blockId: block.id, text: block.text } : null,
	);
	const editable = canChange(project);
	const back = () => {
		create.reset();
		setView("list");
	};
	const isNew = view === "new";
	const created = isNew ? create.data : undefined;
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title={isNew ? (created ? "Send this link to your reviewers" : "New review link") : "Share for review"}
			description={
				isNew
					? undefined
					: "With a link, people without an account listen, comment and approve chapters. It shows only the chapters you choose."
			}
			className="max-w-xl"
			footer={
				<>
					{view === "list" ? <Button onClick={onClose}>Close</Button> : null}
					{view !== "list" && !created ? <Button onClick={back}>{isNew ? "Cancel" : "All links"}</Button> : null}
					{created ? (
						<Button variant="primary" onClick={back}>
							Done
						</Button>
					) : null}
					{isNew && !created ? (
						<Button type="submit" form={formId} variant="primary" busy={create.isPending}>
							Create link
						</Button>
					) : null}
					{view === "list" && editable ? (
						<Button variant="primary" onClick={() => setView("new")}>
							New link
						</Button>
					) : null}
				</>
			}
		>
			<div className="p-px">
				{created ? <CreatedLink url={created.url} /> : null}
				{isNew && !created ? (
					<ReviewForm id={formId} chapters={project.chapters} error={create.error} onSubmit={create.mutate} />
				) : null}
				{view === "list" ? (
					<ReviewList project={project} editable={editable} onOpen={(reviewId) => setView({ reviewId })} />
				) : null}
				{typeof view === "object" ? (
					<ReviewDetails
						project={project}
						reviewId={view.reviewId}
						editable={editable}
						passage={passage}
						voices={voices}
					/>
				) : null}
			</div>
		</Dialog>
	);
}
