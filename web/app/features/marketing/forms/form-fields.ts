// What the public forms ask. The server's contract has the last word; here is what a person sees, and what the browser can check alone.
export type FormField = {
	name: string;
	label: string;
	kind: "text" | "email" | "url" | "number" | "textarea" | "select" | "checkbox";
	hint?: string;
	optional?: boolean;
	minLength?: number;
	maxLength?: number;
	autoComplete?: string;
	options?: readonly { value: string; label: string }[];
};

const name: FormField = { name: "name", label: "Your name", kind: "text", maxLength: 100, autoComplete: "name" };
const email: FormField = {
	name: "email",
	label: "E-mail",
	kind: "email",
	maxLength: 254,
	autoComplete: "email",
	hint: "The answer goes there. It is used for nothing else.",
};
const organisation: FormField = {
	name: "organisation",
	label: "Organisation",
	kind: "text",
	maxLength: 120,
	autoComplete: "organization",
};
const message = (label: string, hint: string): FormField => ({
	name: "message",
	label,
	kind: "textarea",
	hint,
	minLength: 20,
	maxLength: 4000,
});

export type FormName =
	| "contact-sales"
	| "contact-legal"
	| "grants-application"
	| "voice-data-partnerships"
	| "affiliates"
	| "careers";

export const formFields: Record<FormName, readonly FormField[]> = {
	"contact-sales": [
		name,
		email,
		{ name: "company", label: "Company", kind: "text", maxLength: 120, autoComplete: "organization" },
		{
			name: "company_size",
			label: "How many people work there",
			kind: "select",
			optional: true,
			options: [
				{ value: "1-10", label: "1 to 10" },
				{ value: "11-100", label: "11 to 100" },
				{ value: "101-1000", label: "101 to 1,000" },
				{ value: "1001+", label: "More than 1,000" },
			],
		},
		message("What do you need", "What should be spoken, in which languages, and about how much a month."),
	],
	"contact-legal": [
		name,
		email,
		{
			name: "topic",
			label: "What it is about",
			kind: "select",
			options: [
				{ value: "rights", label: "My rights in a text, a recording or a voice" },
				{ value: "privacy", label: "Data about me" },
				{ value: "abuse", label: "Misuse that I have heard" },
				{ value: "other", label: "Something else" },
			],
		},
		{
			name: "link",
			label: "Where it can be heard or seen",
			kind: "url",
			optional: true,
			maxLength: 300,
			hint: "A link that begins with https://",
		},
		message("What happened", "When, where, and what you would like to be done."),
	],
	"grants-application": [
		name,
		email,
		{ ...organisation, hint: "Or the name of your project." },
		{ name: "website", label: "Website", kind: "url", optional: true, maxLength: 300, hint: "Begins with https://" },
		{
			name: "characters_per_month",
			label: "Characters a month",
			kind: "number",
			optional: true,
			hint: "A page of a book has about 1,800.",
		},
		message("What you want to do", "Who will hear it, and why it would not happen otherwise."),
	],
	"voice-data-partnerships": [
		name,
		email,
		{ ...organisation, optional: true },
		{ name: "languages", label: "Languages and accents", kind: "text", maxLength: 200 },
		{ name: "hours", label: "Hours of recording", kind: "number", optional: true },
		message("About the recordings", "Who speaks, how it was recorded, and under which licence it could be given."),
		{
			name: "rights_confirmed",
			label: "Every speaker has agreed that the recordings may be used to make voices, or I am the only speaker.",
			kind: "checkbox",
		},
	],
	affiliates: [
		name,
		email,
		{
			name: "website",
			label: "Where you would write about it",
			kind: "url",
			maxLength: 300,
			hint: "Begins with https://",
		},
		message("About you", "Who reads, watches or hears you, and why this would interest them."),
	],
	careers: [
		name,
		email,
		{
			name: "link",
			label: "Something you made",
			kind: "url",
			optional: true,
			maxLength: 300,
			hint: "Begins with https://",
		},
		message("What you would like to do", "Which part of the work interests you, and what you have done before."),
	],
};
