import { afterEach, expect, test, vi } from "vitest";
import { debounced } from "./debounced.ts";

afterEach(() => vi.useRealTimers());

test("only the last value is handed on, once nothing came for the time", () => {
	vi.useFakeTimers();
	const seen: string[] = [];
	const take = debounced<string>(500, (value) => seen.push(value));
	take("a");
	vi.advanceTimersByTime(499);
	take("b");
	vi.advanceTimersByTime(499);
	expect(seen).toEqual([]);
	vi.advanceTimersByTime(1);
	expect(seen).toEqual(["b"]);
	take("c");
	take.drop();
	vi.advanceTimersByTime(1_000);
	expect(seen).toEqual(["b"]);
});
