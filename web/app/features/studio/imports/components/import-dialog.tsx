import { useNavigate } from "react-router";
import { importPath, useCreateImport } from "../imports.queries.ts";
import { DocumentDialog } from "./document-dialog.tsx";

type ImportDialogProps = {
	/** The project that gets the chapters; a new one without it. */
	projectId?: string;
	onClose: () => void;
};

/** Starts the import of a file or an address and opens it. */
export function ImportDialog({ projectId, onClose }: ImportDialogProps) {
	const navigate = useNavigate();
	const creating = useCreateImport();
	return (
		<DocumentDialog
			title={projectId ? "Import chapters" : "Import a document"}
			description={
				projectId
					? "Choose which chapters of a document to add to the end of this project."
					: "Turn a manuscript, an article or the bundle of a project into a project with chapters."
			}
			bundles={!projectId}
			send={async (source, signal) => {
				const { import_id } = await creating.mutateAsync({ source, projectId, signal });
				return () => navigate(importPath(import_id));
			}}
			onClose={onClose}
		/>
	);
}
