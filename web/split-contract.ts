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
 * A module of the contract has endpoints, which every page calls, and schemas, which a few forms check with. Bundled as one, each page
 * would load the validator for nothing. So a module becomes two, under its name with a query: what needs no validator, and the schemas,
 * which may need the other. By its own name both are had, and the bundler takes from them what is asked for.
 */
export function splitContract(): Plugin {
	return {
		name: "split-contract",
		apply: "build",
		enforce: "post",
		applyToEnvironment: ({ name }) => name === "client",
		transform(code, id) {
			const [, file, asked] = /\/packages\/contract\/src\/([\w.-]+\.ts)(\?.*)?$/.exec(id) ?? [];
			if (!file) return undefined;
			const split = splitModule(code, this.parse(code) as unknown as Module, `./${file}`);
			const part = asked === "?schemas" ? split.schemas : asked === "?rest" ? split.rest : split.whole;
			return { code: part, map: null };
		},
	};
}

type Split = { whole: string; rest: string; schemas: string };

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
	if (schemas.length === 0) return { whole: code, rest: code, schemas: "" };
	const rest = parts.filter(({ schema }) => !schema);
	const needed = namesUsed(schemas);
	const lent = rest.flatMap(({ names }) => names).filter((name) => needed.has(name));
	const given = (some: Part[], from: string) => {
		const names = some.flatMap((part) => (part.exported ? part.names : []));
		return names.length > 0 ? [`export { ${names.join(", ")} } from "${self}${from}";`] : [];
	};
	const written = (some: Part[]) => [
		...imports.flatMap((statement) => importOf(code, statement, namesUsed(some))),
		...some.map(({ statement }) => code.slice(statement.start, statement.end)),
	];
	return {
		whole: [...given(rest, "?rest"), ...given(schemas, "?schemas")].join("\n"),
		rest: [
			...written(rest),
			lent.length > 0 ? `export { ${lent.map((name) => `${name} as lent_${name}`).join(", ")} };` : "",
		].join("\n"),
		schemas: [
			lent.length > 0
				? `import { ${lent.map((name) => `lent_${name} as ${name}`).join(", ")} } from "${self}?rest";`
				: "",
			...written(schemas),
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

/** Those of its names that are used; nothing where none is. */
function importOf(code: string, statement: Statement, used: Set<string>): string[] {
	const kept = (statement.specifiers ?? []).filter((specifier) => used.has(localName(specifier)));
	if (kept.length === 0) return [];
	if (kept.some(({ type }) => type !== "ImportSpecifier")) return [code.slice(statement.start, statement.end)];
	return [
		`import { ${kept.map(({ start, end }) => code.slice(start, end)).join(", ")} } from "${statement.source?.value}";`,
	];
}

/** The names a piece of code speaks of. The key of a property is none. */
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
