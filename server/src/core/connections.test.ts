import { once } from "node:events";
import { createServer, get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { createConnectionSweep } from "./connections.ts";

test("a server that is closed waits for no connection that is idle or was never used, but for an answer that is under way", async () => {
	let answer = () => {};
	const server = createServer((_request, response) => {
		response.write("begun, ");
		answer = () => response.end("and ended");
	});
	const sweep = createConnectionSweep(server);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const unused = connect(port, "127.0.0.1");
	const [accepted] = (await once(server, "connection")) as [{ destroyed: boolean }];
	const asked = get(`http://127.0.0.1:${port}/`, { agent: false, headers: { connection: "keep-alive" } });
	const [response] = (await once(asked, "response")) as [AsyncIterable<Buffer>];
	let heard = "";
	const read = (async () => {
		for await (const part of response) heard += part.toString();
	})();
	const closed = once(server, "close");
	server.close();
	const end = sweep.begin();
	unused.resume();
	await once(unused, "close");
	expect(accepted.destroyed).toBe(true);
	expect(heard).not.toContain("ended");
	answer();
	await Promise.all([read, closed]);
	end();
	expect(heard).toBe("begun, and ended");
});
