import { afterEach, expect, test, vi } from "vitest";
import { debounce } from "./debounce.ts";

afterEach(() => vi.useRealTimers());

test("passes on only the last value, after the delay without new values", () => {
	vi.useFakeTimers();
	const seen: string[] = [];
	const push = debounce<string>(500, (value) => seen.push(value));
	push("a");
	vi.advanceTimersByTime(499);
	push("b");
	vi.advanceTimersByTime(499);
	expect(seen).toEqual([]);
	vi.advanceTimersByTime(1);
	expect(seen).toEqual(["b"]);
	push("c");
	push.cancel();
	vi.advanceTimersByTime(1_000);
	expect(seen).toEqual(["b"]);
});
