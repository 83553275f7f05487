import { expect, test } from "vitest";
import { createConnection } from "./connection.ts";

/** A device and a server whose answers are set by hand; waiting takes no time and is written down. */
function world(answers: boolean[]) {
	const waits: number[] = [];
	const device = { network: true };
	const connection = createConnection({
		hasNetwork: () => device.network,
		probe: async () => answers.shift() ?? true,
		wait: async (ms) => void waits.push(ms),
	});
	const states: string[] = [];
	connection.subscribe(() => states.push(connection.state()));
	const settled = () => new Promise((done) => setTimeout(done));
	return { connection, device, waits, states, settled };
}

test("one lost request says nothing while the server answers", async () => {
	const { connection, states, settled } = world([true]);
	connection.lost();
	await settled();
	expect(states).toEqual([]);
});

test("a server that does not answer is asked again, less and less often, until it does", async () => {
	const { connection, states, waits, settled } = world([false, false, false, false, false, false, true]);
	connection.lost();
	connection.lost();
	await settled();
	expect(states).toEqual(["unreachable", "online"]);
	expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
});

test("a device without network is offline, and online again only once the server answers", async () => {
	const { connection, device, states, settled } = world([false, true]);
	device.network = false;
	connection.networkChanged();
	connection.lost();
	await settled();
	expect(states).toEqual(["offline"]);
	device.network = true;
	connection.networkChanged();
	await settled();
	expect(states).toEqual(["offline", "unreachable", "online"]);
});
