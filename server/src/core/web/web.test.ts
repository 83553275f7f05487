import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serverBuild } from "../../testing/web-build.ts";
import { loadConfig } from "../config.ts";
import { createServer } from "../http/server.ts";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { serveWeb } from "./web.ts";
import { acceptedEncoding } from "./web-encoding.ts";
import { urlPathOf } from "./web-pages.ts";

const script = 'window.origin_ = "https://timbre.invalid";';
const html = (title: string) =>
	`<html><head><title>${title}</title><link rel="canonical" href="https://timbre.invalid/about"/></head><body>${"words ".repeat(200)}<script>${script}</script></body></html>`;
const code = `export const text = "${"code ".repeat(500)}";`;

let app: FastifyInstance;
let folder: string;
let url: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-web-"));
	const files: Record<string, string | Buffer> = {
		"package.json": '{"type":"module"}',
		"server/index.js": serverBuild,
		"client/index.html": html("Home"),
		"client/about/index.html": html("About"),
		"client/api/index.html": html("API"),
		"client/blog/index.html": html("Blog"),
		"client/blog/a-post/index.html": html("A post"),
		"client/sitemap.xml": "<urlset><loc>https://timbre.invalid/about</loc></urlset>",
		"client/assets/code-1a2b.js": code,
		"client/assets/code-1a2b.js.br": brotliCompressSync(code),
		"client/assets/code-1a2b.js.gz": gzipSync(code),
		"client/favicon.svg": "<svg/>",
	};
	for (const [name, content] of Object.entries(files)) {
		await mkdir(dirname(join(folder, name)), { recursive: true });
		await writeFile(join(folder, name), content);
	}
	const config = loadConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", PUBLIC_URL: "https://voice.example" });
	app = await createServer(config, createLog(config, "api"), createMetrics("api"));
	await serveWeb(app, folder, config.PUBLIC_URL);
	url = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
	await app.close();
	await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
	app.inject({ method: "GET", url: path, headers: { host: "voice.example", ...headers } });

test.each(["/v1", "/v1/nothing", "/v2?page=1", "/api/nothing"])(
	"the API path %s returns its 404 as JSON",
	async (path) => {
		const response = await get(path);
		expect(response.statusCode).toBe(404);
		expect(response.json()).toMatchObject({ detail: { status: "not_found" } });
	},
);

test("/api is a page about the API", async () => {
	const response = await get("/api");
	expect(response.statusCode).toBe(200);
	expect(response.body).toContain("<title>API</title>");
	expect((await get("/api/")).headers.location).toBe("/api");
});

describe("a prerendered page", () => {
	test("contains the origin it is served from, and the policy allows its rewritten scripts", async () => {
		const response = await get("/about");
		expect(response.statusCode).toBe(200);
		expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
		expect(response.body).toContain('<link rel="canonical" href="https://voice.example/about"/>');
		expect(response.body).not.toContain("timbre.invalid");
		const sent = script.replace("https://timbre.invalid", "https://voice.example");
		expect(response.body).toContain(sent);
		const hash = createHash("sha256").update(sent).digest("base64");
		expect(response.headers["content-security-policy"]).toContain(`script-src 'self' 'sha256-${hash}';`);
		expect(response.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
	});

	test.each([
		["br", "br", brotliDecompressSync],
		["gzip, deflate", "gzip", gunzipSync],
	] as const)("is compressed for a browser that accepts %s", async (accept, encoding, read) => {
		const response = await get("/about", { "accept-encoding": accept });
		expect(response.headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
		expect(read(response.rawPayload).toString()).toBe((await get("/about")).body);
		expect(response.rawPayload.length).toBeLessThan(600);
	});

	test("is revalidated on every request, with a separate ETag per encoding", async () => {
		const plain = await get("/about");
		const small = await get("/about", { "accept-encoding": "br" });
		expect(plain.headers["cache-control"]).toBe("no-cache");
		expect(plain.headers.etag).not.toBe(small.headers.etag);
		const again = await get("/about", { "accept-encoding": "br", "if-none-match": String(small.headers.etag) });
		expect(again.statusCode).toBe(304);
		expect(again.body).toBe("");
		expect(again.headers).toMatchObject({ etag: small.headers.etag, vary: "accept-encoding" });
		expect(again.headers["content-encoding"]).toBeUndefined();
		const other = await get("/about", { "if-none-match": String(small.headers.etag) });
		expect(other.statusCode).toBe(200);
	});

	test("has one canonical path, and the other one redirects to it", async () => {
		const redirect = async (path: string) => {
			const { statusCode, headers } = await get(path);
			return [statusCode, headers.location];
		};
		expect(await redirect("/about/")).toEqual([301, "/about"]);
		expect(await redirect("/about/?utm_source=a&b=1")).toEqual([301, "/about?utm_source=a&b=1"]);
		expect(await redirect("/blog")).toEqual([301, "/blog/"]);
		expect(await redirect("/blog/a-post")).toEqual([301, "/blog/a-post/"]);
		for (const path of ["/", "/about", "/blog/", "/blog/a-post/"])
			expect(await redirect(path)).toEqual([200, undefined]);
	});

	test("never redirects to another host", async () => {
		for (const path of ["//evil.example/about/", "/\\evil.example/about/", "//about/", "/%2f%2fevil.example/"]) {
			const { headers } = await get(path);
			expect(String(headers.location ?? "/").startsWith("//")).toBe(false);
			expect(String(headers.location ?? "/")).toMatch(/^\/(?!\/)/);
		}
	});
});

test("static files are sent as compressed at build time and cached forever if their name has a hash", async () => {
	const response = await get("/assets/code-1a2b.js", { "accept-encoding": "gzip, br" });
	expect(response.headers).toMatchObject({
		"content-encoding": "br",
		"content-type": expect.stringMatching(/^(text|application)\/javascript/),
		"cache-control": "public, max-age=31536000, immutable",
		vary: expect.stringMatching(/accept-encoding/i),
		etag: expect.any(String),
	});
	expect(brotliDecompressSync(response.rawPayload).toString()).toBe(code);
	expect(gunzipSync((await get("/assets/code-1a2b.js", { "accept-encoding": "gzip" })).rawPayload).toString()).toBe(
		code,
	);
	const plain = await get("/assets/code-1a2b.js");
	expect(plain.body).toBe(code);
	expect(plain.headers["content-encoding"]).toBeUndefined();
	const icon = await get("/favicon.svg", { "accept-encoding": "br" });
	expect(icon.headers).toMatchObject({ "cache-control": "no-cache", etag: expect.any(String) });
	expect(icon.body).toBe("<svg/>");
});

test("robots.txt and sitemap.xml contain our origin, and robots.txt hides the app and the API", async () => {
	const robots = await get("/robots.txt");
	expect(robots.headers["content-type"]).toBe("text/plain; charset=utf-8");
	for (const path of ["/app/", "/api/", "/v1/", "/dev/"]) expect(robots.body).toContain(`Disallow: ${path}\n`);
	expect(robots.body).toContain("Sitemap: https://voice.example/sitemap.xml");
	const sitemap = await get("/sitemap.xml");
	expect(sitemap.headers["content-type"]).toBe("application/xml; charset=utf-8");
	expect(sitemap.body).toBe("<urlset><loc>https://voice.example/about</loc></urlset>");
});

test("the list of routes that a page requests is compressed", async () => {
	const plain = await get("/routes.json");
	const small = await get("/routes.json", { "accept-encoding": "br" });
	expect(small.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
	expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
	expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
});

describe("a page rendered on request", () => {
	test("is compressed, knows our origin and the API's, and has its own nonce", async () => {
		const first = await get("/profiles/ada", {
			"accept-encoding": "br",
			"x-api-origin": "http://evil.example",
			"x-csp-nonce": "mine",
		});
		expect(first.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
		const body = brotliDecompressSync(first.rawPayload).toString();
		expect(body).toContain("https://voice.example/x");
		const [, seen = "", api, nonce = ""] = /<p>(\S+) (\S+) (\S+)<\/p>/.exec(body) ?? [];
		expect(seen).toBe("https://voice.example/profiles/ada");
		expect(api).toBe(url);
		expect(nonce).not.toBe("mine");
		expect(first.headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
	});

	test("has a URL on our own host, whatever the path says", async () => {
		const { body } = await get("//evil.example/profiles/ada");
		expect(body).toContain("<p>https://voice.example/evil.example/profiles/ada ");
	});

	test("content other than text passes through unchanged", async () => {
		const { rawPayload, headers } = await get("/picture", { "accept-encoding": "br" });
		expect([...rawPayload]).toEqual([1, 2, 3]);
		expect(headers["content-encoding"]).toBeUndefined();
	});

	test("only embeddable profiles may be framed by other sites", async () => {
		const framing = async (path: string) => {
			const { headers } = await get(path);
			const rule = /frame-ancestors ([^;]+)/.exec(String(headers["content-security-policy"]))?.[1];
			return [rule, headers["x-frame-options"]];
		};
		expect(await framing("/profiles/embed/ada")).toEqual(["*", undefined]);
		for (const path of [
			"/profiles/ada",
			"/app/home",
			"/profiles/embed/ada/../../../app/home",
			"/profiles/embed/%2e%2e/%2e%2e/app/home",
			"/profiles/embed/a/b",
			"/",
		])
			expect(await framing(path)).toEqual(["'none'", "DENY"]);
	});
});

test("a browser gets the best encoding it accepts", () => {
	expect(acceptedEncoding("gzip, deflate, br, zstd")).toBe("br");
	expect(acceptedEncoding("gzip;q=1.0, br;q=0")).toBe("gzip");
	expect(acceptedEncoding("*")).toBe("br");
	expect(acceptedEncoding("identity")).toBeUndefined();
	expect(acceptedEncoding(undefined)).toBeUndefined();
});

test("a built page is served at its folder, other files at their own name", () => {
	expect(
		["index.html", "about/index.html", "blog/index.html", "blog/a/index.html", "sitemap.xml", "about.data"].map(
			urlPathOf,
		),
	).toEqual(["/", "/about", "/blog/", "/blog/a/", "/sitemap.xml", "/about.data"]);
});
