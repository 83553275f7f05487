import { expect, test } from "vitest";
import { isUnverified } from "./rules.ts";

test("SAFETY-006 a voice is unverified when it is not verified and verification is required or the user is in probation", () => {
	const cases = [false, true].flatMap((is_verified) =>
		[false, true].flatMap((requires_verification) =>
			[false, true].map((is_in_probation) => ({ is_verified, requires_verification, is_in_probation })),
		),
	);
	const unverified = cases.filter((one) => isUnverified(one, one));
	expect(unverified).toEqual([
		{ is_verified: false, requires_verification: false, is_in_probation: true },
		{ is_verified: false, requires_verification: true, is_in_probation: false },
		{ is_verified: false, requires_verification: true, is_in_probation: true },
	]);
});
