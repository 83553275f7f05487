// The API document in the shape of the reference page, converted at build time: an index, and details by area.

export type Field = {
	/** A full path such as `voice_settings.speed`, or `inputs[].text` inside a list. */
	name: string;
	type: string;
	required: boolean;
	where: "path" | "query" | "body" | "response";
	description: string;
	/** As JSON. */
	example?: string;
};

export type Operation = {
	id: string;
	method: string;
	path: string;
	summary: string;
	/** Undefined for endpoints that need no key. */
	permission: string | undefined;
};

/** Loaded when an operation is opened. */
export type OperationDetail = {
	description: string;
	body: "json" | "form" | undefined;
	/** The content type of the response. */
	response: string;
	fields: readonly Field[];
	errors: readonly { status: string; code: string; text: string }[];
	/** A body with the required fields. Files are names of files. */
	sample: unknown;
	responseSample: unknown;
};

export type WebhookEventReference = { type: string; description: string; fields: readonly Field[]; sample: unknown };

export type ReferenceGroup = { area: string; name: string; operations: readonly Operation[] };

type Schema = {
	type?: string | string[];
	enum?: unknown[];
	const?: unknown;
	anyOf?: Schema[];
	oneOf?: Schema[];
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	additionalProperties?: Schema | boolean;
	format?: string;
	description?: string;
	examples?: unknown[];
	default?: unknown;
	minimum?: number;
	minLength?: number;
};
type Content = Record<string, { schema?: Schema }>;
type DocumentOperation = {
	operationId: string;
	tags: string[];
	summary: string;
	description?: string;
	"x-permission"?: string;
	parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
	requestBody?: { content: Content };
	responses: Record<string, { description: string; content?: Content }>;
};
export type ApiDocument = {
	paths: Record<string, Record<string, DocumentOperation>>;
	webhooks: Record<string, { post: DocumentOperation }>;
};

/** Names and order of the groups; others come last under their own name. */
const groupNames: Record<string, string> = {
	speech: "Speech",
	transcription: "Speech to text",
	isolator: "Voice isolator",
	voices: "Voices",
	"voice-library": "Voice library",
	"voice-making": "Voice design and cloning",
	models: "Models",
	history: "History",
	pronunciation: "Pronunciation dictionaries",
	studio: "Studio projects",
	voiceover: "Voice-overs",
	openai: "For OpenAI clients",
	usage: "User and usage",
	developers: "API keys, tokens and webhooks",
	workspace: "Workspace",
	auth: "Account",
	notifications: "Notifications",
	privacy: "Privacy",
	"voice-changer": "Voice changer",
};
/** Operations listed first in their group; the others follow in the order of their paths. */
const leadingPaths = ["/v1/text-to-speech/", "/v2/voices"];
/** Areas used only by the website, not by API clients. */
const hidden = new Set(["marketing", "onboarding", "profiles"]);

export function buildReference(document: ApiDocument): ReferenceGroup[] {
	const groups = Map.groupBy(operationsOf(document), ({ area }) => area);
	const order = Object.keys(groupNames);
	const position = (area: string) => (order.includes(area) ? order.indexOf(area) : order.length);
	return [...groups]
		.filter(([area]) => !hidden.has(area))
		.sort(([a], [b]) => position(a) - position(b) || a.localeCompare(b))
		.map(([area, found]) => ({
			area,
			name: groupNames[area] ?? area,
			operations: found
				.sort((a, b) => Number(isLeading(b.path)) - Number(isLeading(a.path)))
				.map(({ method, path, operation }) => ({
					id: operation.operationId,
					method: method.toUpperCase(),
					path,
					summary: operation.summary,
					permission: operation["x-permission"],
				})),
		}));
}

const isLeading = (path: string) => leadingPaths.some((start) => path.startsWith(start));

/** The details of an area's operations by operation id. */
export function buildDetails(document: ApiDocument, area: string): Record<string, OperationDetail> {
	const found = operationsOf(document).filter((entry) => entry.area === area);
	return Object.fromEntries(found.map(({ operation }) => [operation.operationId, detailOf(operation)]));
}

/** The requests that webhooks send, by event. */
export function buildWebhookEvents({ webhooks }: ApiDocument): WebhookEventReference[] {
	return Object.entries(webhooks).map(([type, { post }]) => {
		const { description, fields, sample } = detailOf(post);
		return { type, description, fields: fields.filter(({ where }) => where === "body"), sample };
	});
}

/** The account area combines others; readers look for its operations under the one they are about. */
function groupOf(area: string, path: string): string {
	if (area !== "account") return area;
	return path.startsWith("/v1/user") ? "usage" : "workspace";
}

function operationsOf(document: ApiDocument) {
	return Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			path,
			method,
			operation,
			area: groupOf(operation.tags[0] ?? "other", path),
		})),
	);
}

function detailOf(operation: DocumentOperation): OperationDetail {
	const content = operation.requestBody?.content ?? {};
	const [bodyType] = Object.keys(content);
	const bodySchema = bodyType === undefined ? undefined : content[bodyType]?.schema;
	const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
	const [response = "empty"] = Object.keys(success?.content ?? {});
	const responseSchema = success?.content?.["application/json"]?.schema;
	return {
		description: operation.description ?? "",
		body: bodyType === undefined ? undefined : bodyType === "multipart/form-data" ? "form" : "json",
		response,
		fields: [
			...(operation.parameters ?? []).map(({ name, in: where, required, description = "", schema }) => ({
				name,
				type: typeOf(schema),
				required: required ?? false,
				where: where === "path" ? ("path" as const) : ("query" as const),
				description,
				...exampleOf(schema),
			})),
			...(bodySchema ? fieldsOf(bodySchema, "body") : []),
			...(responseSchema ? fieldsOf(responseSchema, "response") : []),
		],
		errors: Object.entries(operation.responses)
			.filter(([status]) => !status.startsWith("2"))
			.flatMap(([status, { description }]) => description.split("\n").map((line) => errorOf(status, line))),
		sample: bodySchema ? requestSampleOf(bodySchema) : undefined,
		responseSample: responseSchema ? sampleOf(responseSchema, "all") : undefined,
	};
}

/** A line such as "`voice_not_found`: The voice doesn't exist. List voices to get valid ids." */
function errorOf(status: string, line: string): OperationDetail["errors"][number] {
	const [, code = "", text = line] = /^`(\w+)`: (.*)$/.exec(line) ?? [];
	return { status, code, text };
}

const maxDepth = 3;

function fieldsOf(schema: Schema, where: Field["where"], prefix = "", depth = 0): Field[] {
	const inner = withoutNull(schema);
	if (inner.items) return fieldsOf(inner.items, where, `${prefix}[]`, depth);
	if (!inner.properties || depth >= maxDepth) return [];
	return Object.entries(inner.properties).flatMap(([name, field]) => {
		const full = prefix === "" ? name : `${prefix}.${name}`;
		const required = inner.required?.includes(name) ?? false;
		const own = { name: full, type: typeOf(field), required, where, description: field.description ?? "" };
		return [{ ...own, ...exampleOf(field) }, ...fieldsOf(field, where, full, depth + 1)];
	});
}

/** The first non-null alternative of a union. */
function withoutNull(schema: Schema): Schema {
	const choices = (schema.anyOf ?? schema.oneOf)?.filter((choice) => choice.type !== "null");
	return choices?.[0] ? withoutNull(choices[0]) : schema;
}

const maxEnumValues = 8;

function typeOf(schema: Schema): string {
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum) {
		const shown = schema.enum.slice(0, maxEnumValues).map(String);
		return [...shown, ...(schema.enum.length > maxEnumValues ? ["…"] : [])].join(" | ");
	}
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return [...new Set(choices.map(typeOf))].join(" or ");
	if (Array.isArray(schema.type)) return schema.type.join(" or ");
	if (schema.items) return `list of ${typeOf(schema.items)}`;
	if (schema.type === "string" && schema.format === "binary") return "file";
	return schema.type ?? "anything";
}

function exampleOf({ examples }: Schema): { example?: string } {
	return examples?.length ? { example: JSON.stringify(examples[0]) } : {};
}

/** The required fields, or the first file of a form that needs one of several fields. */
function requestSampleOf(schema: Schema): unknown {
	const [file] = Object.entries(schema.properties ?? {}).filter(([, field]) => typeOf(field).includes("file"));
	return file && !schema.required?.length ? { [file[0]]: sampleOf(file[1], "required") } : sampleOf(schema, "required");
}

/** An example value, with the required properties of objects or with all. */
function sampleOf(schema: Schema, properties: "required" | "all"): unknown {
	if (schema.examples?.length) return schema.examples[0];
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum[0];
	const inner = withoutNull(schema);
	if (inner !== schema) return sampleOf(inner, properties);
	if (inner.properties) {
		const wanted = Object.entries(inner.properties).filter(
			([name]) => properties === "all" || inner.required?.includes(name),
		);
		return Object.fromEntries(wanted.map(([name, field]) => [name, sampleOf(field, properties)]));
	}
	if (schema.default !== undefined) return schema.default;
	if (inner.format === "binary") return "recording.wav";
	const type = Array.isArray(inner.type) ? inner.type.find((one) => one !== "null") : inner.type;
	if (type === "array") return inner.items ? [sampleOf(inner.items, properties)] : [];
	if (type === "number" || type === "integer") return inner.minimum ?? 0;
	if (type === "boolean") return false;
	if (type === "object") return {};
	return type === "string" ? "" : null;
}
