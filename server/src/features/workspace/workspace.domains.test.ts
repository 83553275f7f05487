import type { DomainVerification } from "@timbre/contract/workspace.sso.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, anApiKey, type Person } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { startTxtRecords, type TxtRecords } from "../../testing/txt-records.ts";

let dns: TxtRecords;
let app: TestApp;
beforeAll(async () => {
	dns = await startTxtRecords();
	app = await testApp({ env: { DNS_SERVERS: dns.address } });
});
afterAll(async () => {
	await app.stop();
	await dns.stop();
});

const path = "/v1/workspace/domain-verifications";
async function call<T = DomainVerification>(as: Pick<Person, "apiKey">, method: string, where = "", body?: unknown) {
	const answer = await fetch(`${app.url}${path}${where}`, {
		method,
		headers: {
			"xi-api-key": as.apiKey,
			...(body === undefined ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return { status: answer.status, body: (await answer.json()) as T };
}
const claim = async (as: Person, domain: string) => (await call(as, "POST", "", { domain })).body;
const check = (as: Person, { domain_verification_id: id }: DomainVerification) => call(as, "POST", `/${id}/check`);
const acts = (workspaceId: string) =>
	app.db
		.selectFrom("workspace_audit")
		.select(["class_name", "activity", "target"])
		.where("workspace_id", "=", workspaceId)
		.orderBy("id")
		.execute();

test("WORKSPACE-031 a domain is the workspace's once its DNS holds the record it was given, and every step is written down", async () => {
	const admin = await app.person({ tier: "enterprise" });
	const made = await call(admin, "POST", "", { domain: " Company.Example " });
	expect(made).toMatchObject({
		status: 201,
		body: {
			domain: "company.example",
			status: "pending",
			record: { type: "TXT", name: "_timbre-verification.company.example" },
			sso_required: false,
			verified_at_unix: null,
		},
	});
	const { record } = made.body;
	expect(record.value).toMatch(/^timbre-verification=\w{32}$/);
	expect((await check(admin, made.body)).body).toMatchObject({ status: "pending", problem: "no_record" });
	dns.records.set(record.name, ["timbre-verification=guessed"]);
	expect((await check(admin, made.body)).body).toMatchObject({ status: "pending", problem: "wrong_value" });
	dns.records.set(record.name, ["something else", record.value]);
	expect((await check(admin, made.body)).body).toMatchObject({ status: "verified", problem: null });
	dns.records.delete(record.name);
	expect((await check(admin, made.body)).body, "what was shown once stays shown").toMatchObject({ status: "verified" });
	const list = await call<{ domain_verifications: DomainVerification[] }>(admin, "GET");
	expect(list.body.domain_verifications).toMatchObject([{ domain: "company.example", status: "verified" }]);
	expect((await call(admin, "DELETE", `/${made.body.domain_verification_id}`)).status).toBe(200);
	expect((await call<{ domain_verifications: [] }>(admin, "GET")).body.domain_verifications).toEqual([]);
	expect(await acts(admin.workspaceId)).toEqual(
		["create_domain", "verify_domain", "delete_domain"].map((activity) => ({
			class_name: "sso",
			activity,
			target: "company.example",
		})),
	);
});

test("a name server that does not answer is told apart from a record that is not there", async () => {
	const admin = await app.person({ tier: "trial" });
	const made = await claim(admin, "silent.example");
	dns.records.set(made.record.name, undefined);
	expect((await check(admin, made)).body).toMatchObject({ status: "pending", problem: "no_answer" });
}, 30_000);

test("a domain belongs to one workspace: others may claim it, but not have it until it is given up", async () => {
	const [one, other] = [await app.person({ tier: "enterprise" }), await app.person({ tier: "enterprise" })];
	const [first, second] = [await claim(one, "shared.example"), await claim(other, "shared.example")];
	expect(second.record.value).not.toBe(first.record.value);
	dns.records.set(first.record.name, [first.record.value, second.record.value]);
	const answers = await Promise.all([check(one, first), check(other, second)]);
	expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
	const [winner, loser] = answers[0].status === 200 ? [one, other] : [other, one];
	const [won, lost] = winner === one ? [first, second] : [second, first];
	expect((await check(loser, lost)).status).toBe(409);
	await call(winner, "DELETE", `/${won.domain_verification_id}`);
	expect((await check(loser, lost)).body).toMatchObject({ status: "verified" });
});

test("the same domain twice, and what is no domain, are refused", async () => {
	const admin = await app.person({ tier: "enterprise" });
	await claim(admin, "twice.example");
	expect((await call(admin, "POST", "", { domain: "TWICE.example" })).status).toBe(409);
	for (const domain of [
		"localhost",
		"127.0.0.1",
		"a b.example",
		"https://a.example",
		"a.example/x",
		"-a.example",
		"*.example",
		"",
	])
		expect([400, 422], domain).toContain((await call(admin, "POST", "", { domain })).status);
	expect(await claim(admin, "bücher.example")).toMatchObject({ domain: "xn--bcher-kva.example" });
});

test("WORKSPACE-020 domains come with the enterprise and trial plans alone", async () => {
	for (const tier of ["free", "starter", "creator", "pro", "growing_business", "scale_2024_08_10"] as const) {
		const answer = await call(await app.person({ tier }), "POST", "", { domain: "company.example" });
		expect(answer, tier).toMatchObject({ status: 403, body: { detail: { code: "only_for_higher_plan" } } });
	}
	for (const tier of ["trial", "enterprise"] as const)
		expect((await call(await app.person({ tier }), "POST", "", { domain: `${tier}.example` })).status).toBe(201);
});

test("an editor sees and does nothing of it", async () => {
	const admin = await app.person({ tier: "enterprise" });
	const editor = await app.person();
	await aMembership(app.db, editor.userId, admin.workspaceId);
	const apiKey = await anApiKey(app.db, { workspaceId: admin.workspaceId, userId: editor.userId });
	for (const [method, body] of [["GET"], ["POST", { domain: "mine.example" }]] as [string, unknown?][])
		expect(await call({ apiKey }, method, "", body)).toMatchObject({
			status: 403,
			body: { detail: { code: "missing_permissions" } },
		});
});

test("single sign-on cannot be demanded before anybody has come in by it", async () => {
	const admin = await app.person({ tier: "enterprise" });
	const made = await claim(admin, "demand.example");
	const demand = () => call(admin, "PATCH", `/${made.domain_verification_id}`, { sso_required: true });
	expect((await demand()).status).toBe(400);
	dns.records.set(made.record.name, [made.record.value]);
	await check(admin, made);
	expect((await demand()).status).toBe(400);
});
