/** Spoken by every blend tried in a search. */
export const trialSentence = "We sailed at dawn, while the harbour was still asleep.";
/** Spoken to evaluate the final blend: different words, so that the voice is compared and not the text. */
export const evaluationSentences =
	"The baker closes early today. Please bring the blue umbrella, and mind the loose step by the garden door.";
