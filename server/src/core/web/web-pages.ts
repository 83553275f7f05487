import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { contentSecurityPolicy, inlineScriptHashes } from "../security/content-security.ts";
import { acceptedEncoding, compress, type Encoding } from "./web-encoding.ts";

/** Stands for our own origin in prerendered pages, which are built before the origin is known. */
const placeholderOrigin = "https://timbre.invalid";

const contentTypes: Record<string, string> = {
	".html": "text/html; charset=utf-8",
	".xml": "application/xml; charset=utf-8",
	".txt": "text/plain; charset=utf-8",
	".data": "text/x-script; charset=utf-8",
};

/** Whether a built file may contain the placeholder origin and so must be rewritten before it is sent. */
export const isPage = (file: string) => extname(file) in contentTypes;

/** The URL path of a built file: an index page is at its folder, anything else at its own name. */
export function urlPathOf(file: string): string {
	const folder = /^(?:(.*)\/)?index\.html$/.exec(file);
	return folder ? canonicalPath(`/${folder[1] ?? ""}`) : `/${file}`;
}

/** Each page has one path. Blog paths end with a slash, all others don't. */
export function canonicalPath(path: string): string {
	const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
	return bare === "/blog" || bare.startsWith("/blog/") ? `${bare}/` : bare;
}

type CachedPage = { body: Buffer; etag: string; type: string; policy: string | undefined };

export type Pages = {
	/** The file at a path, or the canonical path to redirect to. */
	find(path: string): { file: string } | { redirect: string } | undefined;
	send(file: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

/** Serves prerendered pages with our own origin filled in. Each is read, rewritten and compressed once. */
export function createPages(folder: string, files: readonly string[], origin: string): Pages {
	const byPath = new Map(files.filter(isPage).map((file) => [urlPathOf(file), file]));
	const pages = new Map<string, Promise<CachedPage>>();
	const encoded = new Map<string, Promise<Buffer | undefined>>();

	const read = (file: string) => memoize(pages, file, () => loadPage(join(folder, file), origin));
	const encode = (file: string, body: Buffer, encoding: Encoding | undefined) =>
		memoize(encoded, `${encoding} ${file}`, () => compress(body, encoding, "best"));

	return {
		find(path) {
			const file = byPath.get(path);
			if (file !== undefined) return { file };
			const canonical = canonicalPath(path);
			return canonical !== path && byPath.has(canonical) ? { redirect: canonical } : undefined;
		},
		async send(file, request, reply) {
			const { body, etag, type, policy } = await read(file);
			const encoding = acceptedEncoding(request.headers["accept-encoding"]);
			const compressed = await encode(file, body, encoding);
			const tag = `"${etag}${compressed ? `-${encoding}` : ""}"`;
			reply.headers({ "cache-control": "no-cache", etag: tag, vary: "accept-encoding" });
			if (policy !== undefined) reply.header("content-security-policy", policy);
			if (matchesEtag(request.headers["if-none-match"], tag)) return reply.code(304).send();
			reply.type(type);
			if (compressed) reply.header("content-encoding", encoding);
			return reply.send(compressed ?? body);
		},
	};
}

/** Failures are not cached. */
function memoize<T>(cache: Map<string, Promise<T>>, key: string, create: () => Promise<T>): Promise<T> {
	const existing = cache.get(key);
	if (existing) return existing;
	const created = create();
	cache.set(key, created);
	created.catch(() => cache.delete(key));
	return created;
}

async function loadPage(path: string, origin: string): Promise<CachedPage> {
	const text = withOrigin(await readFile(path, "utf8"), origin);
	const body = Buffer.from(text);
	return {
		body,
		etag: createHash("sha256").update(body).digest("base64url").slice(0, 22),
		type: contentTypes[extname(path)] ?? "application/octet-stream",
		// Hash the rewritten page: an inline script may contain the origin.
		policy: path.endsWith(".html") ? contentSecurityPolicy(inlineScriptHashes(text)) : undefined,
	};
}

export function withOrigin(text: string, origin: string): string {
	return text.replaceAll(placeholderOrigin, origin);
}

function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
	return (ifNoneMatch ?? "")
		.split(",")
		.some((known) => known.trim() === "*" || known.trim().replace(/^W\//, "") === etag);
}
