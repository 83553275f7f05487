// The legal texts there are. Plain data; the words are in the .md files beside it.
export type LegalFacts = {
	path: string;
	title: string;
	description: string;
	lead: string;
};

export const legalDocuments: readonly LegalFacts[] = [
	{
		path: "/use-policy",
		title: "What Timbre may not be used for",
		description: "Prohibited uses of this Timbre installation, in plain words: a template for its operator to review.",
		lead: "A voice can be mistaken for a person. These rules say what nobody may do with one here.",
	},
	{
		path: "/terms-of-use-eu",
		title: "Terms of use for people in the European Union",
		description:
			"Terms for using this Timbre installation from the European Economic Area and Switzerland: a template to be reviewed by its operator.",
		lead: "The agreement between you and whoever runs this installation, if you live in the European Economic Area or Switzerland.",
	},
	{
		path: "/vla",
		title: "Voice library addendum",
		description:
			"What somebody who shares a voice in the voice library agrees to with whoever runs this installation: a template to be reviewed by its operator.",
		lead: "What you agree to if you share a voice of your own for others to use.",
	},
	{
		path: "/vlaeu",
		title: "Voice library addendum, European Union",
		description:
			"The voice library addendum for people in the European Economic Area and Switzerland: a template to be reviewed by its operator.",
		lead: "The same addendum for people who live in the European Economic Area or Switzerland, with the rights they have there.",
	},
	{
		path: "/affiliates/terms",
		title: "Affiliate terms",
		description:
			"Terms for people who would recommend a Timbre installation for a share of what it earns: a template for its operator.",
		lead: "What would hold between the operator and somebody who recommends the service for a commission.",
	},
	{
		path: "/privacy",
		title: "Privacy",
		description:
			"Which data a Timbre installation keeps, why, how long, and what you can do about it: a template to be completed by its operator.",
		lead: "What this software keeps about you, what it never sends anywhere, and what the operator has to add.",
	},
];
