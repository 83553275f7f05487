/** A choice that says nothing: an empty text cannot be chosen from a list. */
export const notSaid = "none";

/** What is said stands beside what else is known of the voice; what was emptied goes. */
export function editedLabels(before: Record<string, string>, said: Record<string, string>): Record<string, string> {
	const labels = Object.entries({ ...before, ...said });
	return Object.fromEntries(labels.filter(([, value]) => value !== "" && value !== notSaid));
}
