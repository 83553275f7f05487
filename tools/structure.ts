// Checks what import rules cannot: area names, file roles, folder sizes, tenancy in the signatures of repositories, and that
// every endpoint is implemented once.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { camelCase, readTiers } from "./areas.ts";
import { folderSizeErrors } from "./structure/folder-size.ts";
import { tenancyErrors } from "./structure/tenancy.ts";

const SERVER_ROLES = "routes|socket|service|repo|workflow|present|public";
const WEB_ROLES = "page|layout|queries|public";
/** The public site also has texts and data. */
const SITE_FILES = /^([a-z-]+\/)?content\/[a-z0-9/.-]+\.(ts|json|md)$/;

/** Endpoint names by area. */
export type EndpointList = Record<string, Record<string, unknown>>;

async function namesIn(folder: string): Promise<string[]> {
	return (await readdir(folder).catch(() => [])).filter((name) => name !== "node_modules").sort();
}

async function foldersIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
	return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

async function filesUnder(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
}

async function areaNameErrors(root: string): Promise<string[]> {
	const known = new Set(Object.values(await readTiers(root)).flat());
	const errors: string[] = [];
	const server = await namesIn(join(root, "server/src/features"));
	const web = await namesIn(join(root, "web/app/features"));
	const contract = await foldersIn(join(root, "packages/contract/src"));
	for (const [home, areas] of [
		["server/src/features", server],
		["web/app/features", web],
		["packages/contract/src", contract],
	] as const) {
		for (const area of areas) {
			if (!known.has(area)) errors.push(`${home}/${area}: "${area}" is not an area of tools/areas.json`);
		}
	}
	for (const area of contract) {
		if (!server.includes(area)) errors.push(`packages/contract/src/${area} has no home in server/src/features`);
	}
	return errors;
}

/** Files of an area: named after it in its folder, after their topic in a part. The public face is never in a part. */
function serverFile(area: string): RegExp {
	const word = "[a-z0-9-]+";
	return new RegExp(
		[
			`^${area}(\\.${word})?\\.(${SERVER_ROLES})\\.ts$`,
			`^${word}/${word}\\.(${SERVER_ROLES.replace("|public", "")})\\.ts$`,
			// Pure logic and types.
			`^(${word}/)?${word}\\.ts$`,
			`^(${word}/)?${word}(\\.${word})*\\.test\\.ts$`,
		].join("|"),
	);
}

async function roleErrors(root: string): Promise<string[]> {
	const errors: string[] = [];
	for (const area of await namesIn(join(root, "server/src/features"))) {
		const allowed = serverFile(area);
		for (const file of await filesUnder(join(root, "server/src/features", area))) {
			if (!allowed.test(file))
				errors.push(
					`server/src/features/${area}/${file}: name it ${area}[.<topic>].<role>.ts, in a part <part>/<topic>.<role>.ts, or <topic>.ts for pure logic. Roles: ${SERVER_ROLES}; public only outside parts`,
				);
		}
	}
	return errors;
}

/**
 * A web area has pages, layouts, queries and public faces at its root, components/ and model/. A large area is divided
 * into parts: folders of the same shape, except that public faces stay at the root.
 */
function hasWebRole(area: string, file: string): boolean {
	const [, part, rest = file] = /^(?!components\/|model\/)([a-z-]+)\/(.+)$/.exec(file) ?? [];
	const roles = [
		"[a-z-]+\\.(page|layout)\\.tsx?",
		`${part ?? area}(\\.[a-z-]+)?\\.queries\\.ts`,
		`${part ?? area}(\\.[a-z-]+)?\\.test\\.tsx?`,
		"components/[a-z0-9-]+(\\.test)?\\.tsx?",
		"model/[a-z0-9-]+(\\.test)?\\.ts",
		...(part ? [] : [`${area}(\\.[a-z-]+)?\\.public(\\.test)?\\.tsx?`]),
	];
	return new RegExp(`^(${roles.join("|")})$`).test(rest);
}

async function webErrors(root: string): Promise<string[]> {
	const errors: string[] = [];
	for (const area of await namesIn(join(root, "web/app/features"))) {
		for (const file of await filesUnder(join(root, "web/app/features", area))) {
			if (hasWebRole(area, file) || (area === "marketing" && SITE_FILES.test(file))) continue;
			errors.push(`web/app/features/${area}/${file}: not a {${WEB_ROLES}} and not in components/ or model/`);
		}
	}
	return errors;
}

/** Uses of `implement(… <area>Endpoints.<name>` in a file, as "area.name". */
function implementedIn(text: string): string[] {
	const found = text.matchAll(/\bimplement\(\s*(?:[\w.]+,\s*)?(\w+)Endpoints\.(\w+)/g);
	return [...found].map(([, prefix, name]) => `${prefix}.${name}`);
}

async function endpointErrors(root: string, endpoints: EndpointList): Promise<string[]> {
	const errors: string[] = [];
	for (const [area, list] of Object.entries(endpoints)) {
		const folder = join(root, "server/src/features", area);
		const implemented: string[] = [];
		for (const file of await filesUnder(folder)) {
			if (!file.endsWith(".test.ts")) implemented.push(...implementedIn(await readFile(join(folder, file), "utf8")));
		}
		for (const name of Object.keys(list)) {
			const key = `${camelCase(area)}.${name}`;
			const count = implemented.filter((found) => found === key).length;
			if (count !== 1) errors.push(`endpoint ${key} is implemented ${count} times in server/src/features/${area}`);
		}
	}
	return errors;
}

/** All structure errors of a tree, one message each. */
export async function structureErrors(root: string, endpoints: EndpointList): Promise<string[]> {
	return [
		...(await areaNameErrors(root)),
		...(await roleErrors(root)),
		...(await webErrors(root)),
		...(await folderSizeErrors(root)),
		...(await tenancyErrors(root)),
		...(await endpointErrors(root, endpoints)),
	];
}
