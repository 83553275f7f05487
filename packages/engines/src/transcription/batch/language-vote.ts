/** Decides which language a recording is in, from the windows decoded so far. */
export type LanguageVote = {
	add(language: string, probability: number, seconds: number): void;
	/** The language, once it is certain. */
	settled(): string | undefined;
	/** The likeliest language, and how sure that is. */
	result(): { language: string; probability: number };
};

/** A window of this length and probability settles the language. */
const certainSeconds = 4;
const certainProbability = 0.85;
/** So does this much speech. */
const enoughSeconds = 60;

export function createLanguageVote(): LanguageVote {
	const weights = new Map<string, number>();
	let seconds = 0;
	let certain: string | undefined;
	const result = () => {
		const [best] = [...weights].toSorted(([, one], [, other]) => other - one);
		return { language: best?.[0] ?? "en", probability: best && seconds > 0 ? best[1] / seconds : 0 };
	};
	return {
		add(language, probability, windowSeconds) {
			weights.set(language, (weights.get(language) ?? 0) + probability * windowSeconds);
			seconds += windowSeconds;
			if (windowSeconds >= certainSeconds && probability >= certainProbability && result().language === language)
				certain ??= language;
		},
		settled: () => certain ?? (seconds >= enoughSeconds ? result().language : undefined),
		result,
	};
}
