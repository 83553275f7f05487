import { expect, test } from "vitest";
import { readEvents } from "./components/live-feed.ts";

test("events are read from a stream however it is cut; comments and what is not understood are passed over", () => {
	const whole =
		'retry: 3000\n\ndata: {"message_id":"a","event":"created"}\n\n: still here\n\ndata: {"event":"nonsense"}\n\n';
	expect(readEvents(whole)).toEqual({ events: [{ message_id: "a", event: "created" }], rest: "" });
	for (let cut = 0; cut <= whole.length; cut++) {
		const first = readEvents(whole.slice(0, cut));
		const second = readEvents(first.rest + whole.slice(cut));
		expect([...first.events, ...second.events]).toEqual([{ message_id: "a", event: "created" }]);
	}
});
