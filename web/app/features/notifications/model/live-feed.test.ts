import { expect, test } from "vitest";
import { readEvents } from "./live-feed.ts";

test("reads events across chunk boundaries and skips comments and unknown events", () => {
	const stream =
		'retry: 3000\n\ndata: {"message_id":"a","event":"created"}\n\n: still here\n\ndata: {"event":"nonsense"}\n\n';
	expect(readEvents(stream)).toEqual({ events: [{ message_id: "a", event: "created" }], rest: "" });
	for (let cut = 0; cut <= stream.length; cut++) {
		const first = readEvents(stream.slice(0, cut));
		const second = readEvents(first.rest + stream.slice(cut));
		expect([...first.events, ...second.events]).toEqual([{ message_id: "a", event: "created" }]);
	}
});
