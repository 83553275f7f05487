import { z } from "zod";
import { endpoint, type RateLimit } from "./endpoint.ts";

/** One line: what ends up in a mail's subject or beside a name. */
const line = (most: number) =>
	z
		.string()
		.trim()
		.min(1, "Fill this in.")
		.max(most, `At most ${most} characters.`)
		.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, "No line breaks or control characters.");
/** A field left empty arrives as an empty text from a plain form. */
const optional = <S extends z.ZodType>(schema: S) =>
	z.preprocess((value) => (value === "" || value === null ? undefined : value), schema.optional());
const webAddress = line(300).pipe(
	z.url({ protocol: /^https?$/, error: "Write a whole web address, with https:// in front." }),
);
const count = (most: number) => z.coerce.number({ error: "Write a whole number." }).int().min(0).max(most);

export const minMessageCharacters = 20;
export const maxMessageCharacters = 4_000;

const sender = {
	name: line(100),
	email: z.string().trim().max(254, "At most 254 characters.").pipe(z.email("Write a whole e-mail address.")),
	message: z
		.string()
		.trim()
		.min(minMessageCharacters, `At least ${minMessageCharacters} characters.`)
		.max(maxMessageCharacters, `At most ${maxMessageCharacters} characters.`),
};

/** What each form asks. The same names stand in the pages. */
export const formFields = {
	"contact-sales": z.object({
		...sender,
		company: line(120),
		company_size: optional(z.enum(["1-10", "11-100", "101-1000", "1001+"])),
	}),
	"contact-legal": z.object({
		...sender,
		topic: z.enum(["rights", "privacy", "abuse", "other"]),
		link: optional(webAddress),
	}),
	"grants-application": z.object({
		...sender,
		organisation: line(120),
		website: optional(webAddress),
		characters_per_month: optional(count(1_000_000_000)),
	}),
	"voice-data-partnerships": z.object({
		...sender,
		organisation: optional(line(120)),
		languages: line(200),
		hours: optional(count(1_000_000)),
		rights_confirmed: z.literal([true, "true"], "Confirm that you hold the rights."),
	}),
	affiliates: z.object({ ...sender, website: webAddress }),
	careers: z.object({ ...sender, link: optional(webAddress) }),
};
export type FormName = keyof typeof formFields;
export type FormFields = z.output<(typeof formFields)[FormName]>;

/** Where each form stands: a form sent without JavaScript leads back there. */
export const formPages: Record<FormName, string> = {
	"contact-sales": "/contact-sales",
	"contact-legal": "/contact-legal",
	"grants-application": "/grants-application",
	"voice-data-partnerships": "/voice-data-partnerships/apply",
	affiliates: "/affiliates",
	careers: "/careers",
};

/** Nobody fills a form in so quickly. */
export const minFormSeconds = 3;

const formLimits: readonly RateLimit[] = [
	{ per: "visitor", requests: 5, seconds: 3_600, shared: true },
	{ per: "everyone", requests: 60, seconds: 3_600, shared: true },
];
/** Of forms sent without JavaScript, which have no token to tell how long they were open. */
export const plainFormLimits: readonly RateLimit[] = [
	{ per: "visitor", requests: 3, seconds: 3_600, shared: true },
	{ per: "everyone", requests: 20, seconds: 3_600, shared: true },
];

const formAnswer = z.object({
	status: z.literal("received"),
	/** `kept`: this server sends no mail, so the message waits in its database until somebody looks. */
	delivery: z.enum(["mail", "kept"]),
});

const control = z.object({
	token: z.string().max(200),
	/** A field that people do not see; only a robot fills it. */
	fax: z.string().max(1_000).default(""),
});

function form<S extends z.ZodObject>(name: FormName, fields: S, summary: string) {
	return endpoint({
		id: `forms_${name.replaceAll("-", "_")}`,
		method: "POST",
		path: `/v1/forms/${name}`,
		summary,
		since: "0.3.0",
		auth: "public",
		body: z.intersection(fields, control),
		status: 202,
		response: formAnswer,
		errors: ["form_too_fast", "form_token_invalid"],
		limits: formLimits,
	});
}

export const marketingEndpoints = {
	getFormToken: endpoint({
		id: "forms_token",
		method: "GET",
		path: "/v1/forms/token",
		summary: "What a form needs to be sent: proof of when it was opened, good for one message",
		since: "0.3.0",
		auth: "public",
		response: z.object({ token: z.string(), minimum_seconds: z.int() }),
		limits: [{ per: "visitor", requests: 60, seconds: 60 }],
	}),
	sendContactSales: form("contact-sales", formFields["contact-sales"], "Write to the operator about plans"),
	sendContactLegal: form("contact-legal", formFields["contact-legal"], "Write to the operator about a legal matter"),
	sendGrantsApplication: form("grants-application", formFields["grants-application"], "Apply for a grant of credits"),
	sendVoiceDataApplication: form(
		"voice-data-partnerships",
		formFields["voice-data-partnerships"],
		"Offer recordings of voices",
	),
	sendAffiliatesApplication: form("affiliates", formFields.affiliates, "Apply to recommend the product"),
	sendCareersMessage: form("careers", formFields.careers, "Write to the operator about working together"),
	listDevMails: endpoint({
		id: "dev_mails",
		method: "GET",
		path: "/v1/dev/mails",
		summary: "Mails of this server, newest first; only on a developer's own machine",
		since: "0.3.0",
		auth: "public",
		response: z.object({
			mails: z.array(
				z.object({
					id: z.string(),
					to: z.string(),
					from: z.string(),
					reply_to: z.string().nullable(),
					subject: z.string(),
					text: z.string(),
					state: z.enum(["waiting", "sent", "kept", "failed"]),
					created_at_unix: z.int(),
				}),
			),
		}),
		errors: ["not_found"],
	}),
};
