import { z } from "zod";
import { endpoint } from "../../endpoint.ts";
import { documentErrors, documentFile, documentForm, documentUrl } from "../imports.ts";
import { studioPaths } from "../paths.ts";
import { projectId } from "../project-schemas.ts";
import { droppedKinds, maxListedChanges, revisionChangeKinds } from "../rules.ts";
import { revision, revisionChange, revisionId } from "./schemas.ts";

const read = { since: "0.9.0", auth: "user", permission: "projects_read" } as const;
const write = { since: "0.9.0", auth: "user", permission: "projects_write" } as const;
const project = z.object({ project_id: projectId });
const params = project.extend({ revision_id: revisionId });
const missing = ["project_not_found", "revision_not_found"] as const;

export const revisionEndpoints = {
	listRevisions: endpoint({
		...studioPaths.listRevisions,
		summary: "List revisions",
		description:
			"Returns the revised manuscripts of a project that aren't discarded, newest first. They are deleted after a week.",
		...read,
		params: project,
		response: z.object({ revisions: z.array(revision).meta({ description: "Revisions, newest first." }) }),
		errors: ["project_not_found"],
	}),
	createRevision: endpoint({
		...studioPaths.createRevision,
		summary: "Compare a revised manuscript",
		description:
			"Reads a revised manuscript (a file like those of an import, or a public address) and compares it with the project, sentence by sentence. Nothing in the project changes until the revision is applied. Poll the revision until its state is `ready`.",
		...write,
		params: project,
		multipart: documentForm,
		body: z.object({
			file: documentFile("file").optional().meta({ description: "The manuscript, at most 50 MB." }),
			url: documentUrl.optional().meta({
				description: "Address of the manuscript instead of a file.",
				examples: ["https://example.com/lighthouse.html"],
			}),
		}),
		response: revision,
		status: 202,
		errors: [...documentErrors, "invalid_request", "project_not_found"],
		limits: [{ per: "workspace", requests: 60, seconds: 60 }],
	}),
	getRevision: endpoint({
		...studioPaths.getRevision,
		summary: "Get a revision",
		description:
			"Returns a revision with its progress, and with what is different and what it costs once it is compared.",
		...read,
		params,
		response: revision,
		errors: missing,
	}),
	listRevisionChanges: endpoint({
		...studioPaths.listRevisionChanges,
		summary: "List the changes of a revision",
		description:
			"Returns the sentences that are not as they were, in reading order. Sentences that stay are not listed.",
		...read,
		params,
		query: z.object({
			kind: z
				.enum(revisionChangeKinds)
				.optional()
				.meta({ description: "Only changes of this kind. Default: all.", examples: ["changed"] }),
			from: z.coerce
				.number()
				.int()
				.min(0)
				.default(0)
				.meta({ description: "Index of the first change to return. Default: 0.", examples: [0] }),
			limit: z.coerce
				.number()
				.int()
				.min(1)
				.max(maxListedChanges)
				.default(maxListedChanges)
				.meta({ description: "Changes to return, at most 200. Default: 200.", examples: [200] }),
		}),
		response: z.object({
			changes: z.array(revisionChange).meta({ description: "Changes in reading order." }),
			next: z
				.int()
				.nullable()
				.meta({ description: "Where the next page starts. Null on the last one.", examples: [null] }),
		}),
		errors: [...missing, "conflict"],
	}),
	compareRevision: endpoint({
		...studioPaths.compareRevision,
		summary: "Compare a revision again",
		description:
			"Compares the manuscript with the project as it is now, for example because the project has changed, or to keep footnotes in the text.",
		...write,
		params,
		body: z.object({
			keep: z
				.array(z.enum(droppedKinds))
				.max(droppedKinds.length)
				.default([])
				.meta({ description: "Kinds of passages to keep in the text. Default: none.", examples: [["footnote"]] }),
		}),
		response: revision,
		status: 202,
		errors: [...missing, "conflict"],
	}),
	applyRevision: endpoint({
		...studioPaths.applyRevision,
		summary: "Apply a revision",
		description:
			"Changes the project to the revised text. Sentences that stay or have moved keep their audio, takes, voices and comments. Rejected if the project has changed since the comparison.",
		...write,
		params,
		body: z.object({
			locked_blocks: z
				.enum(["keep", "replace"])
				.optional()
				.meta({
					description:
						"What happens with locked blocks that the revision changes: `keep` their text and audio, or `replace` the text and unlock them. Required if there are any.",
					examples: ["keep"],
				}),
		}),
		response: revision,
		status: 202,
		errors: [...missing, "conflict", "invalid_request"],
	}),
	deleteRevision: endpoint({
		...studioPaths.deleteRevision,
		summary: "Discard a revision",
		description: "Deletes what was read and compared. The project stays as it is.",
		...write,
		params,
		response: z.object({ status: z.literal("ok").meta({ description: "Always `ok`.", examples: ["ok"] }) }),
		errors: [...missing, "conflict"],
	}),
};
