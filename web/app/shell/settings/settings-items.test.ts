import { expect, test } from "vitest";
import { appPages, settingsModules } from "../navigation/app-routes.ts";
import { settingsGroups, type WorkspacePermissions } from "./settings-items.ts";

const none: WorkspacePermissions = {
	can_access_workspace_settings: false,
	can_invite_members: false,
	can_remove_members: false,
	can_manage_group_members: false,
	can_manage_service_accounts: false,
	can_manage_webhooks: false,
	can_read_audit_log: false,
	can_transfer_ownership: false,
};
const listed = (permissions: WorkspacePermissions | undefined) =>
	settingsGroups(permissions).flatMap((group) => group.items.map((item) => item.to));

test("lists only settings the member can access, and public ones until permissions are loaded", () => {
	const admin = listed(
		Object.fromEntries(Object.keys(none).map((permission) => [permission, true])) as WorkspacePermissions,
	);
	expect(listed(none)).toContain("/app/settings/security");
	expect(listed(none)).toEqual(listed(undefined));
	expect(listed(none)).not.toContain("/app/workspace/service-accounts");
	expect(listed(none)).not.toContain("/app/workspace/security");
	expect(admin.length).toBeGreaterThanOrEqual(listed(none).length);
	for (const path of listed({ ...none, can_manage_webhooks: true })) expect(admin).toContain(path);
});

test("lists only built pages, and every settings page is an app page", () => {
	const states = new Map(appPages.map((page) => [page.path, page.state]));
	const all = listed(
		Object.fromEntries(Object.keys(none).map((permission) => [permission, true])) as WorkspacePermissions,
	);
	for (const path of all) expect(states.get(path), path).toBe("built");
	for (const path of Object.keys(settingsModules)) expect(states.has(path), path).toBe(true);
});
