import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { writeBesideLock } from "../../testing/workspace-lock.ts";
import { insertSecret } from "./developers.secrets.repo.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

test("DEV-006 a secret is kept, named, replaced and removed; no answer, row or audit line holds its value", async () => {
	const person = await app.person();
	const said: string[] = [];
	const call = async (method: string, path: string, body?: unknown) => {
		const answer = await fetch(`${app.url}/v1/convai/secrets${path}`, {
			method,
			headers: { "xi-api-key": person.apiKey, ...(body ? { "content-type": "application/json" } : {}) },
			...(body ? { body: JSON.stringify(body) } : {}),
		});
		const text = await answer.text();
		said.push(text);
		return { status: answer.status, json: text === "" ? undefined : JSON.parse(text) };
	};
	const value = "hunter-two-of-the-phone-line";
	const made = await call("POST", "", { type: "new", name: "Phone line", value });
	expect(made).toEqual({ status: 200, json: { type: "stored", secret_id: expect.any(String), name: "Phone line" } });
	const id = made.json.secret_id;
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
	expect(JSON.stringify([said, audit])).not.toContain("hunter");
});

test("who makes a secret holds up nobody who only refers to the workspace", async () => {
	const person = await app.person();
	const secret = { id: "aSecret", name: "One", sealed: Buffer.alloc(1), createdBy: person.userId };
	await writeBesideLock(app, person, (tx) => insertSecret(tx, person.workspaceId, secret, 1));
});
