import { expect, test } from "vitest";
import { isRestrictedRegion } from "./endpoints.ts";
import {
	bipaTermsRequired,
	consentAllows,
	consentStates,
	isConsentRequired,
	isEuropeanTimeZone,
	isWrongRegion,
	privacyOptOutApplies,
} from "./rules.ts";

const us = (region: string) => ({ country: "US", region });
const unknown = { country: null, region: null };

test("the opt-out applies in eight US states or with the GPC signal", () => {
	const states = ["ca", "ct", "co", "ut", "va", "or", "mt", "tx"];
	for (const region of states) expect(privacyOptOutApplies({ ...us(region), gpc: false }), region).toBe(true);
	expect(privacyOptOutApplies({ ...us("CA"), gpc: false })).toBe(true);
	for (const region of ["ny", "il", "wa", ""]) expect(privacyOptOutApplies({ ...us(region), gpc: false })).toBe(false);
	expect(privacyOptOutApplies({ country: "ES", region: "CT", gpc: false }), "same region code in another country").toBe(
		false,
	);
	expect(privacyOptOutApplies({ ...unknown, gpc: false })).toBe(false);
	expect(privacyOptOutApplies({ ...unknown, gpc: true })).toBe(true);
	expect(privacyOptOutApplies({ country: "DE", region: "BE", gpc: true })).toBe(true);
});

test("the restricted regions are Illinois, Texas, Washington and Quebec", () => {
	expect(["IL", "TX", "WA", "CA", "NY"].map((region) => isRestrictedRegion(us(region)))).toEqual([
		true,
		true,
		true,
		false,
		false,
	]);
	expect(isRestrictedRegion({ country: "CA", region: "QC" })).toBe(true);
	expect(isRestrictedRegion({ country: "CA", region: "ON" })).toBe(false);
	expect(isRestrictedRegion(unknown)).toBe(false);
});

test("BIPA terms are required only in Illinois, until accepted", () => {
	expect(bipaTermsRequired(us("IL"), false)).toBe(true);
	expect(bipaTermsRequired(us("il"), true)).toBe(false);
	expect(bipaTermsRequired(us("TX"), false)).toBe(false);
	expect(bipaTermsRequired({ country: "IT", region: "IL" }, false)).toBe(false);
});

test("PRIVACY-007 detects Europe by the browser's time zone and a mismatching country as the wrong region", () => {
	for (const zone of ["Europe/Berlin", "Europe/London", "Atlantic/Canary", "Asia/Nicosia"])
		expect(isEuropeanTimeZone(zone), zone).toBe(true);
	for (const zone of ["America/Chicago", "Asia/Tokyo", "UTC", ""]) expect(isEuropeanTimeZone(zone), zone).toBe(false);
	expect(isWrongRegion({ country: "US" }, "Europe/Paris")).toBe(true);
	expect(isWrongRegion({ country: "FR" }, "America/Chicago")).toBe(true);
	expect(isWrongRegion({ country: "FR" }, "Europe/Paris")).toBe(false);
	expect(isWrongRegion({ country: null }, "Europe/Paris"), "nothing to compare").toBe(false);
});

test("consent is required if either the country or the time zone is European", () => {
	expect(isConsentRequired({ country: "DE" }, "America/Chicago")).toBe(true);
	expect(isConsentRequired({ country: null }, "Europe/Berlin")).toBe(true);
	expect(isConsentRequired({ country: "US" }, "America/Chicago")).toBe(false);
	expect(isConsentRequired({ country: null }, "UTC")).toBe(false);
});

test("consent has four states; only granted and not applicable allow storage", () => {
	expect(consentStates.map((state) => [state, consentAllows(state)])).toEqual([
		["not_applicable", true],
		["undecided", false],
		["granted", true],
		["denied", false],
	]);
});
