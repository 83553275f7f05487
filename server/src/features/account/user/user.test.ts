import { agreements } from "@timbre/contract/privacy/rules.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague } from "../../../../../seed/builders.ts";
import { aBrowser } from "../../../testing/browser.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const fields =
	"user_id email workspace_id voices is_new_user agrees_to_product_updates xi_api_key xi_api_key_preview is_api_key_hashed public_user_id audio_native created_at_unix sms_mfa_factor prompts_shown terms_agreed_to first_name is_onboarding_completed onboarding_survey ccpa_opt_out is_onboarding_checklist_completed onboarding_checklist geo_location profile_page_handle accepted_bipa_terms is_in_probation backup_code_hash referral_link_code partnerstack_partner_default_link moderation_warning_dismissed is_producer has_alpha_access".split(
		" ",
	);
type User = Record<string, unknown> & { subscription: Record<string, unknown> };
const getUser = (apiKey: string) => app.get<User>("/v1/user", apiKey);

test("AUTH-018 the user has every field of the entity and no secrets", async () => {
	const seedUser = await app.user();
	const user = await getUser(seedUser.apiKey);
	expect(Object.keys(user)).toEqual(expect.arrayContaining(fields));
	expect(user).toMatchObject({
		user_id: seedUser.userId,
		email: seedUser.email,
		workspace_id: seedUser.workspaceId,
		xi_api_key: null,
		is_api_key_hashed: true,
		backup_code_hash: null,
		moderation_warning_dismissed: false,
		is_producer: false,
	});
	expect(user.public_user_id).toMatch(/^[0-9a-f]{32}$/);
	expect(user.public_user_id).not.toBe((await getUser((await app.user()).apiKey)).public_user_id);
	expect(JSON.stringify(user)).not.toContain(seedUser.apiKey);
});

test("AUTH-019 stores which prompts were shown", async () => {
	const { apiKey } = await app.user();
	expect((await getUser(apiKey)).prompts_shown).toEqual({
		long_content_use_projects: false,
		dubbing_use_cases_banner: false,
	});
	await app.postJson("/v1/user/edit-user-metadata", apiKey, { account_metadata: { dubbing_use_cases_banner: true } });
	expect((await getUser(apiKey)).prompts_shown).toEqual({
		long_content_use_projects: false,
		dubbing_use_cases_banner: true,
	});
});

test("AUTH-020 stores a timestamp for each of the seven terms", async () => {
	const { apiKey } = await app.user();
	expect(agreements).toHaveLength(7);
	expect((await getUser(apiKey)).terms_agreed_to).toEqual({});
	const before = Math.floor(Date.now() / 1000);
	await app.postJson("/v1/user/terms-agreed-to", apiKey, { terms: agreements });
	const agreed = (await getUser(apiKey)).terms_agreed_to as Record<string, number>;
	expect(Object.keys(agreed).sort()).toEqual([...agreements].sort());
	for (const at of Object.values(agreed)) expect(at).toBeGreaterThanOrEqual(before);
});

test("AUTH-029 only admins can change the limit extension, which is audited; users can change their own data", async () => {
	const admin = await app.user({ tier: "creator" });
	const editor = await aColleague(app.db, await app.user(), admin.workspaceId);
	const edit = (apiKey: string, body: object) => app.postJson("/v1/user/edit", apiKey, body);
	const all = { allowed_to_extend_character_limit: true, max_character_limit_extension: 500, ccpa_opt_out: true };
	expect((await edit(editor.apiKey, all)).status).toBe(403);
	expect((await getUser(editor.apiKey)).ccpa_opt_out, "nothing was changed").toBe(false);
	expect((await edit(editor.apiKey, { ccpa_opt_out: true })).status).toBe(200);
	expect((await getUser(editor.apiKey)).ccpa_opt_out).toBe(true);
	expect(await (await edit(admin.apiKey, all)).json()).toEqual({ status: "ok" });
	const extended = (limit: number | null, allowed: boolean) =>
		expect.objectContaining({ max_character_limit_extension: limit, allowed_to_extend_character_limit: allowed });
	expect((await getUser(admin.apiKey)).subscription).toEqual(extended(500, true));
	await edit(admin.apiKey, { allowed_to_extend_character_limit: false });
	expect((await getUser(admin.apiKey)).subscription, "the other field stays").toEqual(extended(500, false));
	await edit(admin.apiKey, { max_character_limit_extension: null });
	expect((await getUser(admin.apiKey)).subscription, "the plan's maximum").toEqual(extended(1_000, false));
	const auditLines = await app.db
		.selectFrom("workspace_audit")
		.select("class_name")
		.where("workspace_id", "=", admin.workspaceId)
		.execute();
	expect(auditLines).toEqual(Array(3).fill({ class_name: "workspace_settings" }));
	expect((await edit(admin.apiKey, { max_character_limit_extension: -1 })).status).toBe(422);
});

test("returns the profile handle once set", async () => {
	const seedUser = await app.user();
	expect((await getUser(seedUser.apiKey)).profile_page_handle).toBeNull();
	await app.db.insertInto("profile").values({ user_id: seedUser.userId, handle: "ada-speaks" }).execute();
	expect((await getUser(seedUser.apiKey)).profile_page_handle).toBe("ada-speaks");
	expect((await aBrowser(app).get("/v1/user")).status).toBe(401);
});
