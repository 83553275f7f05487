/** Labels of the demo, translated on landing pages. `{…}` placeholders are filled in. */
export type TryLabels = {
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
	/** Shown when the server has no voice for the language. */
	none: string;
	noScript: string;
};

export const tryLabels: TryLabels = {
	box: "Try a voice",
	sentence: "Text to speak",
	placeholder: "Type a sentence",
	voice: "Voice",
	hearAs: "Hear it as {name}",
	hear: "Hear it",
	pause: "Pause",
	characters: "{count} of {limit} characters",
	position: "Playback position",
	spokenBy: "{name} is a {engine} voice.",
	unreachable: "Couldn't load voices.",
	again: "Try again",
	none: "This server has no voice for this language.",
	noScript: "Enable JavaScript to use this demo. The rest of the page works without it.",
};

export function fill(sentence: string, values: Record<string, string | number>): string {
	return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
