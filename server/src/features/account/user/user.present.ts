import type { User } from "@timbre/contract/account/user.ts";
import type { OnboardingState } from "@timbre/contract/onboarding/endpoints.ts";
import type { Role } from "@timbre/contract/permissions.ts";
import type { PrivacyState } from "@timbre/contract/privacy/endpoints.ts";
import type { Subscription } from "@timbre/contract/usage/endpoints.ts";
import { unix } from "../../../core/time.ts";
import type { Profile } from "../../auth/auth.profile.public.ts";
import type { UserRecord } from "../../auth/auth.public.ts";

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
