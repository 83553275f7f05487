/** Rows as CSV (RFC 4180). A text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
	return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number | null): string {
	if (value === null) return "";
	if (typeof value === "number") return String(value);
	const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Saves a text as a file. The byte order mark tells Excel that it is UTF-8. */
export function saveCsv(name: string, csv: string): void {
	const url = URL.createObjectURL(new Blob(["\uFEFF", csv], { type: "text/csv;charset=utf-8" }));
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
