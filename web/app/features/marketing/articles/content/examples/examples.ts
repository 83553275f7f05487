// Fictional examples of complete workflows. Each page says that it is not a customer story.
export type Example = { slug: string; title: string; description: string; summary: string };

export const examples: readonly Example[] = [
	{
		slug: "audiobook-chapter",
		title: "Produce and edit an audiobook chapter",
		description:
			"An example: generate one chapter, correct it and generate it again, with the cost of each round. Not a customer story.",
		summary: "A chapter of 9,000 characters, three rounds, and the cost of each.",
	},
	{
		slug: "help-desk-line",
		title: "Help-desk announcements that stay up to date",
		description: "An example: a script generates phone announcements in a telephony format. Not a customer story.",
		summary: "A script generates phone announcements whenever the text changes.",
	},
	{
		slug: "school-reading-list",
		title: "A school reading list in three languages",
		description:
			"An example: short texts for a class in English, Spanish and German, and what to expect from each voice. Not a customer story.",
		summary: "Audio versions of class texts, generated on a machine in the school.",
	},
];

export const examplePath = (slug: string) => `/customers/${slug}`;
