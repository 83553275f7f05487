import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, type ServerBuild } from "react-router";
import { contentSecurityPolicy } from "../security/content-security.ts";
import { acceptedEncoding, compress } from "./web-encoding.ts";
import { createPages, isPage, withOrigin } from "./web-pages.ts";

/** Passes the CSP nonce to the web app. A value sent by the client is overwritten. */
const nonceHeader = "x-csp-nonce";
/** Passes the API's origin to server-rendered pages. A value sent by the client is overwritten. */
const apiHeader = "x-api-origin";
/** The only pages that other sites may embed in a frame. */
const embeddable = /^\/profiles\/embed\/[^/]+\/?$/;

type Render = (request: Request) => Promise<Response>;

/** Serves the built web app: static files, prerendered pages from memory, everything else rendered on request. */
export async function serveWeb(app: FastifyInstance, buildDir: string, publicUrl: string): Promise<void> {
	const root = resolve(buildDir);
	const client = join(root, "client");
	const entry = join(root, "server", "index.js");
	if (!existsSync(entry)) throw new Error(`No web app build found in ${root}. Run npm run build first.`);
	const build: ServerBuild = await import(pathToFileURL(entry).href);
	const render = createRequestHandler(build, "production");
	const { origin } = new URL(publicUrl);
	const files = await listFiles(client);
	const pages = createPages(client, files, origin);
	await app.register(fastifyStatic, {
		root: client,
		wildcard: false,
		globIgnore: [...files.filter(isPage).map(escapeGlob), "**/*.br", "**/*.gz"],
		index: [],
		redirect: false,
		preCompressed: true,
		setHeaders: (reply, path) => {
			// Names under assets/ contain a hash of the content.
			const immutable = path.startsWith(join(client, "assets"));
			reply.header("cache-control", immutable ? "public, max-age=31536000, immutable" : "no-cache");
		},
	});
	app.get("/robots.txt", async (_request, reply) => reply.type("text/plain; charset=utf-8").send(robots(origin)));
	app.get("/*", async (request, reply) => {
		// Unknown API paths get a JSON error. `/api` itself is a page about the API.
		if (/^\/+((v\d+|openai)(\/|\?|$)|api\/+[^/?])/.test(request.url)) return reply.callNotFound();
		const url = requestUrl(request, origin);
		const found = pages.find(url.pathname);
		if (found && "redirect" in found) return reply.redirect(`${found.redirect}${url.search}`, 301);
		return found ? pages.send(found.file, request, reply) : renderPage(request, reply, url, render, apiOrigin(app));
	});
}

async function listFiles(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

/** Escapes a file name so it matches only itself as a glob pattern. */
function escapeGlob(file: string): string {
	return file.replaceAll(/[\\*?[\]{}()!+@|]/g, "\\$&");
}

/** Always on our own origin: a path that starts with two slashes would name another host. */
function requestUrl(request: FastifyRequest, origin: string): URL {
	return new URL(`${origin}/${request.url.replace(/^\/+/, "")}`);
}

function apiOrigin(app: FastifyInstance): string {
	const { address, port } = app.server.address() as AddressInfo;
	const host =
		address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address.includes(":") ? `[${address}]` : address;
	return `http://${host}:${port}`;
}

async function renderPage(
	request: FastifyRequest,
	reply: FastifyReply,
	url: URL,
	render: Render,
	api: string,
): Promise<FastifyReply> {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
	}
	const nonce = randomBytes(16).toString("base64");
	headers.set(nonceHeader, nonce);
	headers.set(apiHeader, api);
	const response = await render(new Request(url, { method: request.method, headers }));
	reply.code(response.status);
	response.headers.forEach((value, name) => {
		reply.header(name, value);
	});
	const embedded = embeddable.test(url.pathname);
	reply.header("content-security-policy", contentSecurityPolicy([`'nonce-${nonce}'`], embedded ? "any" : "none"));
	if (embedded) reply.raw.removeHeader("x-frame-options");
	if (!response.body) return reply.send("");
	const rendered = Buffer.from(await response.arrayBuffer());
	// JSON is the list of routes that the links of a page lead to, which every public page requests.
	if (!/^(text\/|application\/json)/.test(response.headers.get("content-type") ?? "")) return reply.send(rendered);
	const body = Buffer.from(withOrigin(rendered.toString("utf8"), url.origin));
	const encoding = acceptedEncoding(request.headers["accept-encoding"]);
	const compressed = await compress(body, encoding, "fast");
	reply.header("vary", "accept-encoding");
	if (compressed) reply.header("content-encoding", encoding);
	return reply.send(compressed ?? body);
}

/** Keeps the app, the API and the developer pages out of search engines. */
function robots(origin: string): string {
	const hidden = ["/app/", "/api/", "/v1/", "/v2/", "/openai/", "/dev/", "/profiles/embed/"];
	return [
		"User-agent: *",
		...hidden.map((path) => `Disallow: ${path}`),
		"Allow: /",
		"",
		`Sitemap: ${origin}/sitemap.xml`,
		"",
	].join("\n");
}
