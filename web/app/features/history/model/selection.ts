/** Selected rows: some by id, or everything that matches the filter, loaded or not. */
export type Selection = { all: boolean; ids: ReadonlySet<string>; anchor: number | null };

export const emptySelection: Selection = { all: false, ids: new Set(), anchor: null };
export const allSelected: Selection = { all: true, ids: new Set(), anchor: null };

export function isSelected(selection: Selection, id: string): boolean {
	return selection.all || selection.ids.has(id);
}

export function isEmptySelection(selection: Selection): boolean {
	return !selection.all && selection.ids.size === 0;
}

/** Toggles a row. With shift, applies the new state to all rows since the last toggled one. */
export function toggleRow(selection: Selection, loaded: readonly string[], index: number, shift: boolean): Selection {
	const id = loaded[index];
	if (id === undefined) return selection;
	// Deselecting one of "all" leaves the loaded rows selected.
	const ids = new Set(selection.all ? loaded : selection.ids);
	const on = !ids.has(id);
	const from = shift && selection.anchor !== null ? selection.anchor : index;
	for (const other of loaded.slice(Math.min(from, index), Math.max(from, index) + 1)) {
		if (on) ids.add(other);
		else ids.delete(other);
	}
	return { all: false, ids, anchor: index };
}

export function deselect(selection: Selection, removed: Iterable<string>): Selection {
	const ids = new Set(selection.ids);
	for (const id of removed) ids.delete(id);
	return { ...selection, ids };
}
