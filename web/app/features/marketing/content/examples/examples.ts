// Worked examples: made by us to show a use from beginning to end. They are no customers, and each page says so.
export type ExampleFacts = { slug: string; title: string; description: string; summary: string };

export const examples: readonly ExampleFacts[] = [
	{
		slug: "audiobook-chapter",
		title: "An audiobook chapter, edited and heard again",
		description:
			"A worked example: one chapter spoken, corrected and spoken again, with what each pass costs. Made by us, not a customer's story.",
		summary: "A chapter of 9,000 characters, three rounds of corrections, and what is paid for in each.",
	},
	{
		slug: "help-desk-line",
		title: "A help-desk line that is never out of date",
		description:
			"A worked example: announcements for a telephone line made by a script, in a telephone format. Made by us, not a customer's story.",
		summary: "Announcements in a telephone format, made by a script whenever the text changes.",
	},
	{
		slug: "school-reading-list",
		title: "A school reading list in three languages",
		description:
			"A worked example: short texts for a class in English, Spanish and German, and what to expect of each voice. Made by us, not a customer's story.",
		summary: "Short texts for a class, read aloud on a machine that stays in the school.",
	},
];

export const examplePath = (slug: string) => `/customers/${slug}`;
