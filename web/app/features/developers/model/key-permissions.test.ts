import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import { permissionsFor } from "@timbre/contract/endpoint.ts";
import { permissions } from "@timbre/contract/permissions.ts";
import { expect, test } from "vitest";
import { permissionGroups, permissionsOf, summarizePermissions } from "./key-permissions.ts";

const named = permissionGroups.flatMap(({ options }) => options.map(({ permission }) => permission));

test("every listed permission exists and is in one group", () => {
	expect(new Set(named).size).toBe(named.length);
	expect(named.filter((permission) => !permissions.includes(permission))).toEqual([]);
});

test("a restricted key can be given every permission that an endpoint requires", () => {
	const required = Object.values(endpointsByArea).flatMap((area) =>
		Object.values(area).flatMap((endpoint) => ("permission" in endpoint ? permissionsFor(endpoint) : [])),
	);
	expect([...new Set(required)].filter((permission) => !named.includes(permission))).toEqual([]);
});

test("presets map to permissions; full access and unchanged permissions are omitted", () => {
	expect(permissionsOf("all", [], [])).toBeUndefined();
	expect(permissionsOf("kept", ["user_read"], ["user_read"])).toBeUndefined();
	expect(permissionsOf("speech", [], [])).toContain("text_to_speech");
	expect(permissionsOf("read", [], [])?.some((permission) => permission.endsWith("_write"))).toBe(false);
	expect(permissionsOf("chosen", ["user_read"], ["text_to_speech", "dubbing_read"])).toEqual([
		"user_read",
		"dubbing_read",
	]);
});

test("summarizes the permissions of a key", () => {
	expect(summarizePermissions(permissions)).toBe("Full access");
	expect(summarizePermissions(named)).toBe("Full access");
	expect(summarizePermissions(permissionsOf("speech", [], []) ?? [])).toBe("Speech only");
	expect(summarizePermissions(["user_read", "voices_read"])).toBe("Read only");
	expect(summarizePermissions(["user_write"])).toBe("1 permission");
	expect(summarizePermissions(["user_write", "text_to_speech", "dubbing_write"])).toBe("2 permissions");
});
