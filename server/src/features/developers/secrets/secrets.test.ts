import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { writeWhileLocked } from "../../../testing/workspace-lock.ts";
import { insertSecret } from "./secrets.repo.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

test("DEV-006 creates, reads, updates and deletes a secret; no response, row or audit entry contains its value", async () => {
	const user = await app.user();
	const bodies: string[] = [];
	const call = async (method: string, path: string, body?: unknown) => {
		const response = await fetch(`${app.url}/v1/convai/secrets${path}`, {
			method,
			headers: { "xi-api-key": user.apiKey, ...(body ? { "content-type": "application/json" } : {}) },
			...(body ? { body: JSON.stringify(body) } : {}),
		});
		const text = await response.text();
		bodies.push(text);
		return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
	};
	const value = "hunter-two-of-the-phone-line";
	const created = await call("POST", "", { type: "new", name: "Phone line", value });
	expect(created).toEqual({ status: 200, json: { type: "stored", secret_id: expect.any(String), name: "Phone line" } });
	const id = created.json.secret_id;
	await call("POST", "", { type: "new", name: "Another", value: `${value}!` });
	expect((await call("GET", "?search=PHONE")).json.secrets).toMatchObject([{ secret_id: id, used_by: { agents: [] } }]);
	const first = (await call("GET", "?page_size=1")).json;
	const second = (await call("GET", `?page_size=1&cursor=${first.next_cursor}`)).json;
	expect([...first.secrets, ...second.secrets].map(({ name }) => name).sort()).toEqual(["Another", "Phone line"]);
	expect(second.next_cursor).toBeNull();
	const changed = await call("PATCH", `/${id}`, { type: "update", name: "Line", value: `${value}?` });
	expect(changed.json).toEqual({ type: "stored", secret_id: id, name: "Line" });
	expect((await call("GET", `/${id}`)).json).toMatchObject({ name: "Line" });
	const rows = await app.db.selectFrom("workspace_secret").selectAll().execute();
	expect(rows.map(({ secret }) => secret.toString("latin1")).join()).not.toContain("hunter");
	expect((await call("DELETE", `/${id}`)).status).toBe(204);
	expect((await call("DELETE", `/${id}`)).status).toBe(404);
	const audit = await app.db.selectFrom("workspace_audit").selectAll().execute();
	expect(audit.map(({ activity }) => activity)).toEqual([
		"secret_create",
		"secret_create",
		"secret_update",
		"secret_delete",
	]);
	expect(JSON.stringify([bodies, audit])).not.toContain("hunter");
});

test("creating a secret does not block writes that only reference the workspace", async () => {
	const user = await app.user();
	const secret = { id: "aSecret", name: "One", sealed: Buffer.alloc(1), createdBy: user.userId };
	await writeWhileLocked(app, user, (tx) => insertSecret(tx, user.workspaceId, secret, 1));
});
