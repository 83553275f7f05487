import { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import type { WithTerms } from "../types.ts";
import {
	getCaptcha,
	getConsent,
	giveConsent,
	requestVerification,
	revokeConsent,
	solveCaptcha,
} from "./consent.service.ts";
import {
	type ConsentLinkDeps,
	createLink,
	denyConsentByLink,
	giveConsentByLink,
	listVoiceLinks,
	openLink,
	revokeConsentByLink,
	revokeLink,
} from "./links.service.ts";

export function consentRoutes(http: Http, deps: ConsentLinkDeps, withTerms: WithTerms): void {
	const { db } = deps;
	implement(http, voiceMakingEndpoints.getConsent, (context, { params, query }) =>
		getConsent(db, context, params.voice_id, query.language),
	);
	implement(
		http,
		voiceMakingEndpoints.giveConsent,
		withTerms((context, { params, body }) => giveConsent(deps, context, params.voice_id, body)),
	);
	implement(http, voiceMakingEndpoints.revokeConsent, (context, { params }) =>
		revokeConsent(db, context, params.voice_id),
	);
	implement(http, voiceMakingEndpoints.createConsentLink, (context, { params, body }) =>
		createLink(deps, context, params.voice_id, body),
	);
	implement(http, voiceMakingEndpoints.listConsentLinks, (context, { params }) =>
		listVoiceLinks(db, context, params.voice_id),
	);
	implement(http, voiceMakingEndpoints.revokeConsentLink, (context, { params }) =>
		revokeLink(db, context, params.voice_id, params.link_id),
	);
	implement(http, voiceMakingEndpoints.openConsentLink, (_context, { body }) => openLink(db, body));
	implement(http, voiceMakingEndpoints.giveConsentByLink, (context, { body }) =>
		giveConsentByLink(deps, body, context.signal),
	);
	implement(http, voiceMakingEndpoints.denyConsentByLink, (_context, { body }) => denyConsentByLink(db, body.token));
	implement(http, voiceMakingEndpoints.revokeConsentByLink, (_context, { body }) =>
		revokeConsentByLink(db, body.token),
	);
	implement(http, voiceMakingEndpoints.getCaptcha, (context, { params, query }) =>
		getCaptcha(db, context, params.voice_id, query.language),
	);
	implement(
		http,
		voiceMakingEndpoints.solveCaptcha,
		withTerms((context, { params, body }) => solveCaptcha(deps, context, params.voice_id, body.recording)),
	);
	implement(
		http,
		voiceMakingEndpoints.requestVerification,
		withTerms((context, { params, body }) => requestVerification(deps, context, params.voice_id, body)),
	);
	implement(http, voiceMakingEndpoints.getProfessionalCaptcha, (context, { params, query }) =>
		getCaptcha(db, context, params.voice_id, query.language),
	);
	implement(
		http,
		voiceMakingEndpoints.solveProfessionalCaptcha,
		withTerms((context, { params, body }) => solveCaptcha(deps, context, params.voice_id, body.recording)),
	);
	implement(
		http,
		voiceMakingEndpoints.requestProfessionalVerification,
		withTerms((context, { params, body }) => requestVerification(deps, context, params.voice_id, body)),
	);
}
