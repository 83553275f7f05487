import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sitePaths } from "../../web/app/features/marketing/model/site-paths.ts";
import { precompress, sitemapOf } from "./web-build.ts";

test("writes compressed versions next to compressible files only", async () => {
	const folder = await mkdtemp(join(tmpdir(), "timbre-build-"));
	try {
		const code = `export const words = "${"many words ".repeat(300)}";`;
		await mkdir(join(folder, "assets"));
		await writeFile(join(folder, "assets/a.js"), code);
		await writeFile(join(folder, "small.css"), "p{}");
		await writeFile(join(folder, "index.html"), code);
		await writeFile(join(folder, "font.woff2"), code);
		const total = await precompress(folder);
		expect(total).toMatchObject({ files: 1, bytes: code.length });
		expect((await readdir(join(folder, "assets"))).sort()).toEqual(["a.js", "a.js.br", "a.js.gz"]);
		expect((await readdir(folder)).sort()).toEqual(["assets", "font.woff2", "index.html", "small.css"]);
		expect(brotliDecompressSync(await readFile(join(folder, "assets/a.js.br"))).toString()).toBe(code);
		expect(gunzipSync(await readFile(join(folder, "assets/a.js.gz"))).toString()).toBe(code);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});

test("the sitemap lists every public page once, with its date and languages", () => {
	const sitemap = sitemapOf(sitePaths);
	const locations = [...sitemap.matchAll(/<loc>https:\/\/timbre\.invalid([^<]*)<\/loc>/g)].map(([, path]) => path);
	expect(locations).toEqual(sitePaths.map(({ path }) => path));
	expect(new Set(locations).size).toBe(locations.length);
	expect(locations.length).toBeGreaterThan(100);
	expect(sitemap.match(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)).toHaveLength(locations.length);
	const german = sitemap.split("<url>").find((entry) => entry.includes("/text-to-speech/german</loc>"));
	expect(german).toContain('hreflang="hi" href="https://timbre.invalid/text-to-speech/hindi"');
	expect(german).toContain('hreflang="x-default"');
});

test("escapes XML characters", () => {
	expect(sitemapOf([{ path: "/a&b<c>", lastmod: "2026-11-15" }])).toContain(
		"<loc>https://timbre.invalid/a&amp;b&lt;c&gt;</loc>",
	);
});
