import { z } from "zod";
import { endpoint } from "./endpoint.ts";

// Rules about where somebody is and what follows from it. They are the same on both sides: the browser asks by them, the server keeps to
// them. A place that is not known is null: only a proxy that the operator trusts can tell it.

export const geoLocation = z.object({
	/** ISO 3166-1, two capital letters. */
	country: z.string().nullable(),
	/** The part of the country, as ISO 3166-2 has it after the hyphen. */
	region: z.string().nullable(),
	city: z.string().nullable(),
});
export type GeoLocation = z.output<typeof geoLocation>;
type Place = Pick<GeoLocation, "country" | "region">;

const nowhere: GeoLocation = { country: null, region: null, city: null };

/** What is known of nobody in particular. */
export const unknownPlace = (): GeoLocation => ({ ...nowhere });

const optOutRegions: ReadonlySet<string> = new Set(["CA", "CT", "CO", "UT", "VA", "OR", "MT", "TX"]);

/** Whether somebody has a right, or has said by the browser's signal, that nothing about them is sold or shared. */
export function privacyOptOutApplies({ country, region, gpc }: Place & { gpc: boolean }): boolean {
	return gpc || (country?.toUpperCase() === "US" && optOutRegions.has(region?.toUpperCase() ?? ""));
}

/** Where the law asks for consent before a voice may be taken as a biometric mark. */
const biometricRegions: ReadonlySet<string> = new Set(["US-IL", "US-TX", "US-WA", "CA-QC"]);

const named = ({ country, region }: Place) => `${country?.toUpperCase()}-${region?.toUpperCase()}`;

export function isRestrictedRegion(place: Place): boolean {
	return biometricRegions.has(named(place));
}

/** Illinois asks for it by a law of its own, and until it was given. */
export function bipaTermsRequired(place: Place, accepted: boolean): boolean {
	return !accepted && named(place) === "US-IL";
}

/** The European Economic Area, the United Kingdom and Switzerland. */
const consentCountries: ReadonlySet<string> = new Set(
	"AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

/** Time zones that belong to Europe though their names do not say so. */
const europeElsewhere: ReadonlySet<string> = new Set([
	"Atlantic/Azores",
	"Atlantic/Canary",
	"Atlantic/Faroe",
	"Atlantic/Madeira",
	"Atlantic/Reykjavik",
	"Arctic/Longyearbyen",
	"Asia/Nicosia",
	"Asia/Famagusta",
	"Africa/Ceuta",
]);

export function isEuropeanTimeZone(timeZone: string): boolean {
	return timeZone.startsWith("Europe/") || europeElsewhere.has(timeZone);
}

/** True where what the network says of the country and what the clock says do not fit: one of them is not where the person is. */
export function isWrongRegion({ country }: Pick<Place, "country">, timeZone: string): boolean {
	return country !== null && consentCountries.has(country.toUpperCase()) !== isEuropeanTimeZone(timeZone);
}

/** Whether visits may be counted only after a yes. Whoever may be in Europe by either sign is asked. */
export function consentNeeded({ country }: Pick<Place, "country">, timeZone: string): boolean {
	return (country !== null && consentCountries.has(country.toUpperCase())) || isEuropeanTimeZone(timeZone);
}

export const consentStates = ["not_applicable", "undecided", "granted", "denied"] as const;
export type ConsentState = (typeof consentStates)[number];

/** Only then is anything kept: in the browser, and on the server. */
export function consentAllows(state: ConsentState): boolean {
	return state === "granted" || state === "not_applicable";
}

/** A decision is kept in this cookie, so that the server can hold to it too, and half a second after it was made. */
export const consentCookie = { name: "timbre_consent", waitMs: 500, days: 360 } as const;
/** That nothing is to be sold or shared: a cookie, and a flag in the browser. */
export const optOutCookie = { name: "timbre_privacy_opt_out", days: 360 } as const;

/** What somebody agreed to, each with the time. */
export const agreements = [
	"conversational_ai",
	"voice_design",
	"licensing",
	"privacy",
	"content",
	"publishing_payouts",
	"batch_calling",
] as const;
export type Agreement = (typeof agreements)[number];
const termsAgreedTo = z.partialRecord(z.enum(agreements), z.int());

/** What the account knows of a person's privacy; part of the user entity. */
export const privacyState = z.object({
	ccpa_opt_out: z.boolean(),
	accepted_bipa_terms: z.boolean(),
	terms_agreed_to: termsAgreedTo,
});
export type PrivacyState = z.output<typeof privacyState>;

const dataExport = z.object({
	data_export_id: z.string(),
	status: z.enum(["waiting", "running", "done", "failed", "cancelled", "expired"]),
	/** Files packed so far, of so many. */
	done: z.int(),
	total: z.int(),
	size_bytes: z.int().nullable(),
	/** Where the archive is fetched, while there is one. */
	url: z.string().nullable(),
	file_name: z.string(),
	created_at_unix: z.int(),
	expires_at_unix: z.int().nullable(),
});
export type DataExport = z.output<typeof dataExport>;

const exportParams = z.object({ data_export_id: z.string().regex(/^[A-Za-z0-9]{1,64}$/) });
const ok = z.object({ status: z.literal("ok") });

const counted = z.object({
	/** Lower case words with underscores: what happened, never who or what text. */
	name: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
	/** The page, without what follows the question mark. */
	path: z
		.string()
		.max(300)
		.regex(/^\/[^?#]*$/)
		.optional(),
	at_unix_ms: z.int().min(0),
});

export const privacyEndpoints = {
	getGeolocation: endpoint({
		id: "privacy_geolocation",
		method: "GET",
		path: "/v1/geolocation",
		summary: "Where the caller seems to be, as far as a trusted proxy tells it, and whether this server counts visits",
		since: "0.3.0",
		auth: "public",
		response: z.object({
			geo_location: geoLocation,
			/** False: nothing is counted here, so nobody has to be asked. */
			analytics: z.boolean(),
			/** The browser's signal that nothing may be sold or shared. */
			global_privacy_control: z.boolean(),
		}),
	}),
	ingest: endpoint({
		id: "privacy_ingest",
		method: "POST",
		path: "/ingest",
		summary: "Count what happened on a page; kept only where that is allowed, and only on this server",
		since: "0.3.0",
		auth: "public",
		body: z.object({
			consent: z.enum(consentStates),
			time_zone: z.string().max(64),
			/** A random name of this browser, once it may be kept. */
			visitor_id: z
				.string()
				.regex(/^[A-Za-z0-9]{16,40}$/)
				.optional(),
			events: z.array(counted).min(1).max(50),
		}),
		response: z.object({ stored: z.int() }),
		limits: [{ per: "visitor", requests: 120, seconds: 60 }],
	}),
	updatePreferences: endpoint({
		id: "privacy_preferences_update",
		method: "POST",
		path: "/v1/privacy/preferences",
		summary: "Opt out of sale and sharing in this browser, or take that back; kept in a cookie for 360 days",
		since: "0.3.0",
		auth: "public",
		body: z.object({ optOutCCPA: z.boolean() }),
		response: z.object({ optOutCCPA: z.boolean() }),
		limits: [{ per: "visitor", requests: 60, seconds: 60 }],
	}),
	optOutOfUpdates: endpoint({
		id: "user_optOutOfUpdates",
		method: "POST",
		path: "/v1/user/opt-out-of-updates",
		summary:
			"No more news by mail, with the key of a mail's unsubscribe link; the answer is the same for a key that is unknown",
		since: "0.3.0",
		auth: "public",
		body: z.object({ opt_out_updates_key: z.string().min(1).max(200) }),
		response: ok,
		limits: [{ per: "visitor", requests: 30, seconds: 600, shared: true }],
	}),
	getPrivacy: endpoint({
		id: "user_privacy_get",
		method: "GET",
		path: "/v1/user/privacy",
		summary: "What the caller decided about their data, and which rules apply where they are",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: privacyState.extend({
			geo_location: geoLocation,
			bipa_terms_required: z.boolean(),
			restricted_region: z.boolean(),
			opt_out_applies: z.boolean(),
			agrees_to_product_updates: z.boolean(),
		}),
		evenSuspended: true,
	}),
	updatePrivacy: endpoint({
		id: "user_privacy_update",
		method: "POST",
		path: "/v1/user/privacy",
		summary: "Opt out of sale and sharing for the account, or take that back",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ optOutCCPA: z.boolean() }),
		response: privacyState,
		evenSuspended: true,
	}),
	acceptBipaTerms: endpoint({
		id: "user_acceptBipaTerms",
		method: "POST",
		path: "/v1/user/accept-bipa-terms",
		summary: "Agree that a voice may be handled as biometric data",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: privacyState,
	}),
	agreeToTerms: endpoint({
		id: "user_agreeToTerms",
		method: "POST",
		path: "/v1/user/terms-agreed-to",
		summary: "Note that the caller has agreed to terms; the first time counts",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ terms: z.array(z.enum(agreements)).min(1).max(agreements.length) }),
		response: privacyState,
	}),
	createDataExport: endpoint({
		id: "user_dataExport_create",
		method: "POST",
		path: "/v1/user/data-export",
		summary: "Pack everything that is kept about the caller into an archive; a mail tells when it is ready",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: dataExport,
		status: 202,
		errors: ["needs_session"],
		evenSuspended: true,
	}),
	getLatestDataExport: endpoint({
		id: "user_dataExport_latest",
		method: "GET",
		path: "/v1/user/data-export",
		summary: "The archive the caller asked for last",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: z.object({ data_export: dataExport.nullable() }),
		errors: ["needs_session"],
		evenSuspended: true,
	}),
	cancelDataExport: endpoint({
		id: "user_dataExport_cancel",
		method: "DELETE",
		path: "/v1/user/data-export/{data_export_id}",
		summary: "Stop packing an archive, or remove a finished one",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		params: exportParams,
		response: dataExport,
		errors: ["not_found", "needs_session"],
		evenSuspended: true,
	}),
	getDataExportFile: endpoint({
		id: "user_dataExport_file",
		method: "GET",
		path: "/v1/user/data-export/{data_export_id}/file",
		summary: "The archive itself, for the person it is about",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		params: exportParams,
		response: "file",
		contentTypes: ["application/zip"],
		errors: ["not_found", "needs_session"],
		evenSuspended: true,
	}),
	deleteUser: endpoint({
		id: "user_delete",
		method: "DELETE",
		path: "/v1/user/delete",
		summary: "Delete the account with everything in it. Sessions and keys end at once, the rest follows within minutes",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: ok,
		status: 202,
		errors: ["needs_session", "owner_must_stay"],
		evenSuspended: true,
	}),
};
