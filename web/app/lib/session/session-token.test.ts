import { expect, test, vi } from "vitest";
import { keepTokenFresh } from "./session-token.ts";

test("AUTH-016 gets a token and refreshes it every 300000 ms until stopped", () => {
	vi.useFakeTimers();
	const refresh = vi.fn();
	const stop = keepTokenFresh(refresh);
	vi.advanceTimersByTime(299_999);
	expect(refresh).toHaveBeenCalledTimes(1);
	vi.advanceTimersByTime(1);
	expect(refresh).toHaveBeenCalledTimes(2);
	vi.advanceTimersByTime(600_000);
	expect(refresh).toHaveBeenCalledTimes(4);
	stop();
	vi.advanceTimersByTime(600_000);
	expect(refresh).toHaveBeenCalledTimes(4);
	vi.useRealTimers();
});
