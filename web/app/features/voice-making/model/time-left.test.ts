import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

const at = (progress: number, elapsed: number) => timeLeft({ progress, started_at_unix: 1_000 }, 1_000 + elapsed);

test("estimates the remaining time once enough progress is made", () => {
	expect(timeLeft({ progress: 0.5, started_at_unix: null }, 2_000)).toBeNull();
	expect(at(0.15, 4)).toBeNull();
	expect(at(0.5, 5)).toBe("a few seconds left");
	expect(at(0.25, 12)).toBe("about 40 seconds left");
	expect(at(0.5, 55)).toBe("about a minute left");
	expect(at(0.2, 60)).toBe("about 4 minutes left");
});
