import { z } from "zod";
import { type WebhookEventDoc, webhookEventDocs } from "./developers/webhook-events.ts";
import { type Endpoint, permissionsFor } from "./endpoint.ts";
import { errorDocs } from "./error-docs.ts";
import { type ErrorCode, errorCodes } from "./errors.ts";
import { isOpenaiPath, openaiStatus } from "./openai/rules.ts";

type Json = { [key: string]: unknown };

/** Builds the OpenAPI 3.1 document of the public API from the schemas that validate requests and responses. */
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
		webhooks: Object.fromEntries(webhookEventDocs.map((event) => [event.type, { post: webhookOperation(event) }])),
		components: {
			securitySchemes: {
				apiKey: { type: "apiKey", in: "header", name: "xi-api-key" },
				bearer: { type: "http", scheme: "bearer" },
				session: { type: "apiKey", in: "cookie", name: "timbre.session_token" },
			},
			schemas: { Error: errorSchema, ValidationError: validationSchema, OpenAIError: openaiErrorSchema },
		},
	};
}

function operation(area: string, endpoint: Endpoint): Json {
	const parameters = [...parametersOf(endpoint.params, "path"), ...parametersOf(endpoint.query, "query")];
	return {
		operationId: endpoint.id,
		tags: [area],
		summary: endpoint.summary,
		...(endpoint.description ? { description: endpoint.description } : {}),
		"x-since": endpoint.since,
		...(endpoint.auth === "public"
			? { security: [] }
			: {
					security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
					"x-permission": permissionsFor(endpoint).join(" or "),
				}),
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

function webhookOperation({ type, name, description, body }: WebhookEventDoc): Json {
	return {
		operationId: `webhook_event_${type}`,
		tags: ["webhooks"],
		summary: name,
		description,
		parameters: [
			{
				name: "elevenlabs-signature",
				in: "header",
				required: true,
				description:
					"`t=<Unix seconds>,v0=<HMAC-SHA256>`: the hexadecimal HMAC of `<t>.<body>` with the secret of the webhook. Reject requests with another signature or an old time.",
				schema: {
					type: "string",
					examples: ["t=1760000000,v0=9f2c4e1b7a6d5038c1e4f7a2b5d8e0c3f6a9b2d5e8c1f4a7b0d3e6f9a2c5b8e1"],
				},
			},
			{
				name: "timbre-delivery",
				in: "header",
				required: true,
				description: "Id of the delivery. Retries have the same one.",
				schema: { type: "string", examples: ["Zq8mW3xTn5RvKp1Yc7Ld"] },
			},
		],
		requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "output") } } },
		responses: { "2XX": { description: "Accepted. Other responses count as failed attempts." } },
	};
}

const rawTypes = {
	audio: "audio/*",
	file: "application/octet-stream",
	// One JSON document per line, with the content type that API clients expect.
	lines: "text/event-stream",
	events: "text/event-stream",
} as const;

function responsesOf(endpoint: Endpoint): Json {
	const status = String(endpoint.status ?? 200);
	const content = contentOf(endpoint);
	const forOpenai = isOpenaiPath(endpoint.path);
	const codes = errorCodesOf(endpoint);
	if (forOpenai && endpoint.body) codes.add("invalid_parameters");
	const byStatus = Map.groupBy(codes, (code) =>
		forOpenai ? openaiStatus(code, errorCodes[code].http) : errorCodes[code].http,
	);
	const format = forOpenai ? "OpenAIError" : "Error";
	const errors = [...byStatus]
		.sort(([a], [b]) => a - b)
		.map(([http, list]) => [String(http), { description: list.map(describeError).join("\n"), ...refTo(format) }]);
	const invalid =
		!forOpenai && (endpoint.params || endpoint.query || endpoint.body)
			? [["422", { description: "Validation failed.", ...refTo("ValidationError") }]]
			: [];
	return {
		[status]: { description: "Success", ...(content ? { content } : {}) },
		...Object.fromEntries([...errors, ...invalid]),
	};
}

function describeError(code: ErrorCode): string {
	const { cause, fix } = errorDocs[code];
	return `\`${code}\`: ${cause} ${fix}`;
}

function contentOf({ response, contentTypes }: Endpoint): Json | undefined {
	if (response === "empty") return undefined;
	if (typeof response !== "string") return { "application/json": { schema: schemaOf(response, "output") } };
	const binary = { schema: { type: "string", format: "binary" } };
	return Object.fromEntries((contentTypes ?? [rawTypes[response]]).map((type) => [type, binary]));
}

/** The error codes that an endpoint declares, plus those that every endpoint of its kind can return. */
function errorCodesOf({ auth, usesCookies, params, body, errors = [] }: Endpoint): Set<ErrorCode> {
	return new Set<ErrorCode>([
		...errors,
		...(auth === "user" ? (["needs_authorization", "invalid_api_key", "missing_permissions"] as const) : []),
		...(usesCookies ? (["forbidden_origin"] as const) : []),
		...(params ? (["not_found"] as const) : []),
		...(body ? (["invalid_request", "payload_too_large", "unsupported_media_type"] as const) : []),
		"rate_limit_exceeded",
		"system_busy",
	]);
}

function parametersOf(schema: z.ZodType | undefined, where: "path" | "query"): Json[] {
	if (!(schema instanceof z.ZodObject)) return [];
	return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, value]) => {
		const { description, ...rest } = schemaOf(value, "input");
		return {
			name,
			in: where,
			required: where === "path" || !value.safeParse(undefined).success,
			...(description ? { description } : {}),
			schema: rest,
		};
	});
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
	const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
		io,
		unrepresentable: "any",
		override: ({ zodSchema, jsonSchema }) => {
			const { def } = zodSchema._zod;
			// Zod drops the examples of schemas that transform their input.
			const { examples } = z.globalRegistry.get(zodSchema) ?? {};
			if (Array.isArray(examples)) jsonSchema.examples = examples;
			// Custom checks are used only for uploaded files.
			if (def.type === "custom") Object.assign(jsonSchema, { type: "string", format: "binary" });
			// Queries and forms are text, but clients send booleans as true and false.
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
				type: {
					type: "string",
					description: "Category of the error.",
					enum: [...new Set(Object.values(errorCodes).map(({ type }) => type))],
				},
				code: { type: "string", description: "Identifies the error.", enum: Object.keys(errorCodes) },
				status: { type: "string", description: "Same as `code`, for older clients." },
				message: { type: "string", description: "What happened and what to do, for people." },
				request_id: { type: "string", description: "Identifies the request in the server's log." },
				param: { type: "string", description: "The field or parameter that caused the error." },
			},
		},
	},
};

const openaiErrorSchema = {
	type: "object",
	required: ["error"],
	properties: {
		error: {
			type: "object",
			required: ["message", "type", "param", "code"],
			properties: {
				message: { type: "string", description: "What happened and what to do, for people." },
				type: {
					type: "string",
					description: "Category of the error.",
					enum: ["invalid_request_error", "insufficient_quota", "rate_limit_error", "server_error"],
				},
				param: { type: ["string", "null"], description: "The field or parameter that caused the error." },
				code: {
					type: "string",
					description:
						"Identifies the error, with the codes of the other endpoints, except `insufficient_quota` for `quota_exceeded`.",
				},
			},
		},
	},
};

const validationSchema = {
	type: "object",
	required: ["detail"],
	properties: {
		detail: {
			...errorSchema.properties.detail,
			required: [...errorSchema.properties.detail.required, "errors"],
			properties: {
				...errorSchema.properties.detail.properties,
				errors: {
					type: "array",
					description: "The invalid fields and parameters.",
					items: {
						type: "object",
						required: ["loc", "msg", "type"],
						properties: {
							loc: {
								type: "array",
								items: {},
								description: "Path to the invalid value, starting with `path`, `query` or `body`.",
							},
							msg: { type: "string", description: "What is wrong with the value." },
							type: { type: "string", description: "Kind of validation error." },
						},
					},
				},
			},
		},
	},
};
