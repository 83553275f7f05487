import type { ErrorCode } from "@timbre/contract/errors.ts";
import type { VoiceStatus } from "./status.repo.ts";

export type Denial = { code: ErrorCode; message: string };

/** Why a voice cannot be used right now; undefined if it can. */
export function denialOf(status: VoiceStatus): Denial | undefined {
	const { safety_control: safety, training_state: training } = status;
	if (safety === "BAN")
		return {
			code: "voice_banned",
			message: `This voice is blocked and can't be used.${status.ban_reason ? ` ${status.ban_reason}` : ""}`,
		};
	if (status.revoked_at !== null)
		return {
			code: "voice_consent_revoked",
			message: "The speaker revoked consent to use this voice.",
		};
	if (status.out_of_use)
		return {
			code: "voice_disabled",
			message: "The owner removed this voice. It can no longer be used.",
		};
	if (status.consent_over)
		return {
			code: "voice_not_verified",
			message: "Consent to use this voice has expired. The speaker can give it again.",
		};
	if (safety === "CAPTCHA")
		return {
			code: "voice_not_verified",
			message: "This voice must be verified before it can be used again. Read the sentence aloud.",
		};
	if (status.unverified)
		return {
			code: "voice_not_verified",
			message: "The speaker has not consented to the use of this voice yet. They have to read a sentence aloud first.",
		};
	if (!status.silent) return undefined;
	if (training === "queued" || training === "fine_tuning" || training === "delayed")
		return { code: "voice_not_ready", message: "This voice is still being created." };
	if (training === "failed")
		return { code: "voice_not_ready", message: "Creating this voice from its samples failed." };
	return { code: "voice_not_ready", message: "This voice has not been created yet." };
}
