import { expect, test } from "vitest";
import { deferScripts } from "./later-scripts.ts";

const page = (nonce = "") =>
	`<head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/></head><body><p>Words</p><script${nonce}>first()</script><script${nonce} type="module" async="">;
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/page.js";
window.__reactRouterRouteModules = {"root":route0,"page":route1};
import("/assets/entry.js");</script></body>`;

test("public pages request their scripts after the load event, in parallel", () => {
	const html = deferScripts(page(), "/pricing");
	expect(html).not.toContain("<link");
	expect(html).not.toContain('type="module"');
	expect(html).toContain("<script>first()</script>");
	const code = /<script>(window\.queuedActions[\s\S]*?)<\/script>/.exec(html)?.[1] ?? "";
	expect(code).toContain('addEventListener("load"');
	expect(code).toContain('["/assets/a.js","/assets/b.js"]');
	expect(code).toContain(
		'const [route0,route1]=await Promise.all([import("/assets/root.js"),import("/assets/page.js")]);',
	);
	expect(code).toContain('import("/assets/entry.js");');
	expect(() => new Function(code.replaceAll("import(", "load("))).not.toThrow();
});

test("a page rendered on request keeps its nonce", () => {
	expect(deferScripts(page(' nonce="abc"'), "/profiles/ada")).toContain('<script nonce="abc">window.queuedActions');
});

test("app pages request their scripts immediately, with low priority", () => {
	const html = deferScripts(page(), "/app/home");
	expect(html).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/a.js"/>');
	expect(html).toContain('<script type="module" async="">');
});

test("leaves the development server's script unchanged", () => {
	const html = page().replace(";\nimport * as", ';\nimport "/@id/hmr";import "/@id/manifest";\nimport * as');
	expect(deferScripts(html, "/")).toContain('<script type="module" async="">');
});
