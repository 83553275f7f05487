import type { OnboardingState } from "@timbre/contract/onboarding/endpoints.ts";
import type { Role } from "@timbre/contract/permissions.ts";
import { plans, type Tier } from "@timbre/contract/plans.ts";
import type { PrivacyState } from "@timbre/contract/privacy/endpoints.ts";
import { extraCharacters, mayExtend, type Subscription, type User } from "@timbre/contract/usage/endpoints.ts";
import { professionalVoiceSlots } from "@timbre/contract/voice-making/cloning.ts";
import { maxVoiceEdits } from "@timbre/contract/voices/own.ts";
import type { Profile } from "../auth/auth.profile.public.ts";
import type { UserRecord } from "../auth/auth.public.ts";

/** Provided by the voices area. */
export type VoiceCounts = { slots: number; professional: number; edits: number };

export type AccountView = {
	used: number;
	reserved: number;
	creditLimit: number;
	periodEnd: Date;
	status: Subscription["status"];
	extensionAllowed: boolean;
	maxExtension: number | null;
	voices: VoiceCounts;
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

/** User details provided by other areas. */
export type UserDetails = OnboardingState &
	PrivacyState &
	Pick<User, "moderation_warning_dismissed"> &
	Pick<User, "geo_location" | "profile_page_handle" | "voices">;

export function presentUser(
	user: UserRecord,
	profile: Profile,
	{ workspaceId, role }: { workspaceId: string; role: Role },
	subscription: Subscription,
	{ details, hasAlphaAccess }: { details: UserDetails; hasAlphaAccess: boolean },
): User {
	return {
		user_id: user.id,
		public_user_id: user.publicId,
		email: user.email,
		email_verified: user.emailVerified,
		first_name: details.onboarding_survey?.first_name ?? user.name.split(" ")[0] ?? null,
		workspace_id: workspaceId,
		subscription,
		is_new_user: user.isNew,
		agrees_to_product_updates: profile.agreesToProductUpdates,
		can_use_delayed_payment_methods: false,
		...details,
		show_compliance_terms: false,
		xi_api_key: null,
		xi_api_key_preview: null,
		is_api_key_hashed: true,
		audio_native: null,
		sms_mfa_factor: null,
		two_factor_enabled: user.twoFactorEnabled,
		backup_code_hash: null,
		phone_number: profile.phoneNumber,
		language: profile.language,
		account_metadata: profile.metadata,
		prompts_shown: {
			long_content_use_projects: profile.metadata.long_content_use_projects === true,
			dubbing_use_cases_banner: profile.metadata.dubbing_use_cases_banner === true,
		},
		referral_link_code: null,
		partnerstack_partner_default_link: null,
		is_in_probation: profile.isInProbation,
		// The productions marketplace is planned.
		is_producer: false,
		has_alpha_access: hasAlphaAccess,
		created_at: unix(user.createdAt),
		created_at_unix: unix(user.createdAt),
		public_user_name: user.publicName,
		seat_type: role === "admin" ? "workspace_admin" : "workspace_member",
	};
}

function unix(date: Date): number {
	return Math.floor(date.getTime() / 1000);
}
