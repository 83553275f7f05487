import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";

export const isWorking = ({ state }: Pick<DocumentImport, "state">): boolean =>
	state === "reading" || state === "writing";

/** What is happening with an import in progress. */
export function progressText({ state, progress, kind }: Pick<DocumentImport, "state" | "progress" | "kind">): string {
	return `${state === "writing" ? "Creating chapters" : `Reading the ${kind}`}, ${percent(progress)}%`;
}

/** 100 only once it is done. */
const percent = (progress: number) => Math.min(99, Math.floor(progress * 100));

/** For screen readers: changes when something begins or ends, not with every percent. */
export function announcement({ state, error, kind }: Pick<DocumentImport, "state" | "error" | "kind">): string {
	switch (state) {
		case "reading":
			return `Reading the ${kind}.`;
		case "review":
			return "The document is ready for review.";
		case "writing":
			return "Creating chapters.";
		case "completed":
			return "The chapters were created.";
		case "failed":
			return `The import failed. ${error ?? ""}`.trim();
	}
}
