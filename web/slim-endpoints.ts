import type { Plugin } from "vite";

/** The properties a browser needs to call an endpoint. The rest is for the server, the docs and the types. */
const needed = new Set(["id", "method", "path"]);

type Node = { type: string; start: number; end: number };
type Property = Node & { key?: { name?: string; value?: unknown }; computed?: boolean };
type Declarations = { declarations?: { init?: Node | null }[] };
type Program = Node & { body: (Node & Declarations & { declaration?: Declarations | null })[] };
type Edit = { from: number; to: number; text: string };
type Callee = Node & { name?: string; object?: Node; property?: { name?: string } };
type Call = Node & { callee: Callee; arguments: (Node & { properties?: Property[] })[] };

/**
 * Removes request and response schemas from endpoints in browser bundles, which makes pages a third smaller, and the
 * descriptions of schemas that stay. Schema creation is marked as pure, so unused schemas are tree-shaken too.
 */
export function slimEndpoints(): Plugin {
	return {
		name: "slim-endpoints",
		enforce: "post",
		applyToEnvironment: ({ name }) => name === "client",
		transform(code, id) {
			if (!/\/packages\/contract\/src\/[\w./-]+\.ts(\?|$)/.test(id)) return undefined;
			return { code: withoutSchemas(code, this.parse(code) as unknown as Program), map: null };
		},
	};
}

export function withoutSchemas(code: string, program: Program): string {
	const edits: Edit[] = initializersOf(program).flatMap(({ start, end }) => [
		{ from: start, to: start, text: "/* @__PURE__ */ (() => (" },
		{ from: end, to: end, text: "))()" },
	]);
	for (const call of callsOf(program, "endpoint")) {
		const properties = call.arguments[0]?.properties ?? [];
		const complete = properties.filter(isNeeded).length === needed.size;
		properties.forEach((property, at) => {
			// A spread may provide needed properties, unless all of them are listed here.
			if (property.type === "SpreadElement" ? !complete : property.computed || isNeeded(property)) return;
			const next = properties[at + 1];
			edits.push({ from: property.start, to: next ? next.start : property.end, text: "" });
		});
	}
	// Descriptions and examples are for the API reference.
	for (const { callee, end } of callsOf(program, "meta"))
		if (callee.object) edits.push({ from: callee.object.end, to: end, text: "" });
	let slim = "";
	let at = 0;
	for (const { from, to, text } of edits.sort((a, b) => a.from - b.from)) {
		// Skip edits inside a range that was already removed.
		if (from < at) continue;
		slim += code.slice(at, from) + text;
		at = to;
	}
	return slim + code.slice(at);
}

const isNeeded = (property: Property): boolean =>
	property.type === "Property" && !property.computed && needed.has(property.key?.name ?? String(property.key?.value));

/** The call expressions that initialize a module's constants. */
function initializersOf(program: Program): Node[] {
	return program.body.flatMap((statement) => {
		const { declarations = [] } = statement.declaration ?? statement;
		return declarations.flatMap(({ init }) => (init?.type === "CallExpression" ? [init] : []));
	});
}

function callsOf(node: unknown, name: string, found: Call[] = []): Call[] {
	if (Array.isArray(node)) for (const one of node) callsOf(one, name, found);
	else if (typeof node === "object" && node !== null) {
		const call = node as Call;
		if (call.type === "CallExpression" && (call.callee.name ?? call.callee.property?.name) === name) found.push(call);
		for (const value of Object.values(node)) callsOf(value, name, found);
	}
	return found;
}
