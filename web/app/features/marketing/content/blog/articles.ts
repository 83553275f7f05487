// What the blog has, newest first. Plain data: the list of public pages reads it without a bundler. The words are in the .md files beside it.
export type ArticleFacts = {
	slug: string;
	title: string;
	description: string;
	/** ISO day. */
	published: string;
};

const opened = "2026-11-15";

export const articles: readonly ArticleFacts[] = [
	{
		slug: "how-a-sentence-becomes-sound",
		title: "How a sentence becomes sound",
		description:
			"From letters to a waveform in seven steps: what happens between pressing the button and hearing the first word.",
		published: opened,
	},
	{
		slug: "sentences-paid-once",
		title: "A sentence is paid for once",
		description:
			"Why editing one line of a page costs one line, how a sentence gets its name, and what happens to the books when a process dies.",
		published: opened,
	},
	{
		slug: "listening-to-every-take",
		title: "Listening to what was said",
		description:
			"Speech models leave words out and say others twice. How a second model finds them, with the figures of 200 measured sentences.",
		published: opened,
	},
	{
		slug: "when-each-word-is-heard",
		title: "When each word is heard",
		description:
			"Captions and highlighting need the time of every letter. Two ways to know it without training another model.",
		published: opened,
	},
	{
		slug: "two-commands",
		title: "Two commands, and nothing else installed",
		description:
			"What npm install and npm run dev bring to a bare machine, what they ask for, and how it grows from there.",
		published: opened,
	},
	{
		slug: "measured-on-two-shared-cores",
		title: "Measured on two shared cores",
		description:
			"How fast it is without a graphics card, how much the product adds to its engine, and where the figures fall short.",
		published: opened,
	},
];

export const articlePath = (slug: string) => `/blog/${slug}/`;
