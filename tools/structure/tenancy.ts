// Checks that tenancy is in the signature of every repository function.
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ModuleItem, type Param, type Pattern, parse, type TsType } from "@swc/core";

const databaseTypes = new Set(["Db", "Database", "Pool"]);
const tenantNames = new Set(["workspaceId", "userId"]);
/** Object types that say whose data it is, such as ResourceCaller. */
const tenantType = /(Owner|Caller|Member|User|Workspace)$/;

type RepositoryFunction = { name: string; params: Pattern[] };

export async function tenancyErrors(root: string): Promise<string[]> {
	const errors: string[] = [];
	for await (const file of glob("server/src/**/*.repo.ts", { cwd: root })) {
		const module = await parse(await readFile(join(root, file), "utf8"), { syntax: "typescript", target: "esnext" });
		for (const { name, params } of module.body.flatMap(exportedFunctions)) {
			const [database, tenant] = params;
			// A function without a database has no data to protect.
			if (!database || !databaseTypes.has(typeName(database) ?? "") || isTenant(tenant)) continue;
			errors.push(`${file} ${name}: the second parameter must be workspaceId, userId, an owner or _scope: Global`);
		}
	}
	return errors.sort();
}

function isTenant(pattern: Pattern | undefined): boolean {
	if (!pattern) return false;
	const type = typeName(pattern) ?? "";
	if (type === "Global" || tenantType.test(type)) return true;
	return pattern.type === "Identifier" && tenantNames.has(pattern.value);
}

function exportedFunctions(item: ModuleItem): RepositoryFunction[] {
	if (item.type !== "ExportDeclaration") return [];
	const { declaration } = item;
	if (declaration.type === "FunctionDeclaration")
		return [{ name: declaration.identifier.value, params: declaration.params.map(({ pat }: Param) => pat) }];
	if (declaration.type !== "VariableDeclaration") return [];
	return declaration.declarations.flatMap(({ id, init }) => {
		const name = id.type === "Identifier" ? id.value : "";
		if (init?.type === "ArrowFunctionExpression") return [{ name, params: init.params }];
		if (init?.type === "FunctionExpression") return [{ name, params: init.params.map(({ pat }: Param) => pat) }];
		return [];
	});
}

/** The name of the parameter's type, without its namespace and type arguments. */
function typeName(pattern: Pattern): string | undefined {
	const annotation = "typeAnnotation" in pattern ? pattern.typeAnnotation : undefined;
	return annotation?.type === "TsTypeAnnotation" ? referenceName(annotation.typeAnnotation) : undefined;
}

function referenceName(type: TsType): string | undefined {
	if (type.type !== "TsTypeReference") return undefined;
	return type.typeName.type === "Identifier" ? type.typeName.value : type.typeName.right.value;
}
