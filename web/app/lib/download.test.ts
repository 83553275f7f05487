import { createServer, type RequestListener } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { fetchFile } from "./download.ts";

/** A process may stand still for two seconds; the second that vitest gives would end before it. */
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
	return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/sound`;
}

const answering = (type: string) =>
	serve((_, response) => {
		response.writeHead(200, { "content-type": type });
		response.end("bytes");
	});

test("FILES-004 a download of a supported type is the file", async () => {
	for (const type of ["audio/mpeg", "audio/wav", "audio/ogg; codecs=opus", "application/zip"]) {
		const file = await fetchFile(await answering(type));
		expect(file.size, type).toBe(5);
	}
});

test("FILES-004 a download of any other type is refused by name, and its beginning is logged", async () => {
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
	const url = await answering("text/html; charset=utf-8");
	await expect(fetchFile(url)).rejects.toThrow("Invalid response type received: text/html is not supported.");
	await vi.waitFor(() => expect(warned).toHaveBeenCalledWith(`${url} answered with text/html: bytes`), patience);
});

test("what the server refuses is told in its own words", async () => {
	const url = await serve((_, response) => {
		response.writeHead(404, { "content-type": "application/json" });
		response.end(JSON.stringify({ detail: { code: "history_item_not_found", message: "It is gone." } }));
	});
	await expect(fetchFile(url)).rejects.toMatchObject({ code: "history_item_not_found", message: "It is gone." });
});
