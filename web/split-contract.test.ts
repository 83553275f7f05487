import { parseAst } from "vite";
import { expect, test } from "vitest";
import { splitModule } from "./split-contract.ts";

const split = (code: string) => splitModule(code, parseAst(code) as never, "./things.ts");

test("moves everything that depends on a schema to the schemas part; the rest does not import zod", () => {
	const { entry, rest, schemas } = split(`import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { otherId, otherKinds } from "./others.ts";
export const kinds = ["a", "b"];
const max = 3;
const thing = z.object({ kind: z.enum(kinds), name: z.string().max(max), other: otherId });
export const form = z.array(thing);
export const things = { getThing: endpoint({ id: "get_thing", thing: 1 }), ...otherKinds };
export function isThing(value) { return thing.safeParse(value).success; }`);
	expect(rest).not.toContain("zod");
	expect(rest).not.toContain("otherId");
	expect(rest).toContain('import { otherKinds } from "./others.ts"');
	expect(rest).toContain("export const things");
	expect(rest).toContain("export { kinds as lent_kinds, max as lent_max }");
	expect(entry).toBe(
		'export { kinds, things } from "./things.ts?rest";\nexport { form, isThing } from "./things.ts?schemas";',
	);
	expect(schemas).toContain('import { z } from "zod"');
	expect(schemas).toContain('import { otherId } from "./others.ts"');
	expect(schemas).toContain('import { lent_kinds as kinds, lent_max as max } from "./things.ts?rest"');
	expect(schemas).not.toContain("things = {");
	expect(schemas).not.toContain("endpoint");
});

test("leaves a module without schemas unchanged", () => {
	const code = "export const kinds = ['a'];";
	expect(split(code)).toEqual({ entry: code, rest: code, schemas: "" });
});
