/** What each mix says while one is looked for. */
export const triedSentence = "We sailed at dawn, while the harbour was still asleep.";
/** What the mix that was found is judged by: other words, so that it is the voice that is alike and not what it says. */
export const judgedSentences =
	"The baker closes early today. Please bring the blue umbrella, and mind the loose step by the garden door.";
