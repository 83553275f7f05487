/**
 * Test sentences. Each list covers every English consonant and nearly every vowel, and avoids spelling variants and common homophones,
 * so a wrong word means a wrong sound. Ten sentences fit one 30 s window of Whisper.
 */
export const SENTENCE_LISTS = {
	/** Read by all speakers. */
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
	 * Read by the best speakers of the first list, because the best of 904 are partly lucky. Independent sentences show how clear they
	 * really are.
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
/** Number of best speakers that also read the second list. */
export const CANDIDATES = 120;
