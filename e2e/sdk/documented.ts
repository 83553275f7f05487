// Reads the documented response schemas from the official CLI, so none of it is stored here.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

type Schema = {
	$ref?: string;
	type?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	allOf?: Schema[];
};
type Document = {
	paths: Record<
		string,
		Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
	>;
	components: { schemas: Record<string, Schema> };
};

export const cliProgram = join(
	dirname(createRequire(import.meta.url).resolve("@elevenlabs/cli/package.json")),
	"..",
	"..",
	".bin",
	"elevenlabs",
);

export async function readDocument(): Promise<Document> {
	const { stdout } = await promisify(execFile)(cliProgram, ["--spec-raw"], { maxBuffer: 64 * 1_048_576 });
	return JSON.parse(stdout) as Document;
}

/** Documented keys that a response lacks, required or not. A null value counts as present. */
export function missingKeys(document: Document, method: string, path: string, response: unknown): string[] {
	const schema = document.paths[path]?.[method]?.responses["200"]?.content?.["application/json"]?.schema;
	if (schema === undefined) throw new Error(`${method} ${path} documents no JSON response`);
	return findMissing(document, schema, response, "");
}

function findMissing(document: Document, schema: Schema, value: unknown, at: string): string[] {
	if (value === null || value === undefined) return [];
	if (schema.$ref) {
		const named = document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
		if (named === undefined) throw new Error(`${schema.$ref} is not in the document`);
		return findMissing(document, named, value, at);
	}
	if (schema.allOf) return schema.allOf.flatMap((part) => findMissing(document, part, value, at));
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) {
		const fitting = choices
			.filter((choice) => choice.type !== "null")
			.map((one) => findMissing(document, one, value, at));
		return fitting.sort((a, b) => a.length - b.length)[0] ?? [];
	}
	if (Array.isArray(value)) {
		const { items } = schema;
		return items ? value.flatMap((one, index) => findMissing(document, items, one, `${at}[${index}]`)) : [];
	}
	if (typeof value !== "object" || !schema.properties) return [];
	return Object.entries(schema.properties).flatMap(([key, inner]) =>
		key in value
			? findMissing(document, inner, (value as Record<string, unknown>)[key], `${at}.${key}`)
			: [`${at}.${key}`],
	);
}
