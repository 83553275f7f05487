import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, type ServerBuild } from "react-router";
import { contentSecurityPolicy } from "./content-security.ts";
import { acceptedEncoding, compressed } from "./web-encoding.ts";
import { createPages, isPage, withOrigin } from "./web-pages.ts";

/** The web app reads its nonce from this header; a caller's own is never let through. */
const nonceHeader = "x-csp-nonce";
/** Where a page that is rendered here asks the API; neither is this one ever a caller's own. */
const apiHeader = "x-api-origin";
/** The only pages that other sites may show in a frame. */
const embeddable = /^\/profiles\/embed\/[^/]+\/?$/;

type Render = (request: Request) => Promise<Response>;

/** Serves the built web app: files as they are, prerendered pages from memory, everything else rendered on request. */
export async function serveWeb(app: FastifyInstance, buildDir: string, publicUrl: string): Promise<void> {
	const root = resolve(buildDir);
	const client = join(root, "client");
	const entry = join(root, "server", "index.js");
	if (!existsSync(entry)) throw new Error(`There is no built web app in ${root}. Run npm run build first.`);
	const build: ServerBuild = await import(pathToFileURL(entry).href);
	const render = createRequestHandler(build, "production");
	const { origin } = new URL(publicUrl);
	const files = await filesIn(client);
	const pages = createPages(client, files, origin);
	await app.register(fastifyStatic, {
		root: client,
		wildcard: false,
		globIgnore: [...files.filter(isPage).map(escaped), "**/*.br", "**/*.gz"],
		index: [],
		redirect: false,
		preCompressed: true,
		setHeaders: (reply, path) => {
			// Names under assets/ carry a hash of the content.
			const forever = path.startsWith(join(client, "assets"));
			reply.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
		},
	});
	app.get("/robots.txt", async (_request, reply) => reply.type("text/plain; charset=utf-8").send(robots(origin)));
	app.get("/*", async (request, reply) => {
		// A program that asks the API for what is not there gets the API's error. `/api` itself is a page about the API.
		if (/^\/+(v\d+(\/|\?|$)|api\/+[^/?])/.test(request.url)) return reply.callNotFound();
		const url = addressed(request, origin);
		const found = pages.find(url.pathname);
		if (found && "moved" in found) return reply.redirect(`${found.moved}${url.search}`, 301);
		return found ? pages.send(found.file, request, reply) : page(request, reply, url, render, apiOrigin(app));
	});
}

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

/** As a pattern that matches this very name. */
function escaped(file: string): string {
	return file.replaceAll(/[\\*?[\]{}()!+@|]/g, "\\$&");
}

/** Behind our own origin whatever the caller wrote: an address that begins with two slashes would name another host. */
function addressed(request: FastifyRequest, origin: string): URL {
	return new URL(`${origin}/${request.url.replace(/^\/+/, "")}`);
}

function apiOrigin(app: FastifyInstance): string {
	const { address, port } = app.server.address() as AddressInfo;
	const host =
		address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address.includes(":") ? `[${address}]` : address;
	return `http://${host}:${port}`;
}

async function page(
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
	const answer = await render(new Request(url, { method: request.method, headers }));
	reply.code(answer.status);
	answer.headers.forEach((value, name) => {
		reply.header(name, value);
	});
	const framed = embeddable.test(url.pathname);
	reply.header("content-security-policy", contentSecurityPolicy([`'nonce-${nonce}'`], framed ? "anybody" : "nobody"));
	if (framed) reply.raw.removeHeader("x-frame-options");
	if (!answer.body) return reply.send("");
	const whole = Buffer.from(await answer.arrayBuffer());
	if (!answer.headers.get("content-type")?.startsWith("text/")) return reply.send(whole);
	const body = Buffer.from(withOrigin(whole.toString("utf8"), url.origin));
	const encoding = acceptedEncoding(request.headers["accept-encoding"]);
	const smaller = await compressed(body, encoding, "each");
	reply.header("vary", "accept-encoding");
	if (smaller) reply.header("content-encoding", encoding);
	return reply.send(smaller ?? body);
}

/** The app, the API and the workshop are no pages to be found. */
function robots(origin: string): string {
	const hidden = ["/app/", "/api/", "/v1/", "/v2/", "/dev/", "/profiles/embed/"];
	return [
		"User-agent: *",
		...hidden.map((path) => `Disallow: ${path}`),
		"Allow: /",
		"",
		`Sitemap: ${origin}/sitemap.xml`,
		"",
	].join("\n");
}
