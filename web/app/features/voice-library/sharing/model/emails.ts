const shape = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** Parses pasted email addresses, deduplicated, and lists invalid entries. The server validates more strictly. */
export function parseEmails(input: string): { emails: string[]; invalid: string[] } {
	const entries = [
		...new Set(
			input
				.toLowerCase()
				.split(/[\s,;]+/)
				.filter(Boolean),
		),
	];
	return {
		emails: entries.filter((entry) => shape.test(entry)),
		invalid: entries.filter((entry) => !shape.test(entry)),
	};
}
