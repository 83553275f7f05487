/** What the box says, for pages in other languages than English. `{…}` is filled in. */
export type TryWords = {
	box: string;
	sentence: string;
	placeholder: string;
	voice: string;
	/** {name} */
	hearAs: string;
	hear: string;
	pause: string;
	/** {count}, {limit} */
	characters: string;
	position: string;
	/** {name}, {engine} */
	spokenBy: string;
	unreachable: string;
	again: string;
	/** There is no voice for this language on this server. */
	none: string;
	noScript: string;
};

export const tryWords: TryWords = {
	box: "Try a voice",
	sentence: "A sentence to hear",
	placeholder: "Write a sentence.",
	voice: "Voice",
	hearAs: "Hear it as {name}",
	hear: "Hear it",
	pause: "Pause",
	characters: "{count} of {limit} characters",
	position: "Position in the sentence",
	spokenBy: "{name} is spoken by {engine}.",
	unreachable: "The voices cannot be reached.",
	again: "Try again",
	none: "There is no voice for this language on this server.",
	noScript: "Hearing a voice here needs JavaScript; everything else on this page does not.",
};

export function fill(sentence: string, values: Record<string, string | number>): string {
	return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
