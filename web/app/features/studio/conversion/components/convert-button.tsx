import type { Chapter, ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { AudioLines } from "lucide-react";
import { type RefObject, useState } from "react";
import { ConvertDialog, type OpenText } from "./convert-dialog.tsx";

type ConvertButtonProps = {
	project: ProjectDetails;
	chapter: Chapter | undefined;
	/** Set while a text is open. A ref, so that moving the cursor renders nothing here. */
	openText: RefObject<OpenText | null>;
};

/** Opens the price of a conversion. */
export function ConvertButton({ project, chapter, openText }: ConvertButtonProps) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<Button variant="primary" size="small" onClick={() => setOpen(true)}>
				<AudioLines aria-hidden="true" />
				Convert
			</Button>
			{open ? (
				<ConvertDialog project={project} chapter={chapter} openText={openText.current} onClose={() => setOpen(false)} />
			) : null}
		</>
	);
}
