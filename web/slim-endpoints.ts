import type { Plugin } from "vite";

/** What a browser needs of an endpoint to call it. Everything else is for the server, its documents and the types. */
const needed = new Set(["id", "method", "path"]);

type Node = { type: string; start: number; end: number };
type Property = Node & { key?: { name?: string; value?: unknown }; computed?: boolean };
type Declarations = { declarations?: { init?: Node | null }[] };
type Program = Node & { body: (Node & Declarations & { declaration?: Declarations | null })[] };
type Edit = { from: number; to: number; text: string };
type Call = Node & { callee: Node & { name?: string }; arguments: (Node & { properties?: Property[] })[] };

/**
 * Pages call endpoints by their address: without the schemas of what is sent and answered they are a third smaller. What is left over
 * and nobody uses goes too: making a schema is marked as having no other effect.
 */
export function slimEndpoints(): Plugin {
	return {
		name: "slim-endpoints",
		enforce: "post",
		applyToEnvironment: ({ name }) => name === "client",
		transform(code, id) {
			if (!/\/packages\/contract\/src\/[\w.-]+\.ts(\?|$)/.test(id)) return undefined;
			return { code: withoutSchemas(code, this.parse(code) as unknown as Program), map: null };
		},
	};
}

export function withoutSchemas(code: string, program: Program): string {
	const edits: Edit[] = made(program).flatMap(({ start, end }) => [
		{ from: start, to: start, text: "/* @__PURE__ */ (() => (" },
		{ from: end, to: end, text: "))()" },
	]);
	for (const call of callsOf(program, "endpoint")) {
		const properties = call.arguments[0]?.properties ?? [];
		const whole = properties.filter(isNeeded).length === needed.size;
		properties.forEach((property, at) => {
			// A shared part may bring what is needed; where all of it stands here, it brings nothing.
			if (property.type === "SpreadElement" ? !whole : property.computed || isNeeded(property)) return;
			const next = properties[at + 1];
			edits.push({ from: property.start, to: next ? next.start : property.end, text: "" });
		});
	}
	let slim = "";
	let at = 0;
	for (const { from, to, text } of edits.sort((a, b) => a.from - b.from)) {
		// One inside another has gone with it.
		if (from < at) continue;
		slim += code.slice(at, from) + text;
		at = to;
	}
	return slim + code.slice(at);
}

const isNeeded = (property: Property): boolean =>
	property.type === "Property" && !property.computed && needed.has(property.key?.name ?? String(property.key?.value));

/** What the constants of a module are made by, if it takes a call. */
function made(program: Program): Node[] {
	return program.body.flatMap((statement) => {
		const { declarations = [] } = statement.declaration ?? statement;
		return declarations.flatMap(({ init }) => (init?.type === "CallExpression" ? [init] : []));
	});
}

function callsOf(node: unknown, name: string, found: Call[] = []): Call[] {
	if (Array.isArray(node)) for (const one of node) callsOf(one, name, found);
	else if (typeof node === "object" && node !== null) {
		const call = node as Call;
		if (call.type === "CallExpression" && call.callee.name === name) found.push(call);
		for (const value of Object.values(node)) callsOf(value, name, found);
	}
	return found;
}
