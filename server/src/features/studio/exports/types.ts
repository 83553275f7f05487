import type { Context } from "../../../core/http/context.ts";
import type { Log } from "../../../core/log.ts";
import type { SpeechDeps } from "../../speech/speech.public.ts";
import type { ProjectRow } from "../projects/projects.repo.ts";
import type { ExportRow } from "./exports.repo.ts";

export type ExportServices = { deps: SpeechDeps; log: Log };

/** An export whose file is being written. */
export type ExportRun = {
	services: ExportServices;
	/** Of the user who requested it, with the signal that ends the work. */
	context: Context;
	row: ExportRow;
	project: ProjectRow;
	/** Gets the progress from 0 to 1. */
	onProgress: (share: number) => void;
};
