import type { DomainVerification } from "@timbre/contract/workspace/sso.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, anApiKey, type SeedUser } from "../../../../../seed/builders.ts";
import { type DnsServer, startDnsServer } from "../../../testing/dns-server.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let dns: DnsServer;
let app: TestApp;
beforeAll(async () => {
	dns = await startDnsServer();
	app = await testApp({ env: { DNS_SERVERS: dns.address } });
});
afterAll(async () => {
	await app.stop();
	await dns.stop();
});

const path = "/v1/workspace/domain-verifications";
async function call<T = DomainVerification>(as: Pick<SeedUser, "apiKey">, method: string, where = "", body?: unknown) {
	const response = await fetch(`${app.url}${path}${where}`, {
		method,
		headers: {
			"xi-api-key": as.apiKey,
			...(body === undefined ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: (await response.json()) as T };
}
const claim = async (as: SeedUser, domain: string) => (await call(as, "POST", "", { domain })).body;
const check = (as: SeedUser, { domain_verification_id: id }: DomainVerification) => call(as, "POST", `/${id}/check`);
const auditEvents = (workspaceId: string) =>
	app.db
		.selectFrom("workspace_audit")
		.select(["class_name", "activity", "target"])
		.where("workspace_id", "=", workspaceId)
		.orderBy("id")
		.execute();

test("WORKSPACE-031 verifies a domain once its DNS contains the given record and audits every step", async () => {
	const admin = await app.user({ tier: "enterprise" });
	const created = await call(admin, "POST", "", { domain: " Company.Example " });
	expect(created).toMatchObject({
		status: 201,
		body: {
			domain: "company.example",
			status: "pending",
			record: { type: "TXT", name: "_timbre-verification.company.example" },
			sso_required: false,
			verified_at_unix: null,
		},
	});
	const { record } = created.body;
	expect(record.value).toMatch(/^timbre-verification=\w{32}$/);
	expect((await check(admin, created.body)).body).toMatchObject({ status: "pending", problem: "no_record" });
	dns.records.set(record.name, ["timbre-verification=guessed"]);
	expect((await check(admin, created.body)).body).toMatchObject({ status: "pending", problem: "wrong_value" });
	dns.records.set(record.name, ["something else", record.value]);
	expect((await check(admin, created.body)).body).toMatchObject({ status: "verified", problem: null });
	dns.records.delete(record.name);
	expect((await check(admin, created.body)).body, "a verified domain stays verified").toMatchObject({
		status: "verified",
	});
	const list = await call<{ domain_verifications: DomainVerification[] }>(admin, "GET");
	expect(list.body.domain_verifications).toMatchObject([{ domain: "company.example", status: "verified" }]);
	expect((await call(admin, "DELETE", `/${created.body.domain_verification_id}`)).status).toBe(200);
	expect((await call<{ domain_verifications: [] }>(admin, "GET")).body.domain_verifications).toEqual([]);
	expect(await auditEvents(admin.workspaceId)).toEqual(
		["create_domain", "verify_domain", "delete_domain"].map((activity) => ({
			class_name: "sso",
			activity,
			target: "company.example",
		})),
	);
});

test("distinguishes an unresponsive name server from a missing record", async () => {
	const admin = await app.user({ tier: "trial" });
	const created = await claim(admin, "silent.example");
	dns.records.set(created.record.name, undefined);
	expect((await check(admin, created)).body).toMatchObject({ status: "pending", problem: "no_answer" });
}, 30_000);

test("verifies a domain for one workspace only; others must wait until it is removed", async () => {
	const [one, other] = [await app.user({ tier: "enterprise" }), await app.user({ tier: "enterprise" })];
	const [first, second] = [await claim(one, "shared.example"), await claim(other, "shared.example")];
	expect(second.record.value).not.toBe(first.record.value);
	dns.records.set(first.record.name, [first.record.value, second.record.value]);
	const responses = await Promise.all([check(one, first), check(other, second)]);
	expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
	const [winner, loser] = responses[0].status === 200 ? [one, other] : [other, one];
	const [won, lost] = winner === one ? [first, second] : [second, first];
	expect((await check(loser, lost)).status).toBe(409);
	await call(winner, "DELETE", `/${won.domain_verification_id}`);
	expect((await check(loser, lost)).body).toMatchObject({ status: "verified" });
});

test("rejects a duplicate domain and invalid domain names", async () => {
	const admin = await app.user({ tier: "enterprise" });
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

test("WORKSPACE-020 allows domains only on the enterprise and trial plans", async () => {
	for (const tier of ["free", "starter", "creator", "pro", "growing_business", "scale_2024_08_10"] as const) {
		const response = await call(await app.user({ tier }), "POST", "", { domain: "company.example" });
		expect(response, tier).toMatchObject({ status: 403, body: { detail: { code: "only_for_higher_plan" } } });
	}
	for (const tier of ["trial", "enterprise"] as const)
		expect((await call(await app.user({ tier }), "POST", "", { domain: `${tier}.example` })).status).toBe(201);
});

test("denies editors access to domains", async () => {
	const admin = await app.user({ tier: "enterprise" });
	const editor = await app.user();
	await aMembership(app.db, editor.userId, admin.workspaceId);
	const apiKey = await anApiKey(app.db, { workspaceId: admin.workspaceId, userId: editor.userId });
	for (const [method, body] of [["GET"], ["POST", { domain: "mine.example" }]] as [string, unknown?][])
		expect(await call({ apiKey }, method, "", body)).toMatchObject({
			status: 403,
			body: { detail: { code: "missing_permissions" } },
		});
});

test("does not require single sign-on before someone has signed in with it", async () => {
	const admin = await app.user({ tier: "enterprise" });
	const created = await claim(admin, "required.example");
	const requireSso = () => call(admin, "PATCH", `/${created.domain_verification_id}`, { sso_required: true });
	expect((await requireSso()).status).toBe(400);
	dns.records.set(created.record.name, [created.record.value]);
	await check(admin, created);
	expect((await requireSso()).status).toBe(400);
});
