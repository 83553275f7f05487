import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAutosave } from "./autosave.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that stores a value with a revision. `others` changes it on behalf of somebody else. */
function server(initial: string) {
	let stored = initial;
	let revision = 1;
	const save = vi.fn(async (value: string, base: number) => {
		await new Promise((resolve) => setTimeout(resolve, 100));
		if (base !== revision) return "conflict" as const;
		stored = value;
		return ++revision;
	});
	return {
		save,
		stored: () => stored,
		revision: () => revision,
		others(value: string) {
			stored = value;
			revision++;
		},
	};
}

test("saves once after the last of several changes", async () => {
	const api = server("a");
	const autosave = createAutosave({ save: api.save, initial: "a", revision: 1, delayMs: 1_000 });
	autosave.change("b");
	await vi.advanceTimersByTimeAsync(500);
	autosave.change("c");
	expect(autosave.state()).toBe("pending");
	await vi.advanceTimersByTimeAsync(1_050);
	expect(autosave.state()).toBe("saving");
	await vi.advanceTimersByTimeAsync(100);
	expect(autosave.state()).toBe("saved");
	expect(api.save).toHaveBeenCalledTimes(1);
	expect(api.stored()).toBe("c");
});

test("a change during a request is saved after it, based on its revision", async () => {
	const api = server("a");
	const autosave = createAutosave({ save: api.save, initial: "a", revision: 1, delayMs: 1_000 });
	autosave.change("b");
	await vi.advanceTimersByTimeAsync(1_050);
	autosave.change("c");
	await vi.advanceTimersByTimeAsync(2_000);
	expect(autosave.state()).toBe("saved");
	expect(api.stored()).toBe("c");
	expect(api.save.mock.calls).toEqual([
		["b", 1],
		["c", 2],
	]);
});

test("does not overwrite what somebody else saved, until the user decides to", async () => {
	const api = server("a");
	const autosave = createAutosave({ save: api.save, initial: "a", revision: 1, delayMs: 1_000 });
	api.others("theirs");
	autosave.change("mine");
	await vi.advanceTimersByTimeAsync(2_000);
	expect(autosave.state()).toBe("conflict");
	autosave.change("mine again");
	await vi.advanceTimersByTimeAsync(2_000);
	expect(api.stored()).toBe("theirs");
	void autosave.overwrite(api.revision());
	await vi.advanceTimersByTimeAsync(2_000);
	expect(autosave.state()).toBe("saved");
	expect(api.stored()).toBe("mine again");
});

test("after a failure, tries again with the next change", async () => {
	const api = server("a");
	api.save.mockRejectedValueOnce(new Error("offline"));
	const autosave = createAutosave({ save: api.save, initial: "a", revision: 1, delayMs: 1_000 });
	autosave.change("b");
	await vi.advanceTimersByTimeAsync(1_500);
	expect(autosave.state()).toBe("failed");
	expect(autosave.error()).toEqual(new Error("offline"));
	autosave.change("c");
	await vi.advanceTimersByTimeAsync(1_500);
	expect(autosave.state()).toBe("saved");
	expect(api.stored()).toBe("c");
});

test("undoing back to the saved value needs no request", async () => {
	const api = server("a");
	const autosave = createAutosave({ save: api.save, initial: "a", revision: 1, delayMs: 1_000 });
	autosave.change("b");
	autosave.change("a");
	expect(autosave.state()).toBe("saved");
	await vi.advanceTimersByTimeAsync(2_000);
	expect(api.save).not.toHaveBeenCalled();
});
