/**
 * What the speakers say. Each list holds every English consonant and nearly every vowel; words with a second spelling or a common
 * homophone are avoided, so that a wrong word means a wrong sound. Ten sentences fit one 30 s window of Whisper.
 */
export const SENTENCE_LISTS = {
	/** Said by everybody. */
	1: [
		"The old farmer carried seven boxes.",
		"Nobody noticed the quiet bird above us.",
		"Put the yellow blanket on my chair.",
		"A noisy wind pushed the boat away.",
		"She usually drinks coffee before a journey.",
		"His brother fixed the broken window yesterday.",
		"Five young children jumped over the fence.",
		"Her doctor wrote three simple answers.",
		"Fresh bread and orange juice taste good.",
		"They watched dark clouds gather in silence.",
	],
	/**
	 * Said by those who did best with the first list. The best of 904 are partly the luckiest: sentences that had no part in finding
	 * them show how clear they really are.
	 */
	2: [
		"Several ships crossed the river this morning.",
		"My teacher explained the lesson very slowly.",
		"We planted tall trees behind the school.",
		"The hungry dog waited beside the table.",
		"Two strangers asked me about the museum.",
		"Every winter brings snow to these mountains.",
		"He opened the letter with shaking hands.",
		"They enjoyed a strange and funny story.",
		"Our kitchen smells of garlic and pepper.",
		"Nothing changed after the visitors went home.",
	],
} as const;

export type ListNumber = keyof typeof SENTENCE_LISTS;

export const SPEAKERS = 904;
/** How many of the best say the second list too. */
export const CANDIDATES = 120;
