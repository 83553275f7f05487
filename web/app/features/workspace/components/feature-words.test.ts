import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import { type Feature, featurePermissions, features } from "@timbre/contract/permissions.ts";
import { expect, test } from "vitest";
import { featureGroups } from "./feature-words.ts";

const worded = featureGroups.flatMap((group) => group.features);

test("every feature that an admin can switch has words of its own, once", () => {
	expect(worded.map((words) => words.feature).sort()).toEqual([...features].sort());
	expect(new Set(worded.map((words) => words.label)).size).toBe(features.length);
});

test("a feature is called planned exactly when no call of the API asks for its rights", () => {
	// Asked for inside a call: the usage of everybody is a parameter of the usage call.
	const inside: readonly Feature[] = ["workspace_analytics_full_read"];
	const asked = new Set(
		Object.values(endpointsByArea)
			.flatMap((area) => Object.values(area))
			.map((endpoint) => (endpoint.auth === "user" ? endpoint.permission : undefined)),
	);
	for (const { feature, planned } of worded) {
		const used = inside.includes(feature) || featurePermissions[feature].some((permission) => asked.has(permission));
		expect(planned ?? false, feature).toBe(!used);
	}
});
