import { expect, test, vi } from "vitest";
import { track, trackedEvent } from "./track.ts";

test("counts tracked actions and dispatches an event", () => {
	const events: unknown[] = [];
	vi.stubGlobal("dispatchEvent", (event: CustomEvent) => events.push([event.type, event.detail]));
	track("share_aborted");
	track("share_aborted");
	vi.unstubAllGlobals();
	expect(events).toEqual([
		[trackedEvent, { name: "share_aborted", count: 1 }],
		[trackedEvent, { name: "share_aborted", count: 2 }],
	]);
});
