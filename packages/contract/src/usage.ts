import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const price = z.object({ amount: z.string(), currency: z.string() });

export const subscription = z.object({
	tier: z.string(),
	character_count: z.int(),
	character_limit: z.int(),
	max_character_limit_extension: z.int().nullable(),
	max_credit_limit_extension: z.union([z.int(), z.literal("unlimited")]),
	can_extend_character_limit: z.boolean(),
	allowed_to_extend_character_limit: z.boolean(),
	next_character_count_reset_unix: z.int().nullable(),
	voice_slots_used: z.int(),
	professional_voice_slots_used: z.int(),
	professional_voice_slots_used_in_workspace: z.int(),
	voice_limit: z.int(),
	max_voice_add_edits: z.int().nullable(),
	voice_add_edit_counter: z.int(),
	professional_voice_limit: z.int(),
	can_extend_voice_limit: z.boolean(),
	can_use_instant_voice_cloning: z.boolean(),
	can_use_professional_voice_cloning: z.boolean(),
	currency: z.string().nullable(),
	current_overage: price,
	status: z.enum(["trialing", "active", "incomplete", "past_due", "free", "free_disabled"]),
	billing_period: z.string().nullable(),
	character_refresh_period: z.string().nullable(),
	next_invoice: z.null(),
	open_invoices: z.array(z.never()),
	has_open_invoices: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

export const user = z.object({
	user_id: z.string(),
	email: z.string().nullable(),
	first_name: z.string().nullable(),
	workspace_id: z.string(),
	subscription,
	is_new_user: z.boolean(),
	can_use_delayed_payment_methods: z.boolean(),
	is_onboarding_completed: z.boolean(),
	is_onboarding_checklist_completed: z.boolean(),
	show_compliance_terms: z.boolean(),
	is_api_key_hashed: z.boolean(),
	xi_api_key_preview: z.string().nullable(),
	referral_link_code: z.string().nullable(),
	partnerstack_partner_default_link: z.string().nullable(),
	created_at: z.int(),
	created_at_unix: z.int(),
	seat_type: z.enum(["workspace_admin", "workspace_member", "workspace_lite_member"]),
});
export type User = z.output<typeof user>;

export const usageEndpoints = {
	getUser: endpoint({
		id: "user_get",
		method: "GET",
		path: "/v1/user",
		summary: "Who is calling, with the workspace's subscription",
		since: "0.1.0",
		auth: "user",
		permission: "user_read",
		response: user,
	}),
	getSubscription: endpoint({
		id: "user_subscription_get",
		method: "GET",
		path: "/v1/user/subscription",
		summary: "Plan and credits of the workspace",
		since: "0.1.0",
		auth: "user",
		permission: "user_read",
		response: subscription,
	}),
};
