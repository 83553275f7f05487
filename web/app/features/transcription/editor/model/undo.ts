/** A value with its earlier and later versions. `saved` states compare by identity. */
export type Undoable<T> = { past: readonly T[]; present: T; future: readonly T[] };

const maxSteps = 200;

export const undoable = <T>(present: T): Undoable<T> => ({ past: [], present, future: [] });

/** Adds a version. Undone versions are lost. Setting the same value changes nothing. */
export function change<T>(state: Undoable<T>, next: T): Undoable<T> {
	if (next === state.present) return state;
	return { past: [...state.past, state.present].slice(-maxSteps), present: next, future: [] };
}

export function undo<T>(state: Undoable<T>): Undoable<T> {
	if (state.past.length === 0) return state;
	const previous = state.past.at(-1) as T;
	return { past: state.past.slice(0, -1), present: previous, future: [state.present, ...state.future] };
}

export function redo<T>(state: Undoable<T>): Undoable<T> {
	if (state.future.length === 0) return state;
	const [next, ...future] = state.future;
	return { past: [...state.past, state.present], present: next as T, future };
}
