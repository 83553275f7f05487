/** Whether the toolbar must show other values. */
export const sameList = (a: readonly unknown[], b: readonly unknown[] | null) =>
	b !== null && a.length === b.length && a.every((item, at) => item === b[at]);
