import { type Rule, rule as ruleSchema } from "@timbre/contract/pronunciation.ts";

/** A rule while it is being written: it may be unfinished. */
export type Draft = {
	/** Of this row on this page only. */
	key: number;
	written: string;
	kind: "alias" | "ipa" | "cmu-arpabet";
	said: string;
	caseSensitive: boolean;
	wordBoundaries: boolean;
};

export type Edited = { versionId: string; saved: readonly Draft[]; drafts: readonly Draft[]; nextKey: number };

export type Edit =
	| { do: "load"; versionId: string; rules: readonly Rule[] }
	| { do: "add" }
	| { do: "change"; key: number; patch: Partial<Omit<Draft, "key">> }
	| { do: "remove"; key: number }
	| { do: "discard" }
	| { do: "saved"; versionId: string };

export const empty: Edited = { versionId: "", saved: [], drafts: [], nextKey: 0 };

export function edit(state: Edited, action: Edit): Edited {
	switch (action.do) {
		case "load": {
			const drafts = action.rules.map((rule, at) => toDraft(rule, state.nextKey + at));
			return { versionId: action.versionId, saved: drafts, drafts, nextKey: state.nextKey + drafts.length };
		}
		case "add": {
			// On top, where it is seen, whatever the list's length.
			const added: Draft = {
				key: state.nextKey,
				written: "",
				kind: "alias",
				said: "",
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
		written: rule.string_to_replace,
		kind: rule.type === "alias" ? "alias" : rule.alphabet,
		said: rule.type === "alias" ? rule.alias : rule.phoneme,
		caseSensitive: rule.case_sensitive,
		wordBoundaries: rule.word_boundaries,
	};
}

export function toRule(draft: Draft): Rule {
	const matching = {
		string_to_replace: draft.written,
		case_sensitive: draft.caseSensitive,
		word_boundaries: draft.wordBoundaries,
	};
	return draft.kind === "alias"
		? { type: "alias", ...matching, alias: draft.said }
		: { type: "phoneme", ...matching, phoneme: draft.said, alphabet: draft.kind };
}

const matches = (draft: Draft) => JSON.stringify([draft.written, draft.caseSensitive, draft.wordBoundaries]);

export type Fault = { written?: string; said?: string };

export function faultOf(draft: Draft): Fault | undefined {
	const result = ruleSchema.safeParse(toRule(draft));
	if (result.success) return undefined;
	const fault: Fault = {};
	for (const issue of result.error.issues) {
		const field = issue.path[0] === "string_to_replace" ? "written" : "said";
		fault[field] ??= issue.message;
	}
	return fault;
}

/** What keeps the drafts from being saved, by row. */
export function faultsOf(drafts: readonly Draft[]): Map<number, Fault> {
	const faults = new Map<number, Fault>();
	const seen = new Set<string>();
	for (const draft of drafts) {
		const fault = faultOf(draft);
		const key = matches(draft);
		if (fault) faults.set(draft.key, fault);
		else if (seen.has(key)) faults.set(draft.key, { written: "There is another rule for this text." });
		seen.add(key);
	}
	return faults;
}

/** How many rows differ from what is saved: new, changed or gone. */
export function changesIn({ saved, drafts }: Edited): number {
	if (saved === drafts) return 0;
	const before = new Map(saved.map((draft) => [draft.key, draft]));
	let changes = 0;
	for (const draft of drafts) {
		const known = before.get(draft.key);
		if (!known || !sameDraft(known, draft)) changes++;
		before.delete(draft.key);
	}
	return changes + before.size;
}

function sameDraft(one: Draft, other: Draft): boolean {
	return one === other || JSON.stringify(toRule(one)) === JSON.stringify(toRule(other));
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** What to send to hear a rule before it is saved. */
export function spokenText(draft: Draft): string {
	if (draft.kind === "alias") return draft.said;
	return `<phoneme alphabet="${draft.kind}" ph="${escaped(draft.said.trim())}">${escaped(draft.written.trim())}</phoneme>`;
}

/** Puts a symbol where the caret is; phones of Arpabet are words apart, their stress belongs to the phone before. */
export function withSymbol(
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

/** What hearing a rule costs at most: markup is free, and so is what was heard before. */
export function creditsToHear(draft: Draft): number {
	return draft.kind === "alias" ? draft.said.length : draft.written.trim().length;
}
