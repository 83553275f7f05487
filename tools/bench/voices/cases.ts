/** Descriptions with a pitch and a pace. `like` is the same kind of voice with neither. */
export type Case = {
	description: string;
	like: "woman" | "man" | "british woman" | "british man";
	pitch: -1 | 1;
	pace: -1 | 1;
};

export const neutral: Record<Case["like"], string> = {
	woman: "A woman who reads a story aloud",
	man: "A man who reads a story aloud",
	"british woman": "A British woman who reads a story aloud",
	"british man": "A British man who reads a story aloud",
};

export const cases: readonly Case[] = [
	{ description: "A woman with a low voice who speaks slowly", like: "woman", pitch: -1, pace: -1 },
	{ description: "A high-pitched woman who talks fast", like: "woman", pitch: 1, pace: 1 },
	{ description: "A deep male voice, unhurried and slow", like: "man", pitch: -1, pace: -1 },
	{ description: "A man with a high voice and a brisk pace", like: "man", pitch: 1, pace: 1 },
	{ description: "A deep-voiced lady, low in pitch and quick", like: "woman", pitch: -1, pace: 1 },
	{ description: "A lady with a high pitch and a leisurely pace", like: "woman", pitch: 1, pace: -1 },
	{ description: "A guy with a very deep voice who speaks rapidly", like: "man", pitch: -1, pace: 1 },
	{ description: "A boyish man, high-pitched, slow and patient", like: "man", pitch: 1, pace: -1 },
	{ description: "A British gentleman with a deep, slow delivery", like: "british man", pitch: -1, pace: -1 },
	{ description: "A British man, high-pitched and quick", like: "british man", pitch: 1, pace: 1 },
	{ description: "A British lady with a low register, speaking slowly", like: "british woman", pitch: -1, pace: -1 },
	{ description: "A British woman with a very high voice, talking quickly", like: "british woman", pitch: 1, pace: 1 },
	{ description: "A radio host, male, booming and deep, at a rapid pace", like: "man", pitch: -1, pace: 1 },
	{ description: "A mother with a low and slow voice for bedtime", like: "woman", pitch: -1, pace: -1 },
	{ description: "A squeaky woman in a hurried rush, fast-talking", like: "woman", pitch: 1, pace: 1 },
	{ description: "A monk, low-pitched, measured and deliberate", like: "man", pitch: -1, pace: -1 },
	{ description: "A very high-pitched guy, speedy and brisk", like: "man", pitch: 1, pace: 1 },
	{ description: "An actress with a deep voice and a fast-paced delivery", like: "woman", pitch: -1, pace: 1 },
	{ description: "A British butler, bass voice, slow-paced", like: "british man", pitch: -1, pace: -1 },
	{ description: "A princess with a high, piping voice, slowly spoken", like: "woman", pitch: 1, pace: -1 },
];
