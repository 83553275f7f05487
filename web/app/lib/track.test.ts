import { expect, test, vi } from "vitest";
import { track, trackedEvent } from "./track.ts";

test("what is tracked is counted and told to whoever listens", () => {
	const heard: unknown[] = [];
	vi.stubGlobal("dispatchEvent", (event: CustomEvent) => heard.push([event.type, event.detail]));
	track("share_aborted");
	track("share_aborted");
	vi.unstubAllGlobals();
	expect(heard).toEqual([
		[trackedEvent, { name: "share_aborted", count: 1 }],
		[trackedEvent, { name: "share_aborted", count: 2 }],
	]);
});
