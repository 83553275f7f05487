import { expect, test } from "vitest";
import { recordedMinutes, recordingsState } from "./recordings.ts";

test("recordings are complete once there are 30 minutes, not with the first one", () => {
	expect(recordingsState([])).toBe("now");
	expect(recordingsState([{ duration_secs: 24 }])).toBe("now");
	expect(recordingsState([{ duration_secs: 900 }, { duration_secs: 900 }])).toBe("done");
	expect(recordedMinutes([{ duration_secs: 24 }, { duration_secs: null }])).toBeCloseTo(0.4);
});
