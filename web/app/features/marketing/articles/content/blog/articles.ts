// Blog articles, newest first. Plain data, because site-paths.ts is read without a bundler. The text is in the .md
// files.
export type Article = {
	slug: string;
	title: string;
	description: string;
	/** ISO date. */
	published: string;
};

const opened = "2026-11-15";

export const articles: readonly Article[] = [
	{
		slug: "how-a-sentence-becomes-sound",
		title: "How text becomes speech",
		description:
			"From text to waveform in seven steps: what happens between pressing Generate and hearing the first word.",
		published: opened,
	},
	{
		slug: "sentences-paid-once",
		title: "Pay for each sentence once",
		description:
			"Why editing one line costs one line, how stored sentences are identified, and what happens to the ledger when a process dies.",
		published: opened,
	},
	{
		slug: "listening-to-every-take",
		title: "How take check finds misread words",
		description:
			"Speech models drop words and repeat others. How speech recognition finds them, with results from 200 sentences.",
		published: opened,
	},
	{
		slug: "when-each-word-is-heard",
		title: "How word timestamps work",
		description:
			"Captions and highlighting need the time of every character. Two ways to get it without training another model.",
		published: opened,
	},
	{
		slug: "two-commands",
		title: "Install and run Timbre with two commands",
		description:
			"What npm install and npm run dev set up on a bare machine, what they require, and how to scale from there.",
		published: opened,
	},
	{
		slug: "measured-on-two-shared-cores",
		title: "Benchmarks on a 2-core VM",
		description:
			"How fast Timbre is without a GPU, how much overhead the product adds to its engine, and where results miss the goal.",
		published: opened,
	},
];

export const articlePath = (slug: string) => `/blog/${slug}/`;
