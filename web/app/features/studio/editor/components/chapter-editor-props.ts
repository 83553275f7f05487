import type { Chapter, ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import type { ReactNode, RefObject } from "react";
import type { OpenText } from "../../conversion/components/convert-dialog.tsx";

export type ChapterEditorProps = {
	project: ProjectDetails;
	chapter: Chapter;
	voices: Voice[];
	nameOf: (voiceId: string) => string;
	/** The title, and what else is above the text. */
	heading: (aside: ReactNode) => ReactNode;
	/** Settings of the project, beside the text. */
	settings: ReactNode;
	/** Tells the page about the text while it is open. */
	openText: RefObject<OpenText | null>;
};
