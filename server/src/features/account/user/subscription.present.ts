import { plans, type Tier } from "@timbre/contract/plans.ts";
import { extraCharacters, type Subscription } from "@timbre/contract/usage/endpoints.ts";
import { mayExtend } from "@timbre/contract/usage/rules.ts";
import { professionalVoiceSlots } from "@timbre/contract/voice-making/cloning.ts";
import { maxVoiceEdits } from "@timbre/contract/voices/rules.ts";
import { unix } from "../../../core/time.ts";

export type AccountView = {
	used: number;
	reserved: number;
	creditLimit: number;
	periodEnd: Date;
	status: Subscription["status"];
	extensionAllowed: boolean;
	maxExtension: number | null;
	voices: { slots: number; professional: number; edits: number };
	/** Professional voice slots beyond the plan's. */
	extraVoiceSlots: number;
};

export function presentSubscription(tier: Tier, account: AccountView): Subscription {
	const plan = plans[tier];
	const extra = mayExtend({ permits: true, status: account.status, tier }) ? extraCharacters[tier] : 0;
	const extension = extra === "unlimited" ? account.maxExtension : Math.min(account.maxExtension ?? extra, extra);
	return {
		tier,
		// Reserved credits count as used, so the remainder is what a new request can spend.
		character_count: account.used + account.reserved,
		character_limit: account.creditLimit,
		max_character_limit_extension: extension,
		max_credit_limit_extension: extension ?? "unlimited",
		can_extend_character_limit: extra !== 0,
		allowed_to_extend_character_limit: account.extensionAllowed,
		next_character_count_reset_unix: unix(account.periodEnd),
		voice_slots_used: account.voices.slots,
		professional_voice_slots_used: account.voices.professional,
		professional_voice_slots_used_in_workspace: account.voices.professional,
		voice_limit: plan.voiceLimit,
		max_voice_add_edits: maxVoiceEdits(plan.voiceLimit),
		voice_add_edit_counter: account.voices.edits,
		professional_voice_limit: plan.professionalVoiceLimit,
		can_extend_voice_limit: false,
		can_use_instant_voice_cloning: true,
		can_use_professional_voice_cloning: professionalVoiceSlots(tier, account.extraVoiceSlots) > 0,
		currency: null,
		current_overage: { amount: "0", currency: "usd" },
		status: account.status,
		billing_period: null,
		character_refresh_period: "monthly_period",
		next_invoice: null,
		open_invoices: [],
		has_open_invoices: false,
		has_used_starter_coupon_on_account: false,
		has_used_creator_coupon_on_account: false,
		pending_change: null,
	};
}
