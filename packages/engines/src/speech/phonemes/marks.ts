/** Text as a voice model reads it: stretches of words, and the marks that shape the melody between them. */
export type Run = { kind: "words"; text: string } | { kind: "mark"; text: string };

const equivalents: Record<string, string> = {
	"，": ",",
	"、": ",",
	"،": ",",
	"؛": ";",
	"；": ";",
	"：": ":",
	"。": ".",
	"．": ".",
	"।": ".",
	"॥": ".",
	"۔": ".",
	"！": "!",
	"？": "?",
	"؟": "?",
	"–": "—",
	"―": "—",
	"«": "“",
	"»": "”",
	"„": "“",
	"「": "“",
	"」": "”",
	"『": "“",
	"』": "”",
	"（": "(",
	"）": ")",
	"[": "(",
	"]": ")",
};

const always = new Set(["!", "?", ";", "…", "—", "“", "”", "(", ")"]);
const beforeBreak = new Set([".", ",", ":"]);

/** Splits text at its marks. A point, comma or colon inside a number, name or address stays with its word. */
export function splitMarks(text: string): Run[] {
	const plain = text
		.replace(/\.{2,}/g, "…")
		.replace(/\s-{1,3}\s|--+/g, " — ")
		.replace(/(^|[\s(—])["']+(?=\S)/g, "$1“")
		.replace(/(?<=\S)["']+(?=[\s).,;:!?…—]|$)/g, "”")
		.replace(/[¿¡*_~`^|<>{}\\"]/g, " ");
	const runs: Run[] = [];
	let words = "";
	const endWords = () => {
		const text = words.replace(/\s+/g, " ").trim();
		if (/[\p{L}\p{N}]/u.test(text)) runs.push({ kind: "words", text });
		words = "";
	};
	const characters = [...plain];
	for (const [at, character] of characters.entries()) {
		const mark = equivalents[character] ?? character;
		const next = characters[at + 1] ?? " ";
		// A wide full stop needs no space after it; a Latin one does, or it is part of a word.
		const ends = always.has(mark) || (beforeBreak.has(mark) && (mark !== character || !/[\p{L}\p{N}]/u.test(next)));
		if (!ends) {
			words += character;
			continue;
		}
		endWords();
		runs.push({ kind: "mark", text: mark });
	}
	endWords();
	return runs;
}

const opening = new Set(["“", "("]);

/** Puts runs back together as one line of phonemes: marks hug the word they belong to. */
export function joinRuns(runs: readonly { kind: Run["kind"]; text: string }[]): string {
	let line = "";
	for (const run of runs) {
		const tight = line === "" || opening.has(line.at(-1) ?? "") || (run.kind === "mark" && !opening.has(run.text));
		line += tight ? run.text : ` ${run.text}`;
	}
	return line.replaceAll("—", " — ").replace(/ {2,}/g, " ").trim();
}
