import { parseAst } from "vite";
import { expect, test } from "vitest";
import { withoutSchemas } from "./slim-endpoints.ts";

const slim = (code: string) => withoutSchemas(code, parseAst(code) as never).replaceAll(/ +/g, " ");

test("of an endpoint a browser gets what it takes to call it", () => {
	const code = `
const answer = z.object({ ok: z.boolean() });
export const things = {
	getThing: endpoint({ id: "get_thing", method: "GET", path: "/v1/things/{thing_id}", summary: "One", params: z.object({ thing_id: z.string() }), response: answer }),
	makeThing: endpoint({ body: z.object({ name: z.string() }), id: "make_thing", "method": "POST", path: "/v1/things", response: "empty" }),
};
export const form = z.object({ name: z.string() });`;
	const result = slim(code);
	expect(result).toContain('getThing: endpoint({ id: "get_thing", method: "GET", path: "/v1/things/{thing_id}", })');
	expect(result).toContain('makeThing: endpoint({ id: "make_thing", "method": "POST", path: "/v1/things", })');
	expect(result, "forms are still checked in the browser").toContain(
		"export const form = /* @__PURE__ */ (() => (z.object({ name: z.string() })))();",
	);
});

test("a shared part is left where something may come from it", () => {
	expect(slim("endpoint({ ...common, id: 'a', response: x })")).toBe("endpoint({ ...common, id: 'a', })");
	expect(slim("endpoint({ ...common, id: 'a', method: 'GET', path: '/a' })")).toBe(
		"endpoint({ id: 'a', method: 'GET', path: '/a' })",
	);
	expect(slim("other({ response: x })")).toBe("other({ response: x })");
});
