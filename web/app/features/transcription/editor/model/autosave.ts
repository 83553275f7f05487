/**
 * `conflict`: somebody else has changed it since it was loaded; nothing is saved until the user decides.
 * `failed`: will be tried again with the next change or on request.
 */
export type SaveState = "saved" | "pending" | "saving" | "failed" | "conflict";

type Options<T> = {
	/** Saves a value that is based on a revision. Returns the new revision, or "conflict". */
	save: (value: T, revision: number) => Promise<number | "conflict">;
	/** The value that is stored, and its revision. */
	initial: T;
	revision: number;
	delayMs?: number;
};

const defaultDelayMs = 1_200;

/**
 * Saves a value shortly after it has stopped changing. Requests run one at a time, each based on the revision of the
 * one before, so that changes of other people are never overwritten.
 */
export function createAutosave<T>({ save, initial, revision, delayMs = defaultDelayMs }: Options<T>) {
	let stored = initial;
	let current = initial;
	let base = revision;
	let state: SaveState = "saved";
	let error: unknown;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let running: Promise<void> | undefined;
	const listeners = new Set<() => void>();
	const set = (next: SaveState) => {
		if (next === state) return;
		state = next;
		for (const listener of listeners) listener();
	};
	const run = async (): Promise<void> => {
		const value = current;
		set("saving");
		try {
			const result = await save(value, base);
			if (result === "conflict") return set("conflict");
			base = result;
			stored = value;
			set(current === value ? "saved" : "pending");
		} catch (failure) {
			error = failure;
			set("failed");
		}
	};
	/** Saves now what is not saved. */
	const flush = async (): Promise<void> => {
		clearTimeout(timer);
		timer = undefined;
		await running;
		if (current === stored || state === "conflict") return;
		running = run();
		await running;
		running = undefined;
		// Changed while the request was running.
		if (state === "pending") schedule();
	};
	const schedule = () => {
		clearTimeout(timer);
		timer = setTimeout(() => void flush(), delayMs);
	};
	return {
		state: () => state,
		error: () => error,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		change(value: T) {
			current = value;
			if (state === "conflict") return;
			if (current === stored && !running) {
				clearTimeout(timer);
				return set("saved");
			}
			if (state !== "saving") set("pending");
			schedule();
		},
		flush,
		/** Solves a conflict with the user's version: it is saved on top of the revision they have seen. */
		overwrite(latest: number) {
			base = latest;
			set("pending");
			return flush();
		},
	};
}
