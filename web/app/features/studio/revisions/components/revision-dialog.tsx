import { useNavigate } from "react-router";
import { DocumentDialog } from "../../imports/components/document-dialog.tsx";
import { revisionPath, useCreateRevision } from "../revisions.queries.ts";

/** Starts the comparison of a revised manuscript and opens it. */
export function RevisionDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
	const navigate = useNavigate();
	const create = useCreateRevision(projectId);
	return (
		<DocumentDialog
			title="Import a revised manuscript"
			description="See what changed, sentence by sentence, and what it costs. Nothing changes until you apply it."
			send={async (source, signal) => {
				const created = await create.mutateAsync({ source, signal });
				return () => navigate(revisionPath(created));
			}}
			onClose={onClose}
		/>
	);
}
