import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { X } from "lucide-react";
import { useStored } from "../../../../lib/storage/use-stored.ts";

const texts = {
	rules:
		"This script was made by rules. They chose sentences of the sources and divided them among the voices; no language model wrote it.",
	model:
		"A language model wrote this script from the sources. It can contain mistakes: check it before you convert it.",
};

/** Says who wrote the script of a podcast. */
export function ScriptNote({ project }: { project: ProjectDetails }) {
	const { podcast_script: by, project_id } = project;
	// The last one that was dismissed: the note is short, and people rarely have two new podcasts open.
	const [dismissed, setDismissed] = useStored("studio-script-note", "", "xi");
	if (by === null || dismissed === project_id) return null;
	return (
		<div className="flex items-start justify-between gap-3 border-line border-b bg-sunken px-4 py-2 text-[13px] md:px-6">
			<p className="min-w-0 py-1">{texts[by]}</p>
			<IconButton
				label="Dismiss note about the script"
				size="small"
				tooltip={false}
				onClick={() => setDismissed(project_id)}
			>
				<X aria-hidden="true" />
			</IconButton>
		</div>
	);
}
