// All legal documents, as plain data. The text is in the .md files.
export type LegalDocument = {
	path: string;
	title: string;
	description: string;
	lead: string;
};

export const legalDocuments: readonly LegalDocument[] = [
	{
		path: "/use-policy",
		title: "What Timbre may not be used for",
		description: "Prohibited uses of this Timbre server, in plain words: a template for its operator to review.",
		lead: "A synthetic voice can be mistaken for a person. These rules say what it must not be used for.",
	},
	{
		path: "/terms-of-use-eu",
		title: "Terms of use for people in the European Union",
		description:
			"Terms for using this Timbre server from the European Economic Area and Switzerland: a template for its operator to review.",
		lead: "The agreement between you and the operator of this server, if you live in the European Economic Area or Switzerland.",
	},
	{
		path: "/vla",
		title: "Voice library addendum",
		description:
			"The agreement between people who share a voice in the voice library and the operator of this server: a template for its operator to review.",
		lead: "What you agree to when you share your voice for others to use.",
	},
	{
		path: "/vlaeu",
		title: "Voice library addendum, European Union",
		description:
			"The voice library addendum for people in the European Economic Area and Switzerland: a template for its operator to review.",
		lead: "The same addendum for people who live in the European Economic Area or Switzerland, with their additional rights.",
	},
	{
		path: "/affiliates/terms",
		title: "Affiliate terms",
		description:
			"Terms for people who recommend a Timbre server for a commission: a template for its operator to review.",
		lead: "The agreement between the operator and people who recommend the service for a commission.",
	},
	{
		path: "/privacy",
		title: "Privacy",
		description:
			"Which data a Timbre server stores, why, for how long, and what you can do about it: a template for its operator to complete.",
		lead: "What this software stores about you, what it never shares, and what the operator has to add.",
	},
];
