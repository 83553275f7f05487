import { AppError } from "@timbre/contract/errors.ts";
import {
	type FormName,
	formFields,
	formPages,
	marketingEndpoints,
	plainFormLimits,
} from "@timbre/contract/marketing/endpoints.ts";
import type { FastifyRequest } from "fastify";
import type { PublicContext } from "../../core/http/context.ts";
import { type Http, implement } from "../../core/http/http.ts";
import { isFromThisMachine, isLoopbackHost } from "../../core/security/loopback.ts";
import { findUnstorableText } from "../../core/security/unstorable-text.ts";
import { issueToken, listDevMails, type MarketingDeps, receiveForm, receivePlainForm } from "./marketing.service.ts";

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
	implement(http, marketingEndpoints.listDevMails, (context) =>
		listDevMails({ ...deps, showMails: deps.showMails && isFromOwnPage(context) }),
	);
	plainForms(http, deps);
}

/**
 * Whether the request comes from our own page or a program, on this machine. Checks the host too: a foreign name that
 * resolves to 127.0.0.1 would count as the same origin.
 */
function isFromOwnPage({ clientIp, headers }: PublicContext): boolean {
	const origins = [`http://${headers.host}`, headers.origin ?? `http://${headers.host}`];
	return (
		isFromThisMachine(clientIp, headers) &&
		origins.every((origin) => URL.canParse(origin) && isLoopbackHost(new URL(origin).hostname)) &&
		new Set(origins).size === 1 &&
		["none", "same-origin", undefined].includes(headers["sec-fetch-site"] as string | undefined)
	);
}

const maxFormBytes = 65_536;

/** Forms posted without JavaScript. They are not part of the API and redirect back to the page instead of returning JSON. */
function plainForms(http: Http, deps: MarketingDeps): void {
	void http.app.register(async (scope) => {
		scope.addContentTypeParser(
			"application/x-www-form-urlencoded",
			{ parseAs: "string", bodyLimit: maxFormBytes },
			async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
		);
		for (const form of Object.keys(formFields) as FormName[]) {
			scope.post(`/forms/${form}`, async (request, reply) => {
				const result = await receiveNativeForm(http, deps, form, request);
				return reply.redirect(`${formPages[form]}#${result}`, 303);
			});
		}
	});
}

async function receiveNativeForm(
	http: Http,
	deps: MarketingDeps,
	form: FormName,
	request: FastifyRequest,
): Promise<"sent" | "kept" | "not-sent"> {
	// Reject cross-site posts. Origin can't be used: our pages send no referrer, so it is "null".
	const from = request.headers["sec-fetch-site"];
	if (from !== undefined && from !== "same-origin") return "not-sent";
	const { fax = "", ...given } = (request.body ?? {}) as Record<string, string>;
	const fields = formFields[form].safeParse(given);
	if (!fields.success || findUnstorableText(fields.data) !== undefined) return "not-sent";
	try {
		await http.limiter.consume(`plain_form_${form}`, plainFormLimits, { clientIp: request.ip });
	} catch (error) {
		if (error instanceof AppError) return "not-sent";
		throw error;
	}
	const { delivery } = await receivePlainForm(deps, form, { ...fields.data, fax });
	return delivery === "mail" ? "sent" : "kept";
}
