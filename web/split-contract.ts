import type { Plugin } from "vite";

type Node = { type: string; start: number; end: number };
type Named = Node & { name?: string };
type Specifier = Node & { local: Named };
type Declaration = Node & { id?: Named | null; declarations?: { id: Named }[] };
type Statement = Node & {
	source?: { value: string } | null;
	specifiers?: Specifier[];
	declaration?: Declaration | null;
} & Declaration;
type Module = Node & { body: Statement[] };

type Part = { statement: Statement; names: string[]; exported: boolean; uses: Set<string>; schema: boolean };

/**
 * A contract module has endpoints, used by every page, and schemas, used by a few forms. Bundled together, every page
 * would load zod. So a module is split in two, addressed by query: `?rest`, which doesn't need zod, and `?schemas`,
 * which may import the rest. The plain name re-exports both, and the bundler includes what is used.
 */
export function splitContract(): Plugin {
	return {
		name: "split-contract",
		apply: "build",
		enforce: "post",
		applyToEnvironment: ({ name }) => name === "client",
		transform(code, id) {
			const [, file, query] = /\/packages\/contract\/src\/(?:[\w-]+\/)?([\w.-]+\.ts)(\?.*)?$/.exec(id) ?? [];
			if (!file) return undefined;
			const split = splitModule(code, this.parse(code) as unknown as Module, `./${file}`);
			const part = query === "?schemas" ? split.schemas : query === "?rest" ? split.rest : split.entry;
			return { code: part, map: null };
		},
	};
}

type Split = { entry: string; rest: string; schemas: string };

export function splitModule(code: string, module: Module, self: string): Split {
	const imports = module.body.filter(({ type }) => type === "ImportDeclaration");
	const parts = module.body.filter((statement) => !imports.includes(statement)).map(partOf);
	const tainted = new Set(
		imports.filter(({ source }) => source?.value === "zod").flatMap(({ specifiers = [] }) => specifiers.map(localName)),
	);
	for (let before = -1; before !== tainted.size; ) {
		before = tainted.size;
		for (const part of parts) {
			part.schema ||= [...part.uses].some((name) => tainted.has(name));
			if (part.schema) for (const name of part.names) tainted.add(name);
		}
	}
	const schemas = parts.filter(({ schema }) => schema);
	if (schemas.length === 0) return { entry: code, rest: code, schemas: "" };
	const rest = parts.filter(({ schema }) => !schema);
	const needed = namesUsed(schemas);
	const lent = rest.flatMap(({ names }) => names).filter((name) => needed.has(name));
	const reexports = (some: Part[], from: string) => {
		const names = some.flatMap((part) => (part.exported ? part.names : []));
		return names.length > 0 ? [`export { ${names.join(", ")} } from "${self}${from}";`] : [];
	};
	const sourceOf = (some: Part[]) => [
		...imports.flatMap((statement) => importOf(code, statement, namesUsed(some))),
		...some.map(({ statement }) => code.slice(statement.start, statement.end)),
	];
	return {
		entry: [...reexports(rest, "?rest"), ...reexports(schemas, "?schemas")].join("\n"),
		rest: [
			...sourceOf(rest),
			lent.length > 0 ? `export { ${lent.map((name) => `${name} as lent_${name}`).join(", ")} };` : "",
		].join("\n"),
		schemas: [
			lent.length > 0
				? `import { ${lent.map((name) => `lent_${name} as ${name}`).join(", ")} } from "${self}?rest";`
				: "",
			...sourceOf(schemas),
		].join("\n"),
	};
}

const localName = ({ local }: Specifier): string => local.name ?? "";
const namesUsed = (parts: Part[]) => new Set(parts.flatMap(({ uses }) => [...uses]));

function partOf(statement: Statement): Part {
	const exported = statement.type === "ExportNamedDeclaration";
	const declared: Declaration = statement.declaration ?? statement;
	const names = (declared.declarations?.map(({ id }) => id) ?? [declared.id]).flatMap((id) => id?.name ?? []);
	return { statement, names, exported, uses: identifiers(declared), schema: false };
}

/** The import with only the used names; empty if none are used. */
function importOf(code: string, statement: Statement, used: Set<string>): string[] {
	const specifiers = (statement.specifiers ?? []).filter((specifier) => used.has(localName(specifier)));
	if (specifiers.length === 0) return [];
	if (specifiers.some(({ type }) => type !== "ImportSpecifier")) return [code.slice(statement.start, statement.end)];
	return [
		`import { ${specifiers.map(({ start, end }) => code.slice(start, end)).join(", ")} } from "${statement.source?.value}";`,
	];
}

/** Identifiers referenced by a node, without property keys. */
function identifiers(node: unknown, found = new Set<string>()): Set<string> {
	if (Array.isArray(node)) for (const one of node) identifiers(one, found);
	else if (typeof node === "object" && node !== null) {
		const { type, name, computed } = node as { type?: string; name?: string; computed?: boolean };
		if (type === "Identifier" && name) found.add(name);
		const key = type === "MemberExpression" ? "property" : type === "Property" ? "key" : undefined;
		for (const [field, value] of Object.entries(node)) if (field !== key || computed) identifiers(value, found);
	}
	return found;
}
