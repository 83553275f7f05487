import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { type ErrorCode, errorCodes } from "./errors.ts";

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
	// One JSON text per line, under the type that clients of the public API expect.
	lines: "text/event-stream",
	events: "text/event-stream",
} as const;

function responsesOf(endpoint: Endpoint): Json {
	const status = String(endpoint.status ?? 200);
	const content = contentOf(endpoint);
	const byStatus = new Map<number, string[]>();
	for (const code of codesOf(endpoint))
		byStatus.set(errorCodes[code].http, [...(byStatus.get(errorCodes[code].http) ?? []), code]);
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

function contentOf({ response, contentTypes }: Endpoint): Json | undefined {
	if (response === "empty") return undefined;
	if (typeof response !== "string") return { "application/json": { schema: schemaOf(response, "output") } };
	const binary = { schema: { type: "string", format: "binary" } };
	return Object.fromEntries((contentTypes ?? [rawTypes[response]]).map((type) => [type, binary]));
}

/** The codes that an endpoint declares, and those that every endpoint of its kind can answer. */
function codesOf({ auth, byCookie, params, body, errors = [] }: Endpoint): Set<ErrorCode> {
	return new Set<ErrorCode>([
		...errors,
		...(auth === "user" ? (["needs_authorization", "invalid_api_key", "missing_permissions"] as const) : []),
		...(byCookie ? (["forbidden_origin"] as const) : []),
		...(params ? (["not_found"] as const) : []),
		...(body ? (["invalid_request", "payload_too_large", "unsupported_media_type"] as const) : []),
		"rate_limit_exceeded",
		"system_busy",
	]);
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
	const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
		io,
		unrepresentable: "any",
		override: ({ zodSchema: { _zod: checked }, jsonSchema }) => {
			const { def } = checked;
			// What the contract checks by a function is an uploaded file.
			if (def.type === "custom") Object.assign(jsonSchema, { type: "string", format: "binary" });
			// In queries and forms everything is text; clients write true and false.
			if (def.type === "pipe" && def.out._zod.def.type === "boolean") jsonSchema.type = "boolean";
		},
	}) as Json;
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
