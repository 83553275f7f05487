import type { Endpoint } from "@timbre/contract/endpoint.ts";
import { z } from "zod";

type Json = {
	type?: string | string[];
	const?: unknown;
	enum?: unknown[];
	anyOf?: Json[];
	oneOf?: Json[];
	allOf?: Json[];
	properties?: Record<string, Json>;
	required?: string[];
	items?: Json;
	minItems?: number;
	format?: string;
	pattern?: string;
	minLength?: number;
	minimum?: number;
	exclusiveMinimum?: number;
};

/** The path of a field in a body or query: keys, and 0 for the first item of a list. */
type FieldPath = readonly (string | number)[];

const sampleTexts = [
	"nothing",
	"someone@example.com",
	"https://example.com/",
	"123456",
	"2026-01-01",
	"en",
	"US",
	"#000000",
];

const jsonSchemaOf = (schema: z.ZodType): Json =>
	z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;

type SampleOptions = {
	/** Values of required fields by name. */
	known?: Record<string, unknown>;
	/** Sets an optional field. */
	set?: { path: FieldPath; value: unknown };
};

/** The smallest valid value of a schema, without optional fields. */
export function sampleOf(schema: z.ZodType, { known = {}, set }: SampleOptions = {}): unknown {
	return sample(jsonSchemaOf(schema), known, set?.path ?? [], set?.value);
}

function sample(schema: Json, known: Record<string, unknown>, path: FieldPath, value: unknown): unknown {
	const [step, ...rest] = path;
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum[0];
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) {
		const chosen = choices.find((choice) => contains(choice, step)) ?? choices[0] ?? {};
		return sample(chosen, known, path, value);
	}
	if (schema.allOf) {
		const parts = schema.allOf.map((part) => sample(part, known, path, value));
		return parts.every((part) => typeof part === "object") ? Object.assign({}, ...parts) : parts[0];
	}
	const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== "null") : schema.type;
	if (type === "object") {
		const included = Object.entries(schema.properties ?? {}).filter(
			([name]) => name === step || schema.required?.includes(name),
		);
		return Object.fromEntries(
			included.map(([name, part]) => {
				if (name !== step) return [name, known[name] ?? sample(part, known, [], undefined)];
				return [name, rest.length === 0 ? value : sample(part, known, rest, value)];
			}),
		);
	}
	if (type === "array") {
		const count = Math.max(schema.minItems ?? 0, step === undefined ? 0 : 1);
		return Array.from({ length: count }, (_, index) => {
			if (index !== step) return sample(schema.items ?? {}, known, [], undefined);
			return rest.length === 0 ? value : sample(schema.items ?? {}, known, rest, value);
		});
	}
	if (type === "string") return sampleText(schema);
	if (type === "number" || type === "integer") return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
	if (type === "boolean") return true;
	return undefined;
}

function contains(schema: Json, step: string | number | undefined): boolean {
	if (schema.type === "null") return false;
	if (step === undefined) return true;
	return typeof step === "number" ? schema.type === "array" : schema.properties?.[step] !== undefined;
}

function sampleText(schema: Json): string {
	if (schema.format === "email") return "someone@example.com";
	if (schema.format === "uri") return "https://example.com/";
	if (schema.format === "date-time") return "2026-01-01T00:00:00Z";
	const fits = (text: string) =>
		text.length >= (schema.minLength ?? 0) && (!schema.pattern || patternOf(schema.pattern).test(text));
	return [...sampleTexts, "a".repeat(schema.minLength ?? 0)].find(fits) ?? "nothing";
}

/** All fields of a schema, at any depth, that refer to a resource or user: `…_id`, `…_ids` and email addresses. */
export function idFields(schema: z.ZodType): { name: string; path: FieldPath; many: boolean }[] {
	const walk = (part: Json, path: FieldPath): { name: string; path: FieldPath; many: boolean }[] => {
		const inner = (part.anyOf ?? part.oneOf ?? part.allOf ?? []).flatMap((choice) => walk(choice, path));
		const items = part.items ? walk(part.items, [...path, 0]) : [];
		const fields = Object.entries(part.properties ?? {}).flatMap(([name, field]) => {
			const here = [...path, name];
			if (!/_ids?$|^(user_)?email$/.test(name)) return walk(field, here);
			return takesFreeText(field) ? [{ name: name.replace(/s$/, ""), path: here, many: name.endsWith("s") }] : [];
		});
		return [...inner, ...items, ...fields];
	};
	const found = walk(jsonSchemaOf(schema), []);
	return found.filter((one, index) => found.findIndex((other) => other.path.join() === one.path.join()) === index);
}

function takesFreeText(schema: Json): boolean {
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return choices.some(takesFreeText);
	if (schema.items) return takesFreeText(schema.items);
	return schema.type === "string" && schema.enum === undefined && schema.const === undefined;
}

/** The path parameters of an endpoint that may refer to a resource: free text, but no numbers or enums. */
export function idParameters(endpoint: Endpoint): string[] {
	const fields = endpoint.params ? (jsonSchemaOf(endpoint.params).properties ?? {}) : {};
	return Object.entries(fields)
		.filter(([, field]) => takesFreeText(field))
		.map(([name]) => name);
}

/** Some patterns are valid only with the u flag, others only without. */
function patternOf(text: string): RegExp {
	try {
		return new RegExp(text, "u");
	} catch {
		return new RegExp(text);
	}
}
