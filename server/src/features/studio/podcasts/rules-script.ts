// A script without a language model: sentences of the sources, divided among the voices.
import type { PodcastScale } from "@timbre/contract/studio/rules.ts";
import { chooseSentences, splitSentences } from "./summary.ts";
import type { PodcastRequest, Script, Turn } from "./types.ts";

/** At 15 characters a second: about three minutes, seven minutes and a quarter of an hour. */
export const scaleCharacters: Record<PodcastScale, number> = { short: 2_700, default: 6_300, long: 13_500 };

const maxTurnSentences = 3;
const maxTurnCharacters = 360;

export function scriptByRules(
	{ title, paragraphs, language }: { title: string; paragraphs: readonly string[]; language: string },
	{ guestVoiceId, scale, highlights }: Pick<PodcastRequest, "guestVoiceId" | "scale" | "highlights">,
): Script {
	const maxCharacters = scaleCharacters[scale];
	const sentences = chooseSentences(splitSentences(paragraphs, language), { maxCharacters, highlights });
	const turns: (Turn & { paragraph: number; sentences: number })[] = [];
	for (const { text, paragraph } of sentences) {
		const last = turns.at(-1);
		const fits = last && last.sentences < maxTurnSentences && last.text.length + text.length < maxTurnCharacters;
		if (last && last.paragraph === paragraph && (fits || guestVoiceId === undefined)) {
			last.text += ` ${text}`;
			last.sentences++;
			continue;
		}
		const speaker = guestVoiceId !== undefined && last?.speaker === "host" ? "guest" : "host";
		turns.push({ speaker, text, paragraph, sentences: 1 });
	}
	return { title, turns: turns.map(({ speaker, text }) => ({ speaker, text })) };
}
