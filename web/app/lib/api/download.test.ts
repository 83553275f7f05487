import { createServer, type RequestListener } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { fetchFile } from "./download.ts";

/** The process may stall for two seconds, longer than vitest's default timeout of one. */
const patience = { timeout: 15_000 };

const open: (() => void)[] = [];
afterEach(() => {
	for (const close of open.splice(0)) close();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

async function serve(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	open.push(() => server.close());
	const address = server.address();
	return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/audio`;
}

const respondWith = (type: string) =>
	serve((_, response) => {
		response.writeHead(200, { "content-type": type });
		response.end("bytes");
	});

test("FILES-004 downloads files of supported types", async () => {
	for (const type of ["audio/mpeg", "audio/wav", "audio/ogg; codecs=opus", "application/zip"]) {
		const file = await fetchFile(await respondWith(type));
		expect(file.size, type).toBe(5);
	}
});

test("FILES-004 rejects other types by name and logs the start of the body", async () => {
	vi.stubGlobal(
		"FileReader",
		class {
			result: string | null = null;
			onload: (() => void) | null = null;
			readAsText(blob: Blob) {
				void blob.text().then((text) => {
					this.result = text;
					this.onload?.();
				});
			}
		},
	);
	const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
	const url = await respondWith("text/html; charset=utf-8");
	await expect(fetchFile(url)).rejects.toThrow("Invalid response type received: text/html is not supported.");
	await vi.waitFor(() => expect(warned).toHaveBeenCalledWith(`${url} responded with text/html: bytes`), patience);
});

test("reports the server's error message", async () => {
	const url = await serve((_, response) => {
		response.writeHead(404, { "content-type": "application/json" });
		response.end(JSON.stringify({ detail: { code: "history_item_not_found", message: "It is gone." } }));
	});
	await expect(fetchFile(url)).rejects.toMatchObject({ code: "history_item_not_found", message: "It is gone." });
});
