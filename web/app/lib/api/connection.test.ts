import { expect, test } from "vitest";
import { createConnection } from "./connection.ts";

/** A fake device and server; waits are recorded and take no time. */
function setup(responses: boolean[]) {
	const waits: number[] = [];
	const device = { network: true };
	const connection = createConnection({
		hasNetwork: () => device.network,
		probe: async () => responses.shift() ?? true,
		wait: async (ms) => void waits.push(ms),
	});
	const states: string[] = [];
	connection.subscribe(() => states.push(connection.state()));
	const settled = () => new Promise((done) => setTimeout(done));
	return { connection, device, waits, states, settled };
}

test("stays online after one failed request if the server responds", async () => {
	const { connection, states, settled } = setup([true]);
	connection.requestFailed();
	await settled();
	expect(states).toEqual([]);
});

test("polls an unreachable server with exponential backoff until it responds", async () => {
	const { connection, states, waits, settled } = setup([false, false, false, false, false, false, true]);
	connection.requestFailed();
	connection.requestFailed();
	await settled();
	expect(states).toEqual(["unreachable", "online"]);
	expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
});

test("is offline without network, and online again only after the server responds", async () => {
	const { connection, device, states, settled } = setup([false, true]);
	device.network = false;
	connection.networkChanged();
	connection.requestFailed();
	await settled();
	expect(states).toEqual(["offline"]);
	device.network = true;
	connection.networkChanged();
	await settled();
	expect(states).toEqual(["offline", "unreachable", "online"]);
});
