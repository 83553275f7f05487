// The API document in the form the reference page shows: read when the pages are built, so that readers load a tenth of it.

export type Field = {
	/** As `voice_settings.speed`, or `inputs[].text` inside of a list. */
	name: string;
	type: string;
	required: boolean;
	where: "path" | "query" | "body" | "answer";
};

export type Operation = {
	id: string;
	method: string;
	path: string;
	summary: string;
	/** Undefined for calls that need no key. */
	permission: string | undefined;
	body: "json" | "form" | undefined;
	/** What comes back: JSON, or bytes of a kind. */
	answer: string;
	fields: readonly Field[];
	errors: readonly { status: string; codes: string }[];
	/** The least that a body must hold. */
	sample: unknown;
};

export type ReferenceGroup = { name: string; operations: readonly Operation[] };

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
	default?: unknown;
	minimum?: number;
	minLength?: number;
};
type Content = Record<string, { schema?: Schema }>;
type DocumentOperation = {
	operationId: string;
	tags: string[];
	summary: string;
	"x-permission"?: string;
	parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
	requestBody?: { content: Content };
	responses: Record<string, { description: string; content?: Content }>;
};
export type ApiDocument = { paths: Record<string, Record<string, DocumentOperation>> };

/** How groups are called and in which order they stand; what is not here comes last under its own name. */
const groupNames: Record<string, string> = {
	speech: "Speech",
	voices: "Voices",
	models: "Models",
	history: "History",
	pronunciation: "Pronunciation dictionaries",
	usage: "User and usage",
	developers: "API keys, tokens and webhooks",
	workspace: "Workspace",
	auth: "Account",
	notifications: "Notifications",
	privacy: "Privacy",
};
/** Forms of the public pages and their kin: no program calls them. */
const hidden = new Set(["marketing", "onboarding", "profiles"]);

export function referenceOf(document: ApiDocument): ReferenceGroup[] {
	const groups = new Map<string, Operation[]>();
	for (const [path, methods] of Object.entries(document.paths)) {
		for (const [method, operation] of Object.entries(methods)) {
			const [area = "other"] = operation.tags;
			if (hidden.has(area)) continue;
			groups.set(area, [...(groups.get(area) ?? []), operationOf(method, path, operation)]);
		}
	}
	const order = Object.keys(groupNames);
	const place = (area: string) => (order.includes(area) ? order.indexOf(area) : order.length);
	return [...groups]
		.sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
		.map(([area, operations]) => ({ name: groupNames[area] ?? area, operations }));
}

function operationOf(method: string, path: string, operation: DocumentOperation): Operation {
	const content = operation.requestBody?.content ?? {};
	const [bodyType] = Object.keys(content);
	const bodySchema = bodyType === undefined ? undefined : content[bodyType]?.schema;
	const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
	const [answerType = "nothing"] = Object.keys(success?.content ?? {});
	const answerSchema = success?.content?.["application/json"]?.schema;
	return {
		id: operation.operationId,
		method: method.toUpperCase(),
		path,
		summary: operation.summary,
		permission: operation["x-permission"],
		body: bodyType === undefined ? undefined : bodyType === "multipart/form-data" ? "form" : "json",
		answer: answerType,
		fields: [
			...(operation.parameters ?? []).map(({ name, in: where, required, schema }) => ({
				name,
				type: typeOf(schema),
				required: required ?? false,
				where: where === "path" ? ("path" as const) : ("query" as const),
			})),
			...(bodySchema ? fieldsOf(bodySchema, "body") : []),
			...(answerSchema ? fieldsOf(answerSchema, "answer") : []),
		],
		errors: Object.entries(operation.responses)
			.filter(([status]) => !status.startsWith("2"))
			.map(([status, { description }]) => ({ status, codes: description })),
		sample: bodySchema ? sampleOf(bodySchema) : undefined,
	};
}

const deepest = 3;

function fieldsOf(schema: Schema, where: Field["where"], prefix = "", depth = 0): Field[] {
	const inner = withoutNull(schema);
	if (inner.items) return fieldsOf(inner.items, where, `${prefix}[]`, depth);
	if (!inner.properties || depth >= deepest) return [];
	return Object.entries(inner.properties).flatMap(([name, field]) => {
		const full = prefix === "" ? name : `${prefix}.${name}`;
		const required = inner.required?.includes(name) ?? false;
		return [{ name: full, type: typeOf(field), required, where }, ...fieldsOf(field, where, full, depth + 1)];
	});
}

/** The one kind of thing that something is, beside being absent; the first of several. */
function withoutNull(schema: Schema): Schema {
	const choices = (schema.anyOf ?? schema.oneOf)?.filter((choice) => choice.type !== "null");
	return choices?.[0] ? withoutNull(choices[0]) : schema;
}

const mostValues = 8;

function typeOf(schema: Schema): string {
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum) {
		const shown = schema.enum.slice(0, mostValues).map(String);
		return [...shown, ...(schema.enum.length > mostValues ? ["…"] : [])].join(" | ");
	}
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return [...new Set(choices.map(typeOf))].join(" or ");
	if (Array.isArray(schema.type)) return schema.type.join(" or ");
	if (schema.items) return `list of ${typeOf(schema.items)}`;
	if (schema.type === "string" && schema.format === "binary") return "file";
	return schema.type ?? "anything";
}

function sampleOf(schema: Schema): unknown {
	if (schema.default !== undefined) return schema.default;
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum[0];
	const inner = withoutNull(schema);
	if (inner !== schema) return sampleOf(inner);
	if (inner.properties) {
		const wanted = Object.entries(inner.properties).filter(([name]) => inner.required?.includes(name));
		return Object.fromEntries(wanted.map(([name, field]) => [name, name === "text" ? "Hello." : sampleOf(field)]));
	}
	const type = Array.isArray(inner.type) ? inner.type.find((one) => one !== "null") : inner.type;
	if (type === "array") return inner.items ? [sampleOf(inner.items)] : [];
	if (type === "number" || type === "integer") return inner.minimum ?? 0;
	if (type === "boolean") return false;
	if (type === "object") return {};
	return type === "string" ? "" : null;
}
