import { AppError } from "@timbre/contract/errors.ts";
import {
	type FormName,
	formFields,
	formPages,
	marketingEndpoints,
	plainFormLimits,
} from "@timbre/contract/marketing.ts";
import type { FastifyRequest } from "fastify";
import { type Http, implement } from "../../core/http.ts";
import { unstorable } from "../../core/unstorable.ts";
import { issueToken, type MarketingDeps, readDevMails, receiveForm, receivePlainForm } from "./marketing.service.ts";

export function marketingRoutes(http: Http, deps: MarketingDeps): void {
	implement(http, marketingEndpoints.getFormToken, async () => issueToken(deps));
	implement(http, marketingEndpoints.sendContactSales, (_context, { body }) =>
		receiveForm(deps, "contact-sales", body),
	);
	implement(http, marketingEndpoints.sendContactLegal, (_context, { body }) =>
		receiveForm(deps, "contact-legal", body),
	);
	implement(http, marketingEndpoints.sendGrantsApplication, (_context, { body }) =>
		receiveForm(deps, "grants-application", body),
	);
	implement(http, marketingEndpoints.sendVoiceDataApplication, (_context, { body }) =>
		receiveForm(deps, "voice-data-partnerships", body),
	);
	implement(http, marketingEndpoints.sendAffiliatesApplication, (_context, { body }) =>
		receiveForm(deps, "affiliates", body),
	);
	implement(http, marketingEndpoints.sendCareersMessage, (_context, { body }) => receiveForm(deps, "careers", body));
	implement(http, marketingEndpoints.listDevMails, () => readDevMails(deps));
	plainForms(http, deps);
}

const mostFormBytes = 65_536;

/** The forms of a page without JavaScript: no part of the API, so they are answered with a way back to the page and not with JSON. */
function plainForms(http: Http, deps: MarketingDeps): void {
	void http.app.register(async (scope) => {
		scope.addContentTypeParser(
			"application/x-www-form-urlencoded",
			{ parseAs: "string", bodyLimit: mostFormBytes },
			async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
		);
		for (const form of Object.keys(formFields) as FormName[]) {
			scope.post(`/forms/${form}`, async (request, reply) => {
				const result = await receive(http, deps, form, request);
				return reply.redirect(`${formPages[form]}#${result}`, 303);
			});
		}
	});
}

async function receive(
	http: Http,
	deps: MarketingDeps,
	form: FormName,
	request: FastifyRequest,
): Promise<"sent" | "kept" | "not-sent"> {
	// Other sites must not send through their visitors' browsers. (No Origin to go by: pages here send no referrer, so it is "null".)
	const from = request.headers["sec-fetch-site"];
	if (from !== undefined && from !== "same-origin") return "not-sent";
	const { fax = "", ...given } = (request.body ?? {}) as Record<string, string>;
	const fields = formFields[form].safeParse(given);
	if (!fields.success || unstorable(fields.data) !== undefined) return "not-sent";
	try {
		await http.limiter.take(`plain_form_${form}`, plainFormLimits, { visitor: request.ip });
	} catch (error) {
		if (error instanceof AppError) return "not-sent";
		throw error;
	}
	const { delivery } = await receivePlainForm(deps, form, { ...fields.data, fax });
	return delivery === "mail" ? "sent" : "kept";
}
