// What a published voice can be found by: its text and its filter tags.
import { languageName } from "@timbre/contract/language.ts";
import { tokenize } from "../../voices/voices.public.ts";

export type LabeledVoice = {
	language: string;
	locale: string | null;
	accent: string;
	gender: string;
	age: string;
	use_case: string;
	descriptive: string;
	category: string;
	owner: string;
	featured: boolean;
	reader: boolean;
	labels: Record<string, string>;
};

/** Lexemes for filtering published voices, in a form no text contains. */
export function searchTagsOf(voice: LabeledVoice): string[] {
	const { pitch, pace, manner, sounds } = voice.labels;
	const tags = {
		language: voice.language,
		locale: voice.locale,
		accent: voice.accent,
		gender: voice.gender,
		age: voice.age,
		use_case: voice.use_case,
		descriptive: voice.descriptive,
		category: voice.category,
		owner: voice.owner,
		pitch,
		pace,
		manner,
		sounds,
	};
	return [
		...Object.entries(tags).flatMap(([kind, value]) => (value ? [searchTag(kind, value)] : [])),
		...(voice.featured ? ["featured"] : []),
		...(voice.reader ? ["reader"] : []),
	];
}

export function searchTag(kind: string, value: string): string {
	return `${kind}:${kind === "owner" ? value : value.toLowerCase()}`;
}

/** The searchable text of a voice: name, description and labels. */
export function buildSearchText(
	voice: LabeledVoice & { name: string; description: string | null; owner_name: string },
): string {
	const parts = [
		voice.name,
		voice.description ?? "",
		languageName(voice.language),
		voice.accent,
		voice.gender,
		voice.age,
		voice.use_case,
		voice.descriptive,
		voice.owner_name,
		...Object.values(voice.labels),
	];
	// Tokenize like search queries.
	return [...new Set(tokenize(parts.join(" ").replaceAll("_", " ")).flatMap((word) => word.split("-")))].join(" ");
}
