import type { FastifyReply, FastifyRequest } from "fastify";
import type { Http } from "../../core/http.ts";
import { newId } from "../../core/ids.ts";
import type { Auth } from "./auth.service.ts";
import { refusalPage } from "./auth.sso.service.ts";
import { readResponse } from "./auth.sso-assertion.service.ts";
import type { SsoSettings } from "./auth.sso-config.service.ts";

const takeUpPath = "/api/auth/sso/saml2/take-up";
const keptMs = 60_000;
/** Far above what a school behind one address needs. */
const answers = [{ per: "visitor", requests: 200, seconds: 600, shared: true }] as const;
/** As the library names the requests it has open. */
const openRequest = "saml-authn-request:";

/**
 * Where SAML identity providers send people back to. The form comes from another site, so the browser sends no cookie with it, and nothing
 * would tie the answer to the browser that began. So it is kept for a moment and taken up by a GET, with which the cookie comes.
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
				await http.limiter.take("auth_sso_answer", answers, { visitor: ip });
				const form = new URLSearchParams(typeof body === "string" ? body : "");
				const read = readResponse(form.get("SAMLResponse") ?? "");
				if ("fault" in read) return reply.redirect(refusalPage(settings, "sso_invalid", read.fault), 303);
				const { internalAdapter } = await auth.$context;
				// Only what somebody has asked for takes up room.
				if (!(await internalAdapter.findVerificationValue(openRequest + read.requestId)))
					return reply.redirect(refusalPage(settings, "sso_expired"), 303);
				const key = newId(32);
				await internalAdapter.createVerificationValue({
					identifier: `saml-response:${key}`,
					value: JSON.stringify({ providerId: params.providerId, form: form.toString() }),
					expiresAt: new Date(Date.now() + keptMs),
				});
				return reply.redirect(`${takeUpPath}?key=${key}`, 303);
			},
		);
	});
	http.app.get<{ Querystring: { key?: string } }>(takeUpPath, async (request, reply) => {
		const { internalAdapter } = await auth.$context;
		const kept = await internalAdapter.consumeVerificationValue(`saml-response:${request.query.key ?? ""}`);
		if (!kept) return reply.redirect(refusalPage(settings, "sso_expired"), 303);
		const { providerId, form } = JSON.parse(kept.value) as { providerId: string; form: string };
		return handToLibrary(auth, settings, request, reply, { providerId, form });
	});
}

async function handToLibrary(
	auth: Auth,
	settings: SsoSettings,
	request: FastifyRequest,
	reply: FastifyReply,
	kept: { providerId: string; form: string },
): Promise<FastifyReply> {
	const { cookie, "user-agent": userAgent = "" } = request.headers;
	const answer = await auth.handler(
		new Request(new URL(`/api/auth/sso/saml2/sp/acs/${encodeURIComponent(kept.providerId)}`, settings.PUBLIC_URL), {
			method: "POST",
			headers: {
				"content-type": "application/x-www-form-urlencoded",
				"user-agent": userAgent,
				// Which address to believe was decided by Fastify; see auth.routes.ts.
				"x-timbre-visitor": request.ip,
				...(cookie === undefined ? {} : { cookie }),
			},
			body: kept.form,
		}),
	);
	reply.code(answer.status);
	answer.headers.forEach((value, name) => {
		if (name !== "set-cookie") reply.header(name, value);
	});
	for (const one of answer.headers.getSetCookie()) reply.header("set-cookie", one);
	return reply.send(await answer.text());
}
