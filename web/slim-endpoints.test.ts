import { parseAst } from "vite";
import { expect, test } from "vitest";
import { withoutSchemas } from "./slim-endpoints.ts";

const slim = (code: string) => withoutSchemas(code, parseAst(code) as never).replaceAll(/ +/g, " ");

test("keeps only what a browser needs to call an endpoint", () => {
	const code = `
const result = z.object({ ok: z.boolean() });
export const things = {
	getThing: endpoint({ id: "get_thing", method: "GET", path: "/v1/things/{thing_id}", summary: "One", params: z.object({ thing_id: z.string() }), response: result }),
	createThing: endpoint({ body: z.object({ name: z.string() }), id: "create_thing", "method": "POST", path: "/v1/things", response: "empty" }),
};
export const form = z.object({ name: z.string() });`;
	const result = slim(code);
	expect(result).toContain('getThing: endpoint({ id: "get_thing", method: "GET", path: "/v1/things/{thing_id}", })');
	expect(result).toContain('createThing: endpoint({ id: "create_thing", "method": "POST", path: "/v1/things", })');
	expect(result, "forms are still validated in the browser").toContain(
		"export const form = /* @__PURE__ */ (() => (z.object({ name: z.string() })))();",
	);
});

test("keeps a spread that may provide a needed property", () => {
	expect(slim("endpoint({ ...common, id: 'a', response: x })")).toBe("endpoint({ ...common, id: 'a', })");
	expect(slim("endpoint({ ...common, id: 'a', method: 'GET', path: '/a' })")).toBe(
		"endpoint({ id: 'a', method: 'GET', path: '/a' })",
	);
	expect(slim("other({ response: x })")).toBe("other({ response: x })");
});

test("removes descriptions and examples from schemas", () => {
	expect(slim('export const name = z.string().min(1).meta({ description: "Shown in the list." });')).toBe(
		"export const name = /* @__PURE__ */ (() => (z.string().min(1)))();",
	);
});
