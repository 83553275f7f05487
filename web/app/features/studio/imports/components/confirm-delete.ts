import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import { confirm } from "../../../../lib/forms/confirm.ts";

/** Asks before an import is deleted. */
export async function confirmDelete({ source_name, state }: DocumentImport): Promise<boolean> {
	const { confirmed } = await confirm({
		title: "Delete this import?",
		description:
			state === "writing"
				? `This stops the import of ${source_name}. Chapters that were already created stay.`
				: `This deletes the import of ${source_name}. To use the document, import it again.`,
		action: "Delete import",
		cancel: "Keep import",
	});
	return confirmed;
}
