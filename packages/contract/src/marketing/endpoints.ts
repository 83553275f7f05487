import { z } from "zod";
import { endpoint, type RateLimit } from "../endpoint.ts";
import { isLink } from "../links.ts";
import { marketingPaths } from "./paths.ts";

/** A single line of text, safe for an email subject. */
const line = (max: number) =>
	z
		.string()
		.trim()
		.min(1, "This field is required.")
		.max(max, `Enter at most ${max} characters.`)
		.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, "No line breaks or control characters.");
/** Empty fields of a native form arrive as empty strings. */
const optional = <S extends z.ZodType>(schema: S) =>
	z.preprocess((value) => (value === "" || value === null ? undefined : value), schema.optional());
const webAddress = line(300).refine(isLink, "Enter a full URL that starts with https://.");
const count = (max: number) => z.coerce.number({ error: "Enter a whole number." }).int().min(0).max(max);

export const minMessageCharacters = 20;
export const maxMessageCharacters = 4_000;

const sender = {
	name: line(100).meta({ description: "Name of the sender, at most 100 characters.", examples: ["Ada Lovelace"] }),
	email: z
		.string()
		.trim()
		.max(254, "Enter at most 254 characters.")
		.pipe(z.email("Enter a valid email address."))
		.meta({ description: "Address that the operator replies to.", examples: ["ada@example.com"] }),
	message: z
		.string()
		.trim()
		.min(minMessageCharacters, `Enter at least ${minMessageCharacters} characters.`)
		.max(maxMessageCharacters, `Enter at most ${maxMessageCharacters} characters.`)
		.meta({
			description: "The message, 20 to 4,000 characters.",
			examples: ["We'd like to use Timbre for our audiobooks. Which plan fits 40 hours a month?"],
		}),
};
const aboutWebsite = "Website of the sender, as a full URL.";

/** Fields of each form. The pages use the same names. */
export const formFields = {
	"contact-sales": z.object({
		...sender,
		company: line(120).meta({ description: "Name of the company, at most 120 characters.", examples: ["Example Ltd"] }),
		company_size: optional(
			z.enum(["1-10", "11-100", "101-1000", "1001+"]).meta({
				description: "Number of employees.",
				examples: ["11-100"],
			}),
		),
	}),
	"contact-legal": z.object({
		...sender,
		topic: z.enum(["rights", "privacy", "abuse", "other"]).meta({
			description: "What it is about: rights to a voice or recording, privacy, abuse or something else.",
			examples: ["rights"],
		}),
		link: optional(
			webAddress.meta({
				description: "URL of the page or generation in question.",
				examples: ["https://timbre.example/share/8Zk2LqVw5TnR0yXcB7dGf3HsJ9mPa4Ue"],
			}),
		),
	}),
	"grants-application": z.object({
		...sender,
		organisation: line(120).meta({
			description: "Name of the organization, at most 120 characters.",
			examples: ["Example Library"],
		}),
		website: optional(webAddress.meta({ description: aboutWebsite, examples: ["https://example.org"] })),
		characters_per_month: optional(
			count(1_000_000_000).meta({
				description: "Characters the applicant expects to generate per month.",
				examples: [500_000],
			}),
		),
	}),
	"voice-data-partnerships": z.object({
		...sender,
		organisation: optional(
			line(120).meta({
				description: "Name of the organization, at most 120 characters.",
				examples: ["Example Studio"],
			}),
		),
		languages: line(200).meta({
			description: "Languages of the recordings, at most 200 characters.",
			examples: ["German, Czech"],
		}),
		hours: optional(count(1_000_000).meta({ description: "Hours of recordings.", examples: [120] })),
		rights_confirmed: z.literal([true, "true"], "Confirm that you hold the rights.").meta({
			description: "Confirms that the sender holds the rights to the recordings.",
			examples: [true],
		}),
	}),
	affiliates: z.object({
		...sender,
		website: webAddress.meta({ description: aboutWebsite, examples: ["https://example.org"] }),
	}),
	careers: z.object({
		...sender,
		link: optional(
			webAddress.meta({
				description: "URL of a portfolio, profile or repository.",
				examples: ["https://example.org/ada"],
			}),
		),
	}),
};
export type FormName = keyof typeof formFields;
export type FormFields = z.output<(typeof formFields)[FormName]>;

/** Page of each form. A form sent without JavaScript redirects back to it. */
export const formPages: Record<FormName, string> = {
	"contact-sales": "/contact-sales",
	"contact-legal": "/contact-legal",
	"grants-application": "/grants-application",
	"voice-data-partnerships": "/voice-data-partnerships/apply",
	affiliates: "/affiliates",
	careers: "/careers",
};

/** Forms sent faster than this are rejected as bots. */
export const minFormSeconds = 3;

const formLimits: readonly RateLimit[] = [
	{ per: "visitor", requests: 5, seconds: 3_600, shared: true },
	{ per: "everyone", requests: 60, seconds: 3_600, shared: true },
];
/** Stricter, because forms sent without JavaScript have no token. */
export const plainFormLimits: readonly RateLimit[] = [
	{ per: "visitor", requests: 3, seconds: 3_600, shared: true },
	{ per: "everyone", requests: 20, seconds: 3_600, shared: true },
];

const formResponse = z.object({
	status: z.literal("received").meta({ description: "Always `received`." }),
	delivery: z.enum(["mail", "kept"]).meta({
		description: "`mail`: emailed to the operator. `kept`: only stored, because the server sends no email.",
		examples: ["mail"],
	}),
});

const control = z.object({
	token: z
		.string()
		.max(200)
		.meta({
			description: "Form token. Fetch it when the form is shown; each token works for one message.",
			examples: ["mgj1m3k0.4Jb0xWq2vT9sLr7A.p5Zc8KfYx1nQ3uHd6WgRt0aVe2mBs4LjOi7TkXyCz9E"],
		}),
	fax: z
		.string()
		.max(1_000)
		.default("")
		.meta({ description: "Leave empty. A hidden field that only bots fill in.", examples: [""] }),
});

const aboutForms =
	"The message is stored, and emailed to the operator if the server sends email. Sending the same token twice delivers one message. Each visitor can send each form 5 times an hour.";

function form<S extends z.ZodObject>(name: FormName, fields: S, summary: string, purpose: string) {
	return endpoint({
		id: `forms_${name.replaceAll("-", "_")}`,
		method: "POST",
		path: `/v1/forms/${name}`,
		summary,
		description: `${purpose} ${aboutForms}`,
		since: "0.3.0",
		auth: "public",
		body: z.intersection(fields, control),
		status: 202,
		response: formResponse,
		errors: ["form_too_fast", "form_token_invalid"],
		limits: formLimits,
	});
}

const devMail = z.object({
	id: z.string().meta({ description: "Id of the email.", examples: ["Ml8eK2rVw6TnQ0yXcB4d"] }),
	to: z.string().meta({ description: "Recipient.", examples: ["ada@example.com"] }),
	from: z.string().meta({ description: "Sender, as configured by the operator.", examples: ["timbre@example.com"] }),
	reply_to: z
		.string()
		.nullable()
		.meta({ description: "Address for replies. Null if it is the sender.", examples: ["visitor@example.com"] }),
	subject: z.string().meta({ description: "Subject line.", examples: ["Confirm your email address"] }),
	text: z.string().meta({ description: "Plain-text body.", examples: ["Open this link to confirm your address."] }),
	state: z.enum(["waiting", "sent", "kept", "failed"]).meta({
		description: "Delivery state. `kept` means stored only, because no mail server is configured.",
		examples: ["kept"],
	}),
	created_at_unix: z.int().meta({ description: "When it was created, in Unix seconds.", examples: [1_760_000_000] }),
});

export const marketingEndpoints = {
	getFormToken: endpoint({
		...marketingPaths.getFormToken,
		summary: "Get a form token",
		description: "Returns the token that every form of the public pages needs. Fetch it when the form is shown.",
		since: "0.3.0",
		auth: "public",
		response: z.object({
			token: z.string().meta({
				description: "Send it with the form. Valid for 24 hours and one message.",
				examples: ["mgj1m3k0.4Jb0xWq2vT9sLr7A.p5Zc8KfYx1nQ3uHd6WgRt0aVe2mBs4LjOi7TkXyCz9E"],
			}),
			minimum_seconds: z.int().meta({
				description: "Seconds to wait before sending the form. Faster ones are rejected as bots.",
				examples: [3],
			}),
		}),
		limits: [{ per: "visitor", requests: 60, seconds: 60 }],
	}),
	sendContactSales: form(
		"contact-sales",
		formFields["contact-sales"],
		"Contact the operator about plans",
		"Sends a question about plans or larger volumes.",
	),
	sendContactLegal: form(
		"contact-legal",
		formFields["contact-legal"],
		"Contact the operator about legal matters",
		"Reports a violation of rights, a privacy concern or abuse.",
	),
	sendGrantsApplication: form(
		"grants-application",
		formFields["grants-application"],
		"Apply for a grant",
		"Applies for free credits for a nonprofit project.",
	),
	sendVoiceDataApplication: form(
		"voice-data-partnerships",
		formFields["voice-data-partnerships"],
		"Offer voice recordings",
		"Describes recordings that could become a voice; the audio itself is not sent.",
	),
	sendAffiliatesApplication: form(
		"affiliates",
		formFields.affiliates,
		"Register interest in the affiliate program",
		"Tells the operator who would join the affiliate program, which has not started yet.",
	),
	sendCareersMessage: form(
		"careers",
		formFields.careers,
		"Contact the operator about jobs",
		"Sends a message about working together.",
	),
	listDevMails: endpoint({
		...marketingPaths.listDevMails,
		summary: "List sent emails (development only)",
		description:
			"Returns the latest 50 emails of this server, newest first. Only on a developer's machine; elsewhere the response is 404.",
		since: "0.3.0",
		auth: "public",
		response: z.object({
			mails: z.array(devMail).meta({ description: "Emails, newest first." }),
		}),
		errors: ["not_found"],
	}),
};
