import type { Chapter, ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Send } from "lucide-react";
import { type RefObject, Suspense, useState } from "react";
import { lazyPart } from "../../../../lib/page/lazy-part.ts";
import type { OpenText } from "../../conversion/components/convert-dialog.tsx";

const ReviewDialog = lazyPart(async () => (await import("./review-dialog.tsx")).ReviewDialog);

type ReviewButtonProps = {
	project: ProjectDetails;
	chapter: Chapter | undefined;
	voices: Voice[];
	openText: RefObject<OpenText | null>;
};

/** Opens the review links of a project. */
export function ReviewButton({ project, chapter, voices, openText }: ReviewButtonProps) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<Button size="small" title="Share for review" className="max-md:px-2" onClick={() => setOpen(true)}>
				<Send aria-hidden="true" />
				<span className="max-md:sr-only">Share for review</span>
			</Button>
			{open ? (
				<Suspense>
					<ReviewDialog
						project={project}
						chapter={chapter}
						voices={voices}
						block={openText.current?.block() ?? null}
						onClose={() => setOpen(false)}
					/>
				</Suspense>
			) : null}
		</>
	);
}
