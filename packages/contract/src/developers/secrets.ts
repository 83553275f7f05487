import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { developersPaths } from "./paths.ts";

const name = z.string().trim().min(1, "Enter a name for the secret.").max(100, "At most 100 characters.");
const value = z.string().min(1, "Enter a value.").max(10_000, "At most 10,000 characters.");

const storedSecret = z.object({
	type: z.literal("stored").meta({ description: "The secret is stored on this server." }),
	secret_id: z.string().meta({
		description: "Identifies the secret in other requests.",
		examples: ["Jw5cN8rTz2QvXk7YbL1m"],
	}),
	name: z.string().meta({ description: "Name of the secret. Names don't have to be unique.", examples: ["CRM token"] }),
});
/** Always empty: agents, tools and phone numbers are planned. */
const usedBy = z.object({
	tools: z.array(z.never()).meta({ description: "Tools that use the secret. Always empty: tools are planned." }),
	tools_has_more: z.literal(false).meta({ description: "Whether more tools use the secret. Always false." }),
	agents: z.array(z.never()).meta({ description: "Agents that use the secret. Always empty: agents are planned." }),
	agents_has_more: z.literal(false).meta({ description: "Whether more agents use the secret. Always false." }),
	phone_numbers: z.array(z.never()).meta({
		description: "Phone numbers that use the secret. Always empty: phone numbers are planned.",
	}),
	phone_numbers_has_more: z.literal(false).meta({
		description: "Whether more phone numbers use the secret. Always false.",
	}),
	mcp_servers: z.array(z.never()).meta({
		description: "MCP servers that use the secret. Always empty: MCP servers are planned.",
	}),
	others: z.array(z.never()).meta({ description: "Other uses of the secret. Always empty." }),
});
const listedSecret = storedSecret.extend({
	used_by: usedBy.meta({ description: "What uses the secret. Nothing does yet." }),
});
const newName = name.meta({ description: "Name of the secret, 1 to 100 characters.", examples: ["CRM token"] });
const newValue = value.meta({
	description: "Value to store, 1 to 10,000 characters. It is encrypted and never returned.",
	examples: ["example-value"],
});
export type StoredSecret = z.output<typeof storedSecret>;
export type ListedSecret = z.output<typeof listedSecret>;

const access = { since: "0.3.0", auth: "user", permission: "workspace_write" } as const;
const params = z.object({
	secret_id: z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,64}$/)
		.meta({ description: "The `secret_id` of the secret.", examples: ["Jw5cN8rTz2QvXk7YbL1m"] }),
});

/** Workspace secrets are write-only: their values are never returned. */
export const secretsEndpoints = {
	createSecret: endpoint({
		...developersPaths.createSecret,
		summary: "Create a workspace secret",
		description:
			"The value is stored encrypted and never returned. Secrets are meant for agents and tools, which are planned, so nothing uses them yet. A workspace can have at most 500. Only for admins.",
		...access,
		body: z.object({
			type: z.literal("new").default("new").meta({ description: "Always `new`. Can be omitted." }),
			name: newName,
			value: newValue,
		}),
		response: storedSecret,
		errors: ["conflict"],
	}),
	listSecrets: endpoint({
		...developersPaths.listSecrets,
		summary: "List workspace secrets",
		description: "Returns names and ids in pages, never values. Only for admins.",
		...access,
		query: z.object({
			page_size: z.coerce
				.number()
				.int()
				.min(1)
				.max(100)
				.default(30)
				.meta({
					description: "Secrets per page, 1 to 100. Defaults to 30.",
					examples: [30],
				}),
			search: z
				.string()
				.max(100)
				.optional()
				.meta({
					description: "Returns only secrets whose name contains this text, ignoring case.",
					examples: ["crm"],
				}),
			cursor: z
				.string()
				.regex(/^[A-Za-z0-9_-]{1,64}$/)
				.optional()
				.meta({ description: "The `next_cursor` of the previous page.", examples: ["Jw5cN8rTz2QvXk7YbL1m"] }),
			dependency_limit: z.coerce
				.number()
				.int()
				.min(1)
				.max(100)
				.optional()
				.meta({
					description: "Accepted for compatibility and ignored, because nothing uses secrets yet.",
					examples: [10],
				}),
		}),
		response: z.object({
			secrets: z.array(listedSecret).meta({ description: "Secrets on this page, without their values." }),
			next_cursor: z
				.string()
				.nullable()
				.meta({
					description: "Send it as `cursor` to get the next page. Null on the last page.",
					examples: ["Jw5cN8rTz2QvXk7YbL1m"],
				}),
		}),
	}),
	getSecret: endpoint({
		...developersPaths.getSecret,
		summary: "Get a workspace secret",
		description: "Returns the name and id, never the value. Only for admins.",
		...access,
		params,
		response: listedSecret,
		errors: ["not_found"],
	}),
	editSecret: endpoint({
		...developersPaths.editSecret,
		summary: "Update a workspace secret",
		description: "Replaces both the name and the value. Only for admins.",
		...access,
		params,
		body: z.object({
			type: z.literal("update").default("update").meta({ description: "Always `update`. Can be omitted." }),
			name: newName,
			value: newValue,
		}),
		response: storedSecret,
		errors: ["not_found"],
	}),
	deleteSecret: endpoint({
		...developersPaths.deleteSecret,
		summary: "Delete a workspace secret",
		description: "The value is deleted for good. Only for admins.",
		...access,
		params,
		status: 204,
		response: "empty",
		errors: ["not_found"],
	}),
};
