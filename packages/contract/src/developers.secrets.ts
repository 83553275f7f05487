import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const name = z.string().trim().min(1, "Give the secret a name.").max(100, "At most 100 characters.");
const value = z.string().min(1, "The secret is empty.").max(10_000, "At most 10,000 characters.");

const storedSecret = z.object({ type: z.literal("stored"), secret_id: z.string(), name: z.string() });
/** What uses a secret: nothing yet, since agents, tools and phone numbers are not built. */
const usedBy = z.object({
	tools: z.array(z.never()),
	tools_has_more: z.literal(false),
	agents: z.array(z.never()),
	agents_has_more: z.literal(false),
	phone_numbers: z.array(z.never()),
	phone_numbers_has_more: z.literal(false),
	mcp_servers: z.array(z.never()),
	others: z.array(z.never()),
});
const listedSecret = storedSecret.extend({ used_by: usedBy });
export type StoredSecret = z.output<typeof storedSecret>;
export type ListedSecret = z.output<typeof listedSecret>;

const access = { since: "0.3.0", auth: "user", permission: "workspace_write" } as const;
const params = z.object({ secret_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });

/** Secrets of the workspace: written, named, replaced and removed, never read. */
export const secretsEndpoints = {
	createSecret: endpoint({
		id: "secrets_create",
		method: "POST",
		path: "/v1/convai/secrets",
		summary: "Keep a secret of the workspace; no call ever gives it back",
		...access,
		body: z.object({ type: z.literal("new").default("new"), name, value }),
		response: storedSecret,
		errors: ["conflict"],
	}),
	listSecrets: endpoint({
		id: "secrets_list",
		method: "GET",
		path: "/v1/convai/secrets",
		summary: "Names of the workspace's secrets",
		...access,
		query: z.object({
			page_size: z.coerce.number().int().min(1).max(100).default(30),
			search: z.string().max(100).optional(),
			/** `next_cursor` of the page before. */
			cursor: z
				.string()
				.regex(/^[A-Za-z0-9_-]{1,64}$/)
				.optional(),
			dependency_limit: z.coerce.number().int().min(1).max(100).optional(),
		}),
		response: z.object({ secrets: z.array(listedSecret), next_cursor: z.string().nullable() }),
	}),
	getSecret: endpoint({
		id: "secrets_get",
		method: "GET",
		path: "/v1/convai/secrets/{secret_id}",
		summary: "The name of a secret",
		...access,
		params,
		response: listedSecret,
		errors: ["not_found"],
	}),
	editSecret: endpoint({
		id: "secrets_update",
		method: "PATCH",
		path: "/v1/convai/secrets/{secret_id}",
		summary: "Replace a secret and its name",
		...access,
		params,
		body: z.object({ type: z.literal("update").default("update"), name, value }),
		response: storedSecret,
		errors: ["not_found"],
	}),
	deleteSecret: endpoint({
		id: "secrets_delete",
		method: "DELETE",
		path: "/v1/convai/secrets/{secret_id}",
		summary: "Remove a secret",
		...access,
		params,
		status: 204,
		response: "empty",
		errors: ["not_found"],
	}),
};
