// Fields of the public forms: labels and the checks the browser can do. The server's contract is authoritative.
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
	label: "Email",
	kind: "email",
	maxLength: 254,
	autoComplete: "email",
	hint: "We only use it to reply to you.",
};
const organization: FormField = {
	name: "organisation",
	label: "Organization",
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
			label: "Company size",
			kind: "select",
			optional: true,
			options: [
				{ value: "1-10", label: "1 to 10" },
				{ value: "11-100", label: "11 to 100" },
				{ value: "101-1000", label: "101 to 1,000" },
				{ value: "1001+", label: "More than 1,000" },
			],
		},
		message("What do you need?", "Your use case, languages, and approximate characters per month."),
	],
	"contact-legal": [
		name,
		email,
		{
			name: "topic",
			label: "Topic",
			kind: "select",
			options: [
				{ value: "rights", label: "My rights to a text, recording or voice" },
				{ value: "privacy", label: "Data about me" },
				{ value: "abuse", label: "Misuse" },
				{ value: "other", label: "Something else" },
			],
		},
		{
			name: "link",
			label: "Link to the audio or page",
			kind: "url",
			optional: true,
			maxLength: 300,
			hint: "Starts with https://",
		},
		message("What happened?", "Tell us when, where, and what you would like us to do."),
	],
	"grants-application": [
		name,
		email,
		{ ...organization, hint: "Or the name of your project" },
		{ name: "website", label: "Website", kind: "url", optional: true, maxLength: 300, hint: "Starts with https://" },
		{
			name: "characters_per_month",
			label: "Characters per month",
			kind: "number",
			optional: true,
			hint: "A book page has about 1,800.",
		},
		message("What do you want to do?", "Who will listen, and why you need a grant."),
	],
	"voice-data-partnerships": [
		name,
		email,
		{ ...organization, optional: true },
		{ name: "languages", label: "Languages and accents", kind: "text", maxLength: 200 },
		{ name: "hours", label: "Hours of recording", kind: "number", optional: true },
		message("About the recordings", "Who speaks, how they were recorded, and the license you can offer."),
		{
			name: "rights_confirmed",
			label: "Every speaker has agreed that the recordings may be used to create voices, or I am the only speaker.",
			kind: "checkbox",
		},
	],
	affiliates: [
		name,
		email,
		{
			name: "website",
			label: "Your website or channel",
			kind: "url",
			maxLength: 300,
			hint: "Starts with https://",
		},
		message("About you", "Your audience, and why they would be interested."),
	],
	careers: [
		name,
		email,
		{
			name: "link",
			label: "Link to your work",
			kind: "url",
			optional: true,
			maxLength: 300,
			hint: "Starts with https://",
		},
		message("What would you like to do?", "Which part of the project interests you, and your experience."),
	],
};
