// What the parent asks of the process that reads a document, and what that process reports, one line of JSON each. The
// text itself goes to the output.
import type { DocumentFault } from "../errors.ts";
import type { FileKind } from "../formats/readers.ts";
import type { DocumentFormat, DocumentLimits } from "../types.ts";

export type DocumentTask =
	| { name: "inspect"; kind: FileKind; fileName: string; bytes: number }
	| { name: "read"; kind: FileKind; fileName: string; bytes: number; limits: DocumentLimits };

export type DocumentReport =
	| { type: "progress"; share: number }
	| { type: "format"; format: DocumentFormat }
	/** The peak memory of the process, in bytes. */
	| { type: "done"; peakMemoryBytes: number }
	| { type: "failed"; fault: DocumentFault; message: string; detail?: string };
