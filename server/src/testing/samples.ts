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

/** A place in a body or a query: keys, and 0 for the first of a list. */
type Place = readonly (string | number)[];

const texts = ["nothing", "someone@example.com", "https://example.com/", "123456", "2026-01-01", "en", "US", "#000000"];

const jsonSchemaOf = (schema: z.ZodType): Json =>
	z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;

type Filled = {
	/** Values of required fields by their name. */
	known?: Record<string, unknown>;
	/** What is put at a place that would be left out. */
	at?: { place: Place; value: unknown };
};

/** The least that a schema takes: whatever is not required is left out. */
export function sampleOf(schema: z.ZodType, { known = {}, at }: Filled = {}): unknown {
	return sample(jsonSchemaOf(schema), known, at?.place ?? [], at?.value);
}

function sample(schema: Json, known: Record<string, unknown>, place: Place, value: unknown): unknown {
	const [step, ...rest] = place;
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum[0];
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) {
		const chosen = choices.find((choice) => leadsTo(choice, step)) ?? choices[0] ?? {};
		return sample(chosen, known, place, value);
	}
	if (schema.allOf) {
		const parts = schema.allOf.map((part) => sample(part, known, place, value));
		return parts.every((part) => typeof part === "object") ? Object.assign({}, ...parts) : parts[0];
	}
	const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== "null") : schema.type;
	if (type === "object") {
		const wanted = Object.entries(schema.properties ?? {}).filter(
			([name]) => name === step || schema.required?.includes(name),
		);
		return Object.fromEntries(
			wanted.map(([name, part]) => {
				if (name !== step) return [name, known[name] ?? sample(part, known, [], undefined)];
				return [name, rest.length === 0 ? value : sample(part, known, rest, value)];
			}),
		);
	}
	if (type === "array") {
		const count = Math.max(schema.minItems ?? 0, step === undefined ? 0 : 1);
		return Array.from({ length: count }, (_, at) => {
			if (at !== step) return sample(schema.items ?? {}, known, [], undefined);
			return rest.length === 0 ? value : sample(schema.items ?? {}, known, rest, value);
		});
	}
	if (type === "string") return sampleText(schema);
	if (type === "number" || type === "integer") return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
	if (type === "boolean") return true;
	return undefined;
}

function leadsTo(schema: Json, step: string | number | undefined): boolean {
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
	return [...texts, "a".repeat(schema.minLength ?? 0)].find(fits) ?? "nothing";
}

/** Where a schema takes the name of a thing or of a person: all that is called `…_id`, `…_ids` or an e-mail address, however deep inside. */
export function idPlaces(schema: z.ZodType): { name: string; place: Place; many: boolean }[] {
	const walk = (part: Json, place: Place): { name: string; place: Place; many: boolean }[] => {
		const inner = (part.anyOf ?? part.oneOf ?? part.allOf ?? []).flatMap((choice) => walk(choice, place));
		const items = part.items ? walk(part.items, [...place, 0]) : [];
		const fields = Object.entries(part.properties ?? {}).flatMap(([name, field]) => {
			const here = [...place, name];
			if (!/_ids?$|^(user_)?email$/.test(name)) return walk(field, here);
			return takesFreeText(field) ? [{ name: name.replace(/s$/, ""), place: here, many: name.endsWith("s") }] : [];
		});
		return [...inner, ...items, ...fields];
	};
	const found = walk(jsonSchemaOf(schema), []);
	return found.filter((one, at) => found.findIndex((other) => other.place.join() === one.place.join()) === at);
}

function takesFreeText(schema: Json): boolean {
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return choices.some(takesFreeText);
	if (schema.items) return takesFreeText(schema.items);
	return schema.type === "string" && schema.enum === undefined && schema.const === undefined;
}

/** The names in an endpoint's path that stand for a thing somebody owns: free texts, no numbers and no choice of few. */
export function idParameters(endpoint: Endpoint): string[] {
	const fields = endpoint.params ? (jsonSchemaOf(endpoint.params).properties ?? {}) : {};
	return Object.entries(fields)
		.filter(([, field]) => takesFreeText(field))
		.map(([name]) => name);
}

/** Patterns are written for either way of reading them. */
function patternOf(text: string): RegExp {
	try {
		return new RegExp(text, "u");
	} catch {
		return new RegExp(text);
	}
}
