import { z } from "zod";
import { endpoint, isStoredFile, type StoredFile } from "../endpoint.ts";
import { voiceId } from "../voices/schemas.ts";
import { documentImport, importId } from "./import-schemas.ts";
import { studioPaths } from "./paths.ts";
import { project, projectId } from "./project-schemas.ts";
import { droppedKinds, maxChapters, maxDocumentBytes } from "./rules.ts";
import { projectName } from "./schemas.ts";

const read = { since: "0.9.0", auth: "user", permission: "projects_read" } as const;
const write = { since: "0.9.0", auth: "user", permission: "projects_write" } as const;
const params = z.object({ import_id: importId });
const missing = ["import_not_found"] as const;

/** What can go wrong with a document of a request. */
export const documentErrors = ["invalid_document", "payload_too_large", "import_limit_reached"] as const;
export const documentForm = { files: 1, maxFileBytes: maxDocumentBytes, stored: true } as const;
export const documentFile = (name: string) =>
	z.custom<StoredFile>(isStoredFile, `Send the document as a form part named ${name}.`);
export const documentUrl = z
	.url({ protocol: /^https?$/, error: "Enter an address that starts with https://." })
	.max(2_000, "The address can have at most 2,000 characters.");

export const importEndpoints = {
	listImports: endpoint({
		...studioPaths.listImports,
		summary: "List your imports",
		description: "Returns your imports that are in progress, wait to be accepted or have failed, newest first.",
		...read,
		response: z.object({ imports: z.array(documentImport).meta({ description: "Imports, newest first." }) }),
	}),
	createImport: endpoint({
		...studioPaths.createImport,
		summary: "Import a document",
		description:
			"Reads a text, Markdown, HTML, Word (.docx), EPUB or PDF file of up to 50 MB, or a public address, and finds its chapters. Page numbers, running heads and footnotes are left out. Poll the import until its state is `review`, check what was found and accept it.",
		...write,
		multipart: documentForm,
		body: z.object({
			file: documentFile("file").optional().meta({ description: "The document, at most 50 MB." }),
			url: documentUrl.optional().meta({
				description: "Address of a document or an article instead of a file.",
				examples: ["https://example.com/lighthouse.html"],
			}),
			project_id: projectId.optional().meta({
				description: "Project to add the chapters to. Omit it for a new project.",
				examples: ["pJ4kVr2sQ9wTz4LmX7cB"],
			}),
		}),
		response: documentImport,
		status: 202,
		errors: [...documentErrors, "invalid_request", "project_not_found"],
		limits: [{ per: "workspace", requests: 60, seconds: 60 }],
	}),
	getImport: endpoint({
		...studioPaths.getImport,
		summary: "Get an import",
		description: "Returns an import with its progress, and with what was found once the document is read.",
		...read,
		params,
		response: documentImport,
		errors: missing,
	}),
	acceptImport: endpoint({
		...studioPaths.acceptImport,
		summary: "Accept an import",
		description:
			"Creates the chapters of an import whose state is `review`, in a new project or in the one it was started for. The project's state is `creating` until they are there.",
		...write,
		params,
		body: z.object({
			name: projectName.optional().meta({
				description: "Name of the new project. Default: the title of the document.",
				examples: ["The Lighthouse"],
			}),
			default_title_voice_id: voiceId.optional().meta({
				description: "Voice of headings in the new project. Default: that of paragraphs.",
				examples: ["wd5ObpQ4vNaJtC9V1idt"],
			}),
			default_paragraph_voice_id: voiceId.optional().meta({
				description: "Voice of paragraphs in the new project. Default: the first voice for its language.",
				examples: ["wd5ObpQ4vNaJtC9V1idt"],
			}),
			keep: z
				.array(z.enum(droppedKinds))
				.max(droppedKinds.length)
				.default([])
				.meta({ description: "Kinds of passages to keep in the text. Default: none.", examples: [["footnote"]] }),
			chapters: z
				.array(z.int().min(0).max(maxChapters))
				.max(maxChapters)
				.optional()
				.meta({ description: "Positions of the chapters to import, from 0. Default: all.", examples: [[0, 1, 2]] }),
			auto_assign_voices: z
				.boolean()
				.default(false)
				.meta({
					description:
						"Whether to look for the speakers of direct speech afterwards and to give each character a voice. Default: false.",
					examples: [true],
				}),
		}),
		response: z.object({ project: project.meta({ description: "The project." }) }),
		errors: [
			...missing,
			"conflict",
			"invalid_request",
			"project_not_found",
			"project_limit_reached",
			"chapter_limit_reached",
			"voice_not_found",
			"voice_disabled",
		],
	}),
	deleteImport: endpoint({
		...studioPaths.deleteImport,
		summary: "Delete an import",
		description:
			"Deletes an import that is in progress, waits to be accepted or has failed. Chapters that were already created stay.",
		...write,
		params,
		response: z.object({ status: z.literal("ok").meta({ description: "Always `ok`.", examples: ["ok"] }) }),
		errors: missing,
	}),
};
