import type { FastifyReply, FastifyRequest } from "fastify";
import type { Http } from "../../../core/http/http.ts";
import { newId } from "../../../core/ids.ts";
import type { Auth } from "../auth.service.ts";
import { checkSamlResponse } from "./assertion.ts";
import type { SsoSettings } from "./config.service.ts";
import { ssoErrorUrl } from "./sso.service.ts";

const resumePath = "/api/auth/sso/saml2/take-up";
const responseTtlMs = 60_000;
/** Generous enough for a school behind one IP address. */
const acsLimits = [{ per: "visitor", requests: 200, seconds: 600, shared: true }] as const;
/** The library's key prefix for pending requests. */
const authnRequestPrefix = "saml-authn-request:";

/**
 * The SAML callback. Browsers send no cookie with the identity provider's cross-site form post, so nothing would tie
 * the response to the browser that started the sign-in. The response is therefore stored briefly and picked up by a
 * GET, which includes the cookie.
 */
export function ssoRoutes(http: Http, auth: Auth, settings: SsoSettings): void {
	http.app.register(async (scope) => {
		scope.addContentTypeParser(
			"application/x-www-form-urlencoded",
			{ parseAs: "string", bodyLimit: 524_288 },
			async (_request: unknown, body: string | Buffer) => String(body),
		);
		scope.post<{ Params: { providerId: string } }>(
			"/api/auth/sso/saml2/sp/acs/:providerId",
			async ({ body, params, ip }, reply) => {
				await http.limiter.consume("auth_sso_answer", acsLimits, { clientIp: ip });
				const form = new URLSearchParams(typeof body === "string" ? body : "");
				const checked = checkSamlResponse(form.get("SAMLResponse") ?? "");
				if ("error" in checked) return reply.redirect(ssoErrorUrl(settings, "sso_invalid", checked.error), 303);
				const { internalAdapter } = await auth.$context;
				// Store only responses to requests we started.
				if (!(await internalAdapter.findVerificationValue(authnRequestPrefix + checked.requestId)))
					return reply.redirect(ssoErrorUrl(settings, "sso_expired"), 303);
				const key = newId(32);
				await internalAdapter.createVerificationValue({
					identifier: `saml-response:${key}`,
					value: JSON.stringify({ providerId: params.providerId, form: form.toString() }),
					expiresAt: new Date(Date.now() + responseTtlMs),
				});
				return reply.redirect(`${resumePath}?key=${key}`, 303);
			},
		);
	});
	http.app.get<{ Querystring: { key?: string } }>(resumePath, async (request, reply) => {
		const { internalAdapter } = await auth.$context;
		const stored = await internalAdapter.consumeVerificationValue(`saml-response:${request.query.key ?? ""}`);
		if (!stored) return reply.redirect(ssoErrorUrl(settings, "sso_expired"), 303);
		const { providerId, form } = JSON.parse(stored.value) as { providerId: string; form: string };
		return forwardToLibrary(auth, settings, request, reply, { providerId, form });
	});
}

async function forwardToLibrary(
	auth: Auth,
	settings: SsoSettings,
	request: FastifyRequest,
	reply: FastifyReply,
	samlResponse: { providerId: string; form: string },
): Promise<FastifyReply> {
	const { cookie, "user-agent": userAgent = "" } = request.headers;
	const response = await auth.handler(
		new Request(
			new URL(`/api/auth/sso/saml2/sp/acs/${encodeURIComponent(samlResponse.providerId)}`, settings.PUBLIC_URL),
			{
				method: "POST",
				headers: {
					"content-type": "application/x-www-form-urlencoded",
					"user-agent": userAgent,
					// Fastify has resolved the client IP; see auth.library.routes.ts.
					"x-timbre-visitor": request.ip,
					...(cookie === undefined ? {} : { cookie }),
				},
				body: samlResponse.form,
			},
		),
	);
	reply.code(response.status);
	response.headers.forEach((value, name) => {
		if (name !== "set-cookie") reply.header(name, value);
	});
	for (const value of response.headers.getSetCookie()) reply.header("set-cookie", value);
	return reply.send(await response.text());
}
