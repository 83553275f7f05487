/** What is chosen of a list: some by id, or everything that fits the filter, loaded or not. */
export type Selection = { all: boolean; ids: ReadonlySet<string>; anchor: number | null };

export const nothingSelected: Selection = { all: false, ids: new Set(), anchor: null };
export const allSelected: Selection = { all: true, ids: new Set(), anchor: null };

export function isSelected(selection: Selection, id: string): boolean {
	return selection.all || selection.ids.has(id);
}

export function isEmptySelection(selection: Selection): boolean {
	return !selection.all && selection.ids.size === 0;
}

/** A press on a row's box. With shift, all rows from the last one pressed become what this one becomes. */
export function pressed(selection: Selection, loaded: readonly string[], index: number, shift: boolean): Selection {
	const id = loaded[index];
	if (id === undefined) return selection;
	// Everything but one is no longer everything: what is loaded stays chosen.
	const ids = new Set(selection.all ? loaded : selection.ids);
	const on = !ids.has(id);
	const from = shift && selection.anchor !== null ? selection.anchor : index;
	for (const other of loaded.slice(Math.min(from, index), Math.max(from, index) + 1)) {
		if (on) ids.add(other);
		else ids.delete(other);
	}
	return { all: false, ids, anchor: index };
}

export function without(selection: Selection, gone: Iterable<string>): Selection {
	const ids = new Set(selection.ids);
	for (const id of gone) ids.delete(id);
	return { ...selection, ids };
}
