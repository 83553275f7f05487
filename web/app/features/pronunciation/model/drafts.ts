import type { Rule } from "@timbre/contract/pronunciation/endpoints.ts";
import { rule as ruleSchema } from "@timbre/contract/pronunciation/schemas.ts";

/** A rule being edited, possibly incomplete. */
export type Draft = {
	/** Identifies the row on this page. */
	key: number;
	text: string;
	kind: "alias" | "ipa" | "cmu-arpabet";
	pronunciation: string;
	caseSensitive: boolean;
	wordBoundaries: boolean;
};

export type EditorState = { versionId: string; saved: readonly Draft[]; drafts: readonly Draft[]; nextKey: number };

export type EditorAction =
	| { type: "load"; versionId: string; rules: readonly Rule[] }
	| { type: "add" }
	| { type: "change"; key: number; patch: Partial<Omit<Draft, "key">> }
	| { type: "remove"; key: number }
	| { type: "discard" }
	| { type: "saved"; versionId: string };

export const emptyEditor: EditorState = { versionId: "", saved: [], drafts: [], nextKey: 0 };

export function edit(state: EditorState, action: EditorAction): EditorState {
	switch (action.type) {
		case "load": {
			const drafts = action.rules.map((rule, at) => toDraft(rule, state.nextKey + at));
			return { versionId: action.versionId, saved: drafts, drafts, nextKey: state.nextKey + drafts.length };
		}
		case "add": {
			// At the top, where it is visible even in a long list.
			const added: Draft = {
				key: state.nextKey,
				text: "",
				kind: "alias",
				pronunciation: "",
				caseSensitive: true,
				wordBoundaries: true,
			};
			return { ...state, drafts: [added, ...state.drafts], nextKey: state.nextKey + 1 };
		}
		case "change":
			return {
				...state,
				drafts: state.drafts.map((draft) => (draft.key === action.key ? { ...draft, ...action.patch } : draft)),
			};
		case "remove":
			return { ...state, drafts: state.drafts.filter((draft) => draft.key !== action.key) };
		case "discard":
			return { ...state, drafts: state.saved };
		case "saved":
			return { ...state, versionId: action.versionId, saved: state.drafts };
	}
}

export function toDraft(rule: Rule, key: number): Draft {
	return {
		key,
		text: rule.string_to_replace,
		kind: rule.type === "alias" ? "alias" : rule.alphabet,
		pronunciation: rule.type === "alias" ? rule.alias : rule.phoneme,
		caseSensitive: rule.case_sensitive,
		wordBoundaries: rule.word_boundaries,
	};
}

export function toRule(draft: Draft): Rule {
	const matching = {
		string_to_replace: draft.text,
		case_sensitive: draft.caseSensitive,
		word_boundaries: draft.wordBoundaries,
	};
	return draft.kind === "alias"
		? { type: "alias", ...matching, alias: draft.pronunciation }
		: { type: "phoneme", ...matching, phoneme: draft.pronunciation, alphabet: draft.kind };
}

const matchKey = (draft: Draft) => JSON.stringify([draft.text, draft.caseSensitive, draft.wordBoundaries]);

export type DraftErrors = { text?: string; pronunciation?: string };

export function validateDraft(draft: Draft): DraftErrors | undefined {
	const result = ruleSchema.safeParse(toRule(draft));
	if (result.success) return undefined;
	const errors: DraftErrors = {};
	for (const issue of result.error.issues) {
		const field = issue.path[0] === "string_to_replace" ? "text" : "pronunciation";
		errors[field] ??= issue.message;
	}
	return errors;
}

/** Validation errors by row key. */
export function validateDrafts(drafts: readonly Draft[]): Map<number, DraftErrors> {
	const errors = new Map<number, DraftErrors>();
	const seen = new Set<string>();
	for (const draft of drafts) {
		const invalid = validateDraft(draft);
		const key = matchKey(draft);
		if (invalid) errors.set(draft.key, invalid);
		else if (seen.has(key)) errors.set(draft.key, { text: "Another rule already matches this text." });
		seen.add(key);
	}
	return errors;
}

/** Number of rows added, changed or removed since the last save. */
export function countChanges({ saved, drafts }: EditorState): number {
	if (saved === drafts) return 0;
	const before = new Map(saved.map((draft) => [draft.key, draft]));
	let changes = 0;
	for (const draft of drafts) {
		const previous = before.get(draft.key);
		if (!previous || !sameDraft(previous, draft)) changes++;
		before.delete(draft.key);
	}
	return changes + before.size;
}

function sameDraft(one: Draft, other: Draft): boolean {
	return one === other || JSON.stringify(toRule(one)) === JSON.stringify(toRule(other));
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeXml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** The text to generate for previewing a rule before it is saved. */
export function spokenText(draft: Draft): string {
	if (draft.kind === "alias") return draft.pronunciation;
	return `<phoneme alphabet="${draft.kind}" ph="${escapeXml(draft.pronunciation.trim())}">${escapeXml(draft.text.trim())}</phoneme>`;
}

/**
 * Inserts a symbol at the caret. Arpabet phones are separated by spaces; a stress digit is attached to the phone before
 * it.
 */
export function insertSymbol(
	text: string,
	caret: { start: number; end: number },
	symbol: string,
	alphabet: "ipa" | "cmu-arpabet",
): { text: string; caret: number } {
	const left = text.slice(0, caret.start);
	const right = text.slice(caret.end);
	if (alphabet === "ipa") return { text: left + symbol + right, caret: left.length + symbol.length };
	const stress = /^\d$/.test(symbol);
	const head = stress ? left.trimEnd().replace(/[012]$/, "") : left === "" || left.endsWith(" ") ? left : `${left} `;
	const gap = right !== "" && !right.startsWith(" ") ? " " : "";
	return { text: head + symbol + gap + right, caret: head.length + symbol.length };
}

/** Maximum cost of a preview: markup is free, and so is a repeated preview. */
export function previewCost(draft: Draft): number {
	return draft.kind === "alias" ? draft.pronunciation.length : draft.text.trim().length;
}
