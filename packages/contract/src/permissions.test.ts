import { expect, test } from "vitest";
import { defaultFeatures, features, permissions, permissionsOf } from "./permissions.ts";

test("WORKSPACE-010 an admin holds everything an editor holds, and more", () => {
	const admin = permissionsOf("admin", []);
	const editor = permissionsOf("editor", defaultFeatures);
	expect([...editor].filter((permission) => !admin.has(permission))).toEqual([]);
	expect(admin).toEqual(new Set(permissions));
	expect(editor.size).toBeLessThan(admin.size);
});

test("an editor reads and speaks, and administers nothing unless a group says so", () => {
	const editor = permissionsOf("editor", defaultFeatures);
	for (const held of ["text_to_speech", "voices_read", "user_write", "workspace_members_read"] as const)
		expect(editor.has(held), held).toBe(true);
	for (const missing of ["workspace_write", "webhooks_write", "audit_log_read", "workspace_members_invite"] as const)
		expect(editor.has(missing), missing).toBe(false);
	expect(permissionsOf("editor", ["webhooks_manage"]).has("webhooks_write")).toBe(true);
});

test("a feature that is switched off for all members is not there, and a group can give it back", () => {
	expect(permissionsOf("editor", []).has("text_to_speech")).toBe(false);
	expect(permissionsOf("editor", []).has("models_read")).toBe(true);
	expect(permissionsOf("editor", ["text_to_speech"]).has("text_to_speech")).toBe(true);
});

test("the settings of a workspace are its admins', whatever its groups say", () => {
	expect(permissionsOf("editor", features).has("workspace_write")).toBe(false);
});
