import { once } from "node:events";
import { createServer, get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { createConnectionCloser } from "./connections.ts";

test("shutdown waits for responses in progress, but not for idle or never-used connections", async () => {
	let finishResponse = () => {};
	const server = createServer((_request, response) => {
		response.write("begun, ");
		finishResponse = () => response.end("and ended");
	});
	const connections = createConnectionCloser(server);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const unused = connect(port, "127.0.0.1");
	const [accepted] = (await once(server, "connection")) as [{ destroyed: boolean }];
	const request = get(`http://127.0.0.1:${port}/`, { agent: false, headers: { connection: "keep-alive" } });
	const [response] = (await once(request, "response")) as [AsyncIterable<Buffer>];
	let received = "";
	const read = (async () => {
		for await (const part of response) received += part.toString();
	})();
	const closed = once(server, "close");
	server.close();
	const stopClosing = connections.start();
	unused.resume();
	await once(unused, "close");
	expect(accepted.destroyed).toBe(true);
	expect(received).not.toContain("ended");
	finishResponse();
	await Promise.all([read, closed]);
	stopClosing();
	expect(received).toBe("begun, and ended");
});
