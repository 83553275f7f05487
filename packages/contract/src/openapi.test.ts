import { expect, test } from "vitest";
import { endpointsByArea } from "./all-endpoints.ts";
import { buildOpenApi } from "./openapi.ts";

type Schema = {
	type?: string | string[];
	description?: string;
	examples?: unknown[];
	const?: unknown;
	enum?: unknown[];
	format?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	additionalProperties?: Schema | boolean;
	anyOf?: Schema[];
	oneOf?: Schema[];
	allOf?: Schema[];
};
type Content = Record<string, { schema: Schema }>;
type Operation = {
	operationId: string;
	summary: string;
	description?: string;
	parameters?: { name: string; description?: string; schema: Schema }[];
	requestBody?: { content: Content };
	responses: Record<string, { description: string; content?: Content }>;
};

const document = buildOpenApi(endpointsByArea, "test") as {
	paths: Record<string, Record<string, Operation>>;
	webhooks: Record<string, Record<string, Operation>>;
};
const requests = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const webhooks = Object.values(document.webhooks).flatMap((methods) => Object.values(methods));
const operations = [...requests, ...webhooks];
const scalars = ["string", "number", "integer", "boolean"];

function isScalar({ type, items, anyOf, oneOf }: Schema): boolean {
	const types = [type, ...[...(anyOf ?? []), ...(oneOf ?? [])].map((member) => member.type)].flat();
	return (
		types.some((name) => scalars.includes(name ?? "")) || (type === "array" && scalars.includes(String(items?.type)))
	);
}

const isFile = ({ format, anyOf }: Schema): boolean => format === "binary" || (anyOf?.some(isFile) ?? false);

/** What a described value lacks. Values with one possible value, and files, need no example. */
function missing(schema: Schema, where: string): string[] {
	const needsExample = isScalar(schema) && schema.const === undefined && schema.enum?.length !== 1 && !isFile(schema);
	return [
		...(schema.description ? [] : [`${where}: description`]),
		...(needsExample && !schema.examples?.length ? [`${where}: example`] : []),
	];
}

function missingInside(schema: Schema | boolean | undefined, where: string): string[] {
	if (typeof schema !== "object") return [];
	const properties = Object.entries(schema.properties ?? {}).flatMap(([name, value]) => [
		...missing(value, `${where}.${name}`),
		...missingInside(value, `${where}.${name}`),
	]);
	const inner = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
	return [...properties, ...[...inner, ...(schema.allOf ?? [])].flatMap((part) => missingInside(part, where))];
}

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
	"%s describes itself, its parameters, its fields and its errors",
	(id, { summary, description, parameters = [], requestBody, responses }) => {
		const findings = [
			...(summary ? [] : [`${id}: summary`]),
			...(description ? [] : [`${id}: description`]),
			...parameters.flatMap(({ name, schema, description: text }) =>
				missing({ ...schema, description: text }, `${id}?${name}`),
			),
			...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => missingInside(schema, `${id} body`)),
			...Object.entries(responses).flatMap(([status, response]) =>
				Object.values(response.content ?? {}).flatMap(({ schema }) => missingInside(schema, `${id} ${status}`)),
			),
			...Object.entries(responses).flatMap(([status, response]) =>
				response.description.length > 5 ? [] : [`${id} ${status}: description`],
			),
		];
		expect([...new Set(findings)]).toEqual([]);
	},
);
