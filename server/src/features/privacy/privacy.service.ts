// Privacy choices and analytics.
// Invariant: no analytics event is stored without consent where it is required, or after an opt-out; only the user can
// change their account's choices.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { isRestrictedRegion, type PrivacyState, type privacyEndpoints } from "@timbre/contract/privacy/endpoints.ts";
import {
	bipaTermsRequired,
	type ConsentState,
	consentAllows,
	consentCookie,
	isConsentRequired,
	optOutCookie,
	privacyOptOutApplies,
} from "@timbre/contract/privacy/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context, PublicContext } from "../../core/http/context.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { unix } from "../../core/time.ts";
import { getProfile, setProductUpdates } from "../auth/auth.profile.public.ts";
import { getUser } from "../auth/auth.public.ts";
import { locationFromHeaders } from "./location.ts";
import { presentPrivacy } from "./privacy.present.ts";
import { findPrivacy, insertAnalyticsEvents, saveAgreements, saveBipaAcceptance, saveOptOut } from "./privacy.repo.ts";

export type PrivacySettings = {
	/** Whether analytics are collected at all. */
	analytics: boolean;
	trustProxy: boolean;
	secureCookies: boolean;
	secret: string;
};

type Visitor = Pick<PublicContext, "headers">;
type Visit = InputOf<typeof privacyEndpoints.ingest>["body"];

const hasGpc = ({ headers }: Visitor) => headers["sec-gpc"] === "1";

export function getLocation(
	visitor: Visitor,
	settings: PrivacySettings,
): ResponseOf<typeof privacyEndpoints.getGeolocation> {
	return {
		geo_location: locationFromHeaders(visitor.headers, settings.trustProxy),
		analytics: settings.analytics,
		global_privacy_control: hasGpc(visitor),
	};
}

/** Never trusts the page over cookies, the GPC signal or geolocation. */
export async function recordAnalytics(
	db: Database,
	visitor: Visitor,
	visit: Visit,
	settings: PrivacySettings,
): Promise<{ stored: number }> {
	if (!settings.analytics || !isAnalyticsAllowed(visitor, visit, settings)) return { stored: 0 };
	const now = Date.now();
	await insertAnalyticsEvents(
		db,
		GLOBAL,
		visit.events.map((event) => ({
			name: event.name,
			path: event.path ?? null,
			visitorId: visit.visitor_id ?? null,
			// Ignore client clocks that are off by more than a day.
			at: new Date(Math.abs(event.at_unix_ms - now) < 86_400_000 ? event.at_unix_ms : now),
		})),
	);
	return { stored: visit.events.length };
}

function isAnalyticsAllowed(visitor: Visitor, visit: Visit, settings: PrivacySettings): boolean {
	const cookies = cookiesOf(visitor);
	if (hasGpc(visitor) || cookies.get(optOutCookie.name) === "1") return false;
	const stored = cookies.get(consentCookie.name) as ConsentState | undefined;
	if (stored === "denied") return false;
	const required = isConsentRequired(locationFromHeaders(visitor.headers, settings.trustProxy), visit.time_zone);
	return consentAllows(visit.consent) && (!required || visit.consent === "granted");
}

function cookiesOf({ headers }: Visitor): Map<string, string> {
	const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
	return new Map(pairs.map(([name = "", value = ""]) => [name, value]));
}

/** Set by the server, because some browsers limit script cookies to a week. */
export function setOptOutCookie(
	context: Pick<PublicContext, "setResponseHeader">,
	optOut: boolean,
	settings: PrivacySettings,
) {
	const seconds = optOut ? optOutCookie.days * 86_400 : 0;
	const secure = settings.secureCookies ? "; Secure" : "";
	context.setResponseHeader(
		"set-cookie",
		`${optOutCookie.name}=${optOut ? "1" : ""}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`,
	);
	return { optOutCCPA: optOut };
}

export async function getPrivacyState(db: Database, userId: string): Promise<PrivacyState> {
	return presentPrivacy(await findPrivacy(db, userId));
}

export async function getPrivacy(
	db: Database,
	context: Context,
	settings: PrivacySettings,
): Promise<ResponseOf<typeof privacyEndpoints.getPrivacy>> {
	const state = await getPrivacyState(db, context.userId);
	const location = locationFromHeaders(context.headers, settings.trustProxy);
	return {
		...state,
		geo_location: location,
		bipa_terms_required: bipaTermsRequired(location, state.accepted_bipa_terms),
		restricted_region: isRestrictedRegion(location),
		opt_out_applies: privacyOptOutApplies({ ...location, gpc: hasGpc(context) }),
		agrees_to_product_updates: (await getProfile(db, context.userId)).agreesToProductUpdates,
	};
}

export async function updateOptOut(db: Database, { userId }: Pick<Context, "userId">, optOut: boolean) {
	await saveOptOut(db, userId, optOut);
	return getPrivacyState(db, userId);
}

export async function acceptBipaTerms(db: Database, { userId }: Pick<Context, "userId">) {
	await saveBipaAcceptance(db, userId);
	return getPrivacyState(db, userId);
}

export async function agreeToTerms(
	db: Database,
	{ userId }: Pick<Context, "userId">,
	terms: InputOf<typeof privacyEndpoints.agreeToTerms>["body"]["terms"],
) {
	const now = unix(new Date());
	await saveAgreements(db, userId, Object.fromEntries(terms.map((name) => [name, now])));
	return getPrivacyState(db, userId);
}

/** The key of an unsubscribe link. Derived, not stored, and not guessable. */
export function optOutUpdatesKey(secret: string, userId: string): string {
	return `${userId}.${createHmac("sha256", secret).update(`updates:${userId}`).digest("base64url")}`;
}

/** Returns the same response for invalid keys, so accounts can't be probed. */
export async function optOutOfUpdates(db: Database, key: string, secret: string): Promise<{ status: "ok" }> {
	const userId = key.split(".")[0] ?? "";
	const [actual, expected] = [Buffer.from(key), Buffer.from(optOutUpdatesKey(secret, userId))];
	const isValid = actual.length === expected.length && timingSafeEqual(actual, expected);
	if (isValid && (await getUser(db, userId))) await setProductUpdates(db, userId, false);
	return { status: "ok" };
}
