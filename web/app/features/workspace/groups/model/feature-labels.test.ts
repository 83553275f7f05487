import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import { type Feature, featurePermissions, features } from "@timbre/contract/permissions.ts";
import { expect, test } from "vitest";
import { featureGroups } from "./feature-labels.ts";

const labels = featureGroups.flatMap((group) => group.features);

test("labels every feature exactly once", () => {
	expect(labels.map((label) => label.feature).sort()).toEqual([...features].sort());
	expect(new Set(labels.map(({ label }) => label)).size).toBe(features.length);
});

test("marks a feature as planned if and only if no endpoint requires its permissions", () => {
	// Checked inside an endpoint: usage of all members is a parameter of the usage endpoint.
	const checkedInside: readonly Feature[] = ["workspace_analytics_full_read"];
	const required = new Set(
		Object.values(endpointsByArea)
			.flatMap((area) => Object.values(area))
			.map((endpoint) => (endpoint.auth === "user" ? endpoint.permission : undefined)),
	);
	for (const { feature, planned } of labels) {
		const used =
			checkedInside.includes(feature) || featurePermissions[feature].some((permission) => required.has(permission));
		expect(planned ?? false, feature).toBe(!used);
	}
});
