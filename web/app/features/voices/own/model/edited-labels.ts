/** Stands for "not specified": a select cannot have an empty value. */
export const unspecified = "none";

/** Merges edited labels into the existing ones and drops emptied ones. */
export function editedLabels(before: Record<string, string>, edited: Record<string, string>): Record<string, string> {
	const labels = Object.entries({ ...before, ...edited });
	return Object.fromEntries(labels.filter(([, value]) => value !== "" && value !== unspecified));
}
