// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

import type { GeoLocation } from "./schemas.ts";

export type Region = Pick<GeoLocation, "country" | "region">;

const emptyLocation: GeoLocation = { country: null, region: null, city: null };

export const unknownLocation = (): GeoLocation => ({ ...emptyLocation });

const optOutRegions: ReadonlySet<string> = new Set(["CA", "CT", "CO", "UT", "VA", "OR", "MT", "TX"]);

/** Whether the user has a legal right to opt out of sale and sharing, or sends the Global Privacy Control signal. */
export function privacyOptOutApplies({ country, region, gpc }: Region & { gpc: boolean }): boolean {
	return gpc || (country?.toUpperCase() === "US" && optOutRegions.has(region?.toUpperCase() ?? ""));
}

export const regionCode = ({ country, region }: Region) => `${country?.toUpperCase()}-${region?.toUpperCase()}`;

/** Required in Illinois (BIPA) until accepted. */
export function bipaTermsRequired(place: Region, accepted: boolean): boolean {
	return !accepted && regionCode(place) === "US-IL";
}

/** The European Economic Area, the United Kingdom and Switzerland. */
const consentCountries: ReadonlySet<string> = new Set(
	"AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

/** European time zones whose names don't start with Europe/. */
const otherEuropeanTimeZones: ReadonlySet<string> = new Set([
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
	return timeZone.startsWith("Europe/") || otherEuropeanTimeZones.has(timeZone);
}

/** Whether the country and the browser's time zone disagree about being in Europe. */
export function isWrongRegion({ country }: Pick<Region, "country">, timeZone: string): boolean {
	return country !== null && consentCountries.has(country.toUpperCase()) !== isEuropeanTimeZone(timeZone);
}

/** Whether analytics need consent: the country or the time zone is European. */
export function isConsentRequired({ country }: Pick<Region, "country">, timeZone: string): boolean {
	return (country !== null && consentCountries.has(country.toUpperCase())) || isEuropeanTimeZone(timeZone);
}

export const consentStates = ["not_applicable", "undecided", "granted", "denied"] as const;
export type ConsentState = (typeof consentStates)[number];

/** Analytics data is stored only in these states, in the browser and on the server. */
export function consentAllows(state: ConsentState): boolean {
	return state === "granted" || state === "not_applicable";
}

/** Stores the decision for the server, half a second after it was made. */
export const consentCookie = { name: "timbre_consent", waitMs: 500, days: 360 } as const;
/** The opt-out of sale and sharing; also stored as a localStorage flag. */
export const optOutCookie = { name: "timbre_privacy_opt_out", days: 360 } as const;

/** Terms a user can agree to, each with a timestamp. */
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

/** Terms of features that don't exist yet, so no page asks for them. */
export const plannedAgreements: readonly Agreement[] = ["conversational_ai", "publishing_payouts", "batch_calling"];
