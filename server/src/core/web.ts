import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, type ServerBuild } from "react-router";
import { contentSecurityPolicy, inlineScriptHashes } from "./content-security.ts";

/** The web app reads its nonce from this header; a caller's own is never let through. */
const nonceHeader = "x-csp-nonce";

/** Serves the built web app: files as they are, prerendered pages from disk, everything else rendered on request. */
export async function serveWeb(app: FastifyInstance, buildDir: string, publicUrl: string): Promise<void> {
	const root = resolve(buildDir);
	const client = join(root, "client");
	const entry = join(root, "server", "index.js");
	if (!existsSync(entry)) throw new Error(`There is no built web app in ${root}. Run npm run build first.`);
	const build: ServerBuild = await import(pathToFileURL(entry).href);
	const render = createRequestHandler(build, "production");
	const policies = new Map<string, string>();
	const policyOf = (path: string) => {
		const known = policies.get(path) ?? contentSecurityPolicy(inlineScriptHashes(readFileSync(path, "utf8")));
		policies.set(path, known);
		return known;
	};
	await app.register(fastifyStatic, {
		root: client,
		wildcard: false,
		index: ["index.html"],
		redirect: false,
		setHeaders: (reply, path) => {
			// Names under assets/ carry a hash of the content.
			const forever = path.startsWith(join(client, "assets"));
			reply.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
			if (path.endsWith(".html")) reply.header("content-security-policy", policyOf(path));
		},
	});
	app.route({ method: ["GET"], url: "/*", handler: (request, reply) => page(request, reply, render, publicUrl) });
}

async function page(
	request: FastifyRequest,
	reply: FastifyReply,
	render: (request: Request) => Promise<Response>,
	publicUrl: string,
) {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
	}
	const nonce = randomBytes(16).toString("base64");
	headers.set(nonceHeader, nonce);
	const answer = await render(new Request(new URL(request.url, publicUrl), { method: request.method, headers }));
	reply.code(answer.status);
	answer.headers.forEach((value, name) => {
		reply.header(name, value);
	});
	reply.header("content-security-policy", contentSecurityPolicy([`'nonce-${nonce}'`]));
	return reply.send(answer.body ? Readable.fromWeb(answer.body as import("node:stream/web").ReadableStream) : "");
}
