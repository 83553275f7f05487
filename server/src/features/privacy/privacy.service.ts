// What a person decided about their data, and what is counted of visits. Always: nothing is kept of a visit that its visitor has not
// allowed where that is needed, or has forbidden; a decision for the account is the person's alone.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import {
	bipaTermsRequired,
	type ConsentState,
	consentAllows,
	consentCookie,
	consentNeeded,
	isRestrictedRegion,
	optOutCookie,
	type PrivacyState,
	type privacyEndpoints,
	privacyOptOutApplies,
} from "@timbre/contract/privacy.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context, PublicContext } from "../../core/context.ts";
import { readProfile, setProductUpdates } from "../auth/auth.profile.public.ts";
import { getUser } from "../auth/auth.public.ts";
import { placeOf } from "./privacy.place.service.ts";
import { presentPrivacy } from "./privacy.present.ts";
import { findPerson, insertVisits, saveAgreements, saveBipaAcceptance, saveOptOut } from "./privacy.repo.ts";

export type PrivacySettings = {
	/** Whether visits are counted at all. */
	analytics: boolean;
	trustProxy: boolean;
	secureCookies: boolean;
	secret: string;
};

type Visitor = Pick<PublicContext, "headers">;
type Visit = InputOf<typeof privacyEndpoints.ingest>["body"];

const saysGpc = ({ headers }: Visitor) => headers["sec-gpc"] === "1";

export function readPlace(
	visitor: Visitor,
	settings: PrivacySettings,
): ResponseOf<typeof privacyEndpoints.getGeolocation> {
	return {
		geo_location: placeOf(visitor.headers, settings.trustProxy),
		analytics: settings.analytics,
		global_privacy_control: saysGpc(visitor),
	};
}

/** Nothing a page says is believed against what the cookies, the signal and the place say. */
export async function countVisit(
	db: Database,
	visitor: Visitor,
	visit: Visit,
	settings: PrivacySettings,
): Promise<{ stored: number }> {
	if (!settings.analytics || !mayCount(visitor, visit, settings)) return { stored: 0 };
	const now = Date.now();
	await insertVisits(
		db,
		visit.events.map((event) => ({
			name: event.name,
			path: event.path ?? null,
			visitorId: visit.visitor_id ?? null,
			// A clock that is wrong by more than a day says nothing.
			at: new Date(Math.abs(event.at_unix_ms - now) < 86_400_000 ? event.at_unix_ms : now),
		})),
	);
	return { stored: visit.events.length };
}

function mayCount(visitor: Visitor, visit: Visit, settings: PrivacySettings): boolean {
	const cookies = cookiesOf(visitor);
	if (saysGpc(visitor) || cookies.get(optOutCookie.name) === "1") return false;
	const kept = cookies.get(consentCookie.name) as ConsentState | undefined;
	if (kept === "denied") return false;
	const needed = consentNeeded(placeOf(visitor.headers, settings.trustProxy), visit.time_zone);
	return consentAllows(visit.consent) && (!needed || visit.consent === "granted");
}

function cookiesOf({ headers }: Visitor): Map<string, string> {
	const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
	return new Map(pairs.map(([name = "", value = ""]) => [name, value]));
}

/** The cookie as the server sets it: browsers keep those that scripts set for a week only. */
export function keepOptOut(context: Pick<PublicContext, "answerHeader">, optOut: boolean, settings: PrivacySettings) {
	const seconds = optOut ? optOutCookie.days * 86_400 : 0;
	const secure = settings.secureCookies ? "; Secure" : "";
	context.answerHeader(
		"set-cookie",
		`${optOutCookie.name}=${optOut ? "1" : ""}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`,
	);
	return { optOutCCPA: optOut };
}

export async function readPrivacyState(db: Database, userId: string): Promise<PrivacyState> {
	return presentPrivacy(await findPerson(db, userId));
}

export async function readPrivacy(
	db: Database,
	context: Context,
	settings: PrivacySettings,
): Promise<ResponseOf<typeof privacyEndpoints.getPrivacy>> {
	const state = await readPrivacyState(db, context.userId);
	const place = placeOf(context.headers, settings.trustProxy);
	return {
		...state,
		geo_location: place,
		bipa_terms_required: bipaTermsRequired(place, state.accepted_bipa_terms),
		restricted_region: isRestrictedRegion(place),
		opt_out_applies: privacyOptOutApplies({ ...place, gpc: saysGpc(context) }),
		agrees_to_product_updates: (await readProfile(db, context.userId)).agreesToProductUpdates,
	};
}

export async function changeOptOut(db: Database, { userId }: Pick<Context, "userId">, optOut: boolean) {
	await saveOptOut(db, userId, optOut);
	return readPrivacyState(db, userId);
}

export async function acceptBipaTerms(db: Database, { userId }: Pick<Context, "userId">) {
	await saveBipaAcceptance(db, userId);
	return readPrivacyState(db, userId);
}

export async function agreeToTerms(
	db: Database,
	{ userId }: Pick<Context, "userId">,
	terms: InputOf<typeof privacyEndpoints.agreeToTerms>["body"]["terms"],
) {
	const now = Math.floor(Date.now() / 1000);
	await saveAgreements(db, userId, Object.fromEntries(terms.map((name) => [name, now])));
	return readPrivacyState(db, userId);
}

/** What an unsubscribe link carries. Made, not kept: it can be written into any mail and cannot be guessed. */
export function optOutUpdatesKey(secret: string, userId: string): string {
	return `${userId}.${createHmac("sha256", secret).update(`updates:${userId}`).digest("base64url")}`;
}

/** Says nothing about whether the key was right: who has none learns nothing about who has an account. */
export async function optOutOfUpdates(db: Database, key: string, secret: string): Promise<{ status: "ok" }> {
	const userId = key.split(".")[0] ?? "";
	const [given, right] = [Buffer.from(key), Buffer.from(optOutUpdatesKey(secret, userId))];
	const isRight = given.length === right.length && timingSafeEqual(given, right);
	if (isRight && (await getUser(db, userId))) await setProductUpdates(db, userId, false);
	return { status: "ok" };
}
