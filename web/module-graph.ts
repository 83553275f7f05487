import { parseSync } from "vite";

type ModuleInfo = { code: string | null; importedIds: readonly string[]; isEntry: boolean };
/** A name that another module exports, or all of that module. */
type Target = { id: string; name?: string };
type Links = {
	imports: Target[];
	/** Exported names that the module only passes on. */
	passedOn: Map<string, Target>;
	/** Exported names that it defines. */
	own: Set<string>;
	/** Modules that it passes on completely. */
	stars: string[];
};

/**
 * Tells which modules a module needs, name by name: one that imports an icon from a package of a thousand needs only the file of that
 * icon, which the bundler's list of imported modules does not tell.
 */
export function createModuleGraph(getModuleInfo: (id: string) => ModuleInfo | null): (id: string) => Set<string> {
	const links = new Map<string, Links | undefined>();
	const isEntry = (id: string) => getModuleInfo(id)?.isEntry ?? false;
	const linksOf = (id: string) => {
		if (!links.has(id)) links.set(id, readLinks(getModuleInfo(id)));
		return links.get(id);
	};
	const exportsName = (id: string, name: string): boolean => {
		const module = linksOf(id);
		if (!module || module.own.has(name) || module.passedOn.has(name)) return true;
		return module.stars.some((star) => exportsName(star, name));
	};
	/** The modules that define a name, or all names of a module, and those that pass it on. */
	const definitions = ({ id, name }: Target): string[] => {
		const module = linksOf(id);
		if (!module || (name !== undefined && module.own.has(name))) return [id];
		if (name === undefined) {
			const all = [...module.passedOn.values(), ...module.stars.map((star) => ({ id: star }))];
			return [id, ...all.flatMap(definitions)];
		}
		const star = module.stars.find((candidate) => exportsName(candidate, name));
		const next = module.passedOn.get(name) ?? (star === undefined ? undefined : { id: star, name });
		return next ? [id, ...definitions(next)] : [id];
	};
	return (id) => {
		const module = linksOf(id);
		if (!module) return new Set(getModuleInfo(id)?.importedIds);
		return new Set([...module.imports, ...(isEntry(id) ? [{ id }] : [])].flatMap(definitions));
	};
}

/** Undefined if the module is not an ES module. */
function readLinks(info: ModuleInfo | null): Links | undefined {
	if (info?.code == null) return undefined;
	const { module } = parseSync("module.js", info.code, { sourceType: "module" });
	if (!module.hasModuleSyntax) return undefined;
	const entries = module.staticExports.flatMap((statement) => statement.entries);
	const requests = [
		...module.staticImports.map(({ moduleRequest }) => moduleRequest),
		...entries.map(({ moduleRequest }) => moduleRequest),
	]
		.filter((request) => request !== null)
		.toSorted((a, b) => a.start - b.start);
	// The bundler lists what a module imports in the order of its text, and then what it adds itself.
	const specifiers = [...new Set(requests.map(({ value }) => value))];
	if (specifiers.length > info.importedIds.length) return undefined;
	const idOf = (specifier: string) => info.importedIds[specifiers.indexOf(specifier)] ?? "";
	const added = info.importedIds.slice(specifiers.length).map((id) => ({ id }));
	const found: Links = { imports: added, passedOn: new Map(), own: new Set(), stars: [] };
	const locals = new Map<string, Target>();
	for (const { moduleRequest, entries: names } of module.staticImports) {
		const id = idOf(moduleRequest.value);
		if (names.length === 0) found.imports.push({ id });
		for (const { importName, localName } of names) {
			const name = importName.kind === "Default" ? "default" : (importName.name ?? undefined);
			const target = importName.kind === "NamespaceObject" ? { id } : { id, name };
			found.imports.push(target);
			locals.set(localName.value, target);
		}
	}
	for (const { moduleRequest, importName, exportName, localName } of entries) {
		const name = exportName.kind === "Default" ? "default" : exportName.name;
		const id = moduleRequest ? idOf(moduleRequest.value) : undefined;
		const local = localName.name === null ? undefined : locals.get(localName.name);
		if (name === null) {
			if (id !== undefined) found.stars.push(id);
		} else if (id !== undefined) {
			found.passedOn.set(name, importName.kind === "Name" ? { id, name: importName.name ?? undefined } : { id });
		} else if (local) found.passedOn.set(name, local);
		else found.own.add(name);
	}
	return found;
}
