import { toastMs } from "@timbre/ui/primitives/feedback/toaster.ts";

type Pending = { timer: ReturnType<typeof setTimeout>; onDone: () => void; onError: (error: unknown) => void };

/** A little longer than the toast is shown, so that its undo action always works. */
const delayMs = toastMs + 1_000;

/** Deletes after a delay in which it can be undone. `leaving`: the page is being closed. */
export function createDelayedDeletes(remove: (id: string, leaving: boolean) => Promise<unknown>) {
	const pending = new Map<string, Pending>();
	/** Pending, or deleted but still in a list that has not been loaded again. */
	let hidden: ReadonlySet<string> = new Set();
	const listeners = new Set<() => void>();
	const hide = (id: string, hides: boolean) => {
		const next = new Set(hidden);
		if (hides) next.add(id);
		else next.delete(id);
		hidden = next;
		for (const listener of listeners) listener();
	};
	const run = async (id: string, leaving: boolean) => {
		const entry = pending.get(id);
		if (!entry) return;
		clearTimeout(entry.timer);
		pending.delete(id);
		try {
			await remove(id, leaving);
			entry.onDone();
		} catch (error) {
			hide(id, false);
			entry.onError(error);
		}
	};
	return {
		hidden: () => hidden,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		add(id: string, on: Pick<Pending, "onDone" | "onError">) {
			if (pending.has(id)) return;
			pending.set(id, { ...on, timer: setTimeout(() => void run(id, false), delayMs) });
			hide(id, true);
		},
		undo(id: string) {
			const entry = pending.get(id);
			if (!entry) return;
			clearTimeout(entry.timer);
			pending.delete(id);
			hide(id, false);
		},
		/** Deletes everything that waits, because the page is being left. */
		flush: () => Promise.all([...pending.keys()].map((id) => run(id, true))),
	};
}
