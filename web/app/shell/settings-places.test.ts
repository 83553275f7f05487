import { expect, test } from "vitest";
import { appPages, settingsModules } from "./app-routes.ts";
import { settingsGroups, type WorkspaceRights } from "./settings-places.ts";

const none: WorkspaceRights = {
	can_access_workspace_settings: false,
	can_invite_members: false,
	can_remove_members: false,
	can_manage_group_members: false,
	can_manage_service_accounts: false,
	can_manage_webhooks: false,
	can_read_audit_log: false,
	can_transfer_ownership: false,
};
const listed = (rights: WorkspaceRights | undefined) =>
	settingsGroups(rights).flatMap((group) => group.places.map((place) => place.to));

test("a member sees only the settings that are open to them, and before that is known only what is open to all", () => {
	const admin = listed(Object.fromEntries(Object.keys(none).map((right) => [right, true])) as WorkspaceRights);
	expect(listed(none)).toContain("/app/settings/security");
	expect(listed(none)).toEqual(listed(undefined));
	expect(listed(none)).not.toContain("/app/workspace/service-accounts");
	expect(listed(none)).not.toContain("/app/workspace/security");
	expect(admin.length).toBeGreaterThanOrEqual(listed(none).length);
	for (const path of listed({ ...none, can_manage_webhooks: true })) expect(admin).toContain(path);
});

test("only pages that are built are listed, and every settings page is a page of the app", () => {
	const states = new Map(appPages.map((page) => [page.path, page.state]));
	const all = listed(Object.fromEntries(Object.keys(none).map((right) => [right, true])) as WorkspaceRights);
	for (const path of all) expect(states.get(path), path).toBe("built");
	for (const path of Object.keys(settingsModules)) expect(states.has(path), path).toBe(true);
});
