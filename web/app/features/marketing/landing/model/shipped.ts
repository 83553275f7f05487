// Shipped voices by language. Used by loaders only.
import { isSameLanguage, languageName, primaryLanguage } from "@timbre/contract/language.ts";
import shipped from "../content/voices.generated.json" with { type: "json" };

export type ShippedVoice = {
	id: string;
	name: string;
	tier: "quality" | "fast" | "basic";
	engine: string;
	language: string;
	labels: Record<string, string>;
};

const engineNames: Record<string, string> = { kokoro: "Kokoro 82M", piper: "Piper LibriTTS-R", espeak: "espeak-ng" };

/** Voices of a language, best first. `language` is a primary tag ("pt") or includes a region ("pt-PT"). */
export function voicesOf(language: string): ShippedVoice[] {
	return shipped
		.filter((voice) =>
			language.includes("-") ? voice.language === language : isSameLanguage(voice.language, language),
		)
		.map(({ id, name, tier, engine, language: spoken, labels }) => ({
			id,
			name,
			tier: tier as ShippedVoice["tier"],
			engine: engineNames[engine] ?? engine,
			language: spoken,
			labels: { ...labels } as Record<string, string>,
		}));
}

export type VoiceGroup = { tier: ShippedVoice["tier"]; engine: string; names: string[] };

/** Groups voices by tier and engine, best first. */
export function groupByEngine(voices: readonly ShippedVoice[]): VoiceGroup[] {
	const groups: VoiceGroup[] = [];
	for (const { tier, engine, name } of voices) {
		const group = groups.find((known) => known.tier === tier && known.engine === engine);
		if (group) group.names.push(name);
		else groups.push({ tier, engine, names: [name] });
	}
	return groups;
}

/** Languages that have a voice but no page of their own. */
export function languagesWithoutPage(known: readonly string[]): string[] {
	const tags = new Set(shipped.map((voice) => primaryLanguage(voice.language)));
	return [...tags]
		.filter((tag) => !known.includes(tag))
		.map(languageName)
		.sort();
}
