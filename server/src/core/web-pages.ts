import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { contentSecurityPolicy, inlineScriptHashes } from "./content-security.ts";
import { acceptedEncoding, compressed, type Encoding } from "./web-encoding.ts";

/** Pages are built before it is known where they will be served; this origin in them stands for ours. */
const placeholderOrigin = "https://timbre.invalid";

const contentTypes: Record<string, string> = {
	".html": "text/html; charset=utf-8",
	".xml": "application/xml; charset=utf-8",
	".txt": "text/plain; charset=utf-8",
	".data": "text/x-script; charset=utf-8",
};

/** Whether a built file may name the origin, and so is sent from here and not as it is. */
export const isPage = (file: string) => extname(file) in contentTypes;

/** Where a built file is found: a page at its folder, anything else under its own name. */
export function addressOf(file: string): string {
	const folder = /^(?:(.*)\/)?index\.html$/.exec(file);
	return folder ? canonicalPath(`/${folder[1] ?? ""}`) : `/${file}`;
}

/** One address a page: the blog's end with a slash, all others do not. */
export function canonicalPath(path: string): string {
	const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
	return bare === "/blog" || bare.startsWith("/blog/") ? `${bare}/` : bare;
}

type Kept = { body: Buffer; etag: string; type: string; policy: string | undefined };

export type Pages = {
	/** The file behind an address, or the address that it should have been. */
	find(path: string): { file: string } | { moved: string } | undefined;
	send(file: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

/** Pages as they were built, with our own origin in them. Each is read, changed and compressed once. */
export function createPages(folder: string, files: readonly string[], origin: string): Pages {
	const byAddress = new Map(files.filter(isPage).map((file) => [addressOf(file), file]));
	const kept = new Map<string, Promise<Kept>>();
	const encoded = new Map<string, Promise<Buffer | undefined>>();

	const read = (file: string) => remember(kept, file, () => keep(join(folder, file), origin));
	const encode = (file: string, body: Buffer, encoding: Encoding | undefined) =>
		remember(encoded, `${encoding} ${file}`, () => compressed(body, encoding, "once"));

	return {
		find(path) {
			const file = byAddress.get(path);
			if (file !== undefined) return { file };
			const canonical = canonicalPath(path);
			return canonical !== path && byAddress.has(canonical) ? { moved: canonical } : undefined;
		},
		async send(file, request, reply) {
			const { body, etag, type, policy } = await read(file);
			const encoding = acceptedEncoding(request.headers["accept-encoding"]);
			const smaller = await encode(file, body, encoding);
			const tag = `"${etag}${smaller ? `-${encoding}` : ""}"`;
			reply.headers({ "cache-control": "no-cache", etag: tag, vary: "accept-encoding" });
			if (policy !== undefined) reply.header("content-security-policy", policy);
			if (isKnown(request.headers["if-none-match"], tag)) return reply.code(304).send();
			reply.type(type);
			if (smaller) reply.header("content-encoding", encoding);
			return reply.send(smaller ?? body);
		},
	};
}

/** What failed once is tried anew. */
function remember<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
	const existing = known.get(key);
	if (existing) return existing;
	const made = make();
	known.set(key, made);
	made.catch(() => known.delete(key));
	return made;
}

async function keep(path: string, origin: string): Promise<Kept> {
	const text = withOrigin(await readFile(path, "utf8"), origin);
	const body = Buffer.from(text);
	return {
		body,
		etag: createHash("sha256").update(body).digest("base64url").slice(0, 22),
		type: contentTypes[extname(path)] ?? "application/octet-stream",
		// Of the page as it is sent: the origin may stand in a script.
		policy: path.endsWith(".html") ? contentSecurityPolicy(inlineScriptHashes(text)) : undefined,
	};
}

export function withOrigin(text: string, origin: string): string {
	return text.replaceAll(placeholderOrigin, origin);
}

function isKnown(header: string | undefined, tag: string): boolean {
	return (header ?? "").split(",").some((known) => known.trim() === "*" || known.trim().replace(/^W\//, "") === tag);
}
