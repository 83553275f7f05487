/** Example texts for an empty editor. */
export const exampleTexts = [
	{
		label: "Tell a story",
		text: "The lighthouse had been dark for eleven years when, one evening in March, somebody climbed the stairs and lit it again.",
	},
	{
		label: "Announce a train",
		text: "The 8:42 service to the coast now leaves from platform 5. Please keep clear of the doors.",
	},
	{
		label: "Explain something",
		text: "Sound is air being pushed. A voice pushes it about two hundred times a second, and your ear notices every push.",
	},
];
