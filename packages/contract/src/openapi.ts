import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { errorCodes } from "./errors.ts";

type Json = { [key: string]: unknown };

/** The OpenAPI 3.1 document of the public API, from the same schemas that check requests and answers. */
export function buildOpenApi(endpointsByArea: Record<string, Record<string, Endpoint>>, version: string): Json {
	const paths: Record<string, Json> = {};
	for (const [area, endpoints] of Object.entries(endpointsByArea)) {
		for (const endpoint of Object.values(endpoints)) {
			paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(area, endpoint) };
		}
	}
	return {
		openapi: "3.1.0",
		info: {
			title: "Timbre API",
			version,
			license: { name: "AGPL-3.0-or-later", identifier: "AGPL-3.0-or-later" },
		},
		paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
		components: {
			securitySchemes: {
				apiKey: { type: "apiKey", in: "header", name: "xi-api-key" },
				bearer: { type: "http", scheme: "bearer" },
				session: { type: "apiKey", in: "cookie", name: "timbre.session_token" },
			},
			schemas: { Error: errorSchema, ValidationError: validationSchema },
		},
	};
}

function operation(area: string, endpoint: Endpoint): Json {
	const parameters = [...parametersOf(endpoint.params, "path"), ...parametersOf(endpoint.query, "query")];
	return {
		operationId: endpoint.id,
		tags: [area],
		summary: endpoint.summary,
		"x-since": endpoint.since,
		...(endpoint.auth === "public"
			? { security: [] }
			: { security: [{ apiKey: [] }, { bearer: [] }, { session: [] }], "x-permission": endpoint.permission }),
		...(parameters.length > 0 ? { parameters } : {}),
		...(endpoint.body
			? {
					requestBody: {
						required: true,
						content: {
							[endpoint.multipart ? "multipart/form-data" : "application/json"]: {
								schema: schemaOf(endpoint.body, "input"),
							},
						},
					},
				}
			: {}),
		responses: responsesOf(endpoint),
	};
}

const rawTypes = {
	audio: "audio/*",
	file: "application/octet-stream",
	lines: "application/json-seq",
	events: "text/event-stream",
} as const;

function responsesOf(endpoint: Endpoint): Json {
	const status = String(endpoint.status ?? 200);
	const content =
		endpoint.response === "empty"
			? undefined
			: typeof endpoint.response === "string"
				? { [rawTypes[endpoint.response]]: { schema: { type: "string", format: "binary" } } }
				: { "application/json": { schema: schemaOf(endpoint.response, "output") } };
	const byStatus = new Map<number, string[]>();
	const codes = [
		...(endpoint.errors ?? []),
		...(endpoint.auth === "user" ? (["needs_authorization", "invalid_api_key", "missing_permissions"] as const) : []),
	];
	for (const code of codes) byStatus.set(errorCodes[code].http, [...(byStatus.get(errorCodes[code].http) ?? []), code]);
	const errors = [...byStatus]
		.sort(([a], [b]) => a - b)
		.map(([http, names]) => [String(http), { description: names.join(", "), ...refTo("Error") }]);
	const invalid =
		endpoint.params || endpoint.query || endpoint.body
			? [["422", { description: "The input does not parse.", ...refTo("ValidationError") }]]
			: [];
	return {
		[status]: { description: "Success", ...(content ? { content } : {}) },
		...Object.fromEntries([...errors, ...invalid]),
	};
}

function parametersOf(schema: z.ZodType | undefined, where: "path" | "query"): Json[] {
	if (!(schema instanceof z.ZodObject)) return [];
	return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, value]) => ({
		name,
		in: where,
		required: where === "path" || !value.safeParse(undefined).success,
		schema: schemaOf(value, "input"),
	}));
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
	const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
	return rest;
}

function refTo(name: string): Json {
	return { content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } };
}

const errorSchema = {
	type: "object",
	required: ["detail"],
	properties: {
		detail: {
			type: "object",
			required: ["type", "code", "status", "message", "request_id"],
			properties: {
				type: { type: "string" },
				code: { type: "string", enum: Object.keys(errorCodes) },
				status: { type: "string", description: "The same as code, for older clients" },
				message: { type: "string" },
				request_id: { type: "string" },
				param: { type: "string" },
			},
		},
	},
};

const validationSchema = {
	type: "object",
	required: ["detail"],
	properties: {
		detail: {
			type: "array",
			items: {
				type: "object",
				required: ["loc", "msg", "type"],
				properties: { loc: { type: "array", items: {} }, msg: { type: "string" }, type: { type: "string" } },
			},
		},
	},
};
