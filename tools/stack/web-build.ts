// Builds the web app if it is missing or older than its sources.
import { execFile } from "node:child_process";
import { glob, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ROOT } from "../generated.ts";
import { StartError } from "./supervise.ts";

const SOURCES = [
	"web/app/**/*",
	"web/public/**/*",
	"web/*.{ts,json}",
	"packages/{ui,contract}/src/**/*",
	"docs/api/openapi.json",
	"package-lock.json",
];
/** `devPages` adds the development pages (`/dev/…`), for end-to-end tests. */
export type WebBuildOptions = { devPages?: boolean };

/** Also in `web/react-router.config.ts`. */
export const webBuildDir = ({ devPages = false }: WebBuildOptions = {}) =>
	join(ROOT, devPages ? "web/dev-pages/build" : "web/build");
const stampIn = (folder: string) => join(folder, ".built");

async function newestSource(): Promise<number> {
	let newest = 0;
	for await (const file of glob(SOURCES, { cwd: ROOT })) {
		const info = await stat(join(ROOT, file)).catch(() => undefined);
		if (info?.isFile()) newest = Math.max(newest, info.mtimeMs);
	}
	return newest;
}

export async function webBuildIsFresh(options?: WebBuildOptions): Promise<boolean> {
	const built = await stat(stampIn(webBuildDir(options))).then(
		(info) => info.mtimeMs,
		() => 0,
	);
	return built >= (await newestSource());
}

/** Builds the web app unless the last build is newer than every source. */
export async function ensureWebBuild(options: WebBuildOptions = {}): Promise<{ built: boolean }> {
	if (await webBuildIsFresh(options)) return { built: false };
	const client = join(webBuildDir(options), "client");
	const startedAt = new Date();
	try {
		await promisify(execFile)(process.execPath, [join(ROOT, "node_modules/@react-router/dev/bin.cjs"), "build"], {
			cwd: join(ROOT, "web"),
			env: { ...process.env, NODE_ENV: "production", DEV_PAGES: String(options.devPages ?? false) },
			maxBuffer: 64 * 1024 * 1024,
		});
	} catch (error) {
		const { stdout, stderr } = error as { stdout?: string; stderr?: string };
		throw new StartError(`Couldn't build the web app:\n${`${stdout ?? ""}${stderr ?? ""}`.trim().slice(-4_000)}`);
	}
	await writeSitemap(client);
	await precompress(client);
	const stamp = stampIn(webBuildDir(options));
	await writeFile(stamp, "");
	// Sources that change during the build must count as newer.
	await utimes(stamp, startedAt, startedAt);
	return { built: true };
}

/** Uses a placeholder origin, which the server replaces with its own. */
async function writeSitemap(client: string): Promise<void> {
	const { sitePaths } = await import("../../web/app/features/marketing/model/site-paths.ts");
	await writeFile(join(client, "sitemap.xml"), sitemapOf(sitePaths));
}

type SitePath = { path: string; lastmod: string; alternates?: readonly { lang: string; path: string }[] };

export function sitemapOf(paths: readonly SitePath[]): string {
	const url = (path: string) => escapeXml(`https://timbre.invalid${path}`);
	const entries = paths.map(({ path, lastmod, alternates = [] }) =>
		[
			"\t<url>",
			`\t\t<loc>${url(path)}</loc>`,
			`\t\t<lastmod>${escapeXml(lastmod)}</lastmod>`,
			...alternates.map(
				(other) => `\t\t<xhtml:link rel="alternate" hreflang="${escapeXml(other.lang)}" href="${url(other.path)}"/>`,
			),
			"\t</url>",
		].join("\n"),
	);
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
		...entries,
		"</urlset>",
		"",
	].join("\n");
}

const escapeXml = (text: string) =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Pages are compressed when served, because the server changes them. Audio, images and fonts are already compressed. */
const COMPRESSIBLE = /\.(?:js|mjs|css|svg|json|wasm|map)$/;
const MIN_COMPRESSIBLE_BYTES = 1_024;

/** Writes maximally compressed versions next to each file. */
export async function precompress(folder: string): Promise<{ files: number; bytes: number; brotli: number }> {
	const total = { files: 0, bytes: 0, brotli: 0 };
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
		const path = join(entry.parentPath, entry.name);
		const content = await readFile(path);
		if (content.length < MIN_COMPRESSIBLE_BYTES) continue;
		const [brotli, gzipped] = await Promise.all([
			promisify(brotliCompress)(content, {
				params: {
					[constants.BROTLI_PARAM_QUALITY]: 11,
					[constants.BROTLI_PARAM_LGWIN]: 22,
					[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
				},
			}),
			promisify(gzip)(content, { level: 9 }),
		]);
		await writeFile(`${path}.br`, brotli);
		await writeFile(`${path}.gz`, gzipped);
		total.files++;
		total.bytes += content.length;
		total.brotli += brotli.length;
	}
	return total;
}

if (import.meta.main) {
	try {
		const { built } = await ensureWebBuild();
		console.log(built ? "built web/build" : "web/build is newer than its sources");
	} catch (error) {
		console.error((error as Error).message);
		process.exitCode = 1;
	}
}
