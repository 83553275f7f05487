import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { clonePath, professionalPath, verificationPath } from "../../voices.public.ts";

export type VoiceState = {
	tone: "neutral" | "warning" | "danger";
	label: string;
	detail: string;
	/** The page where the user can continue. */
	next?: { to: string; label: string };
};

/** Why a voice is, or will be, unusable; null if nothing is wrong. */
export function voiceState(voice: Voice): VoiceState | null {
	if (voice.safety_control === "BAN") {
		const detail = voice.tooltip ?? voice.sharing?.ban_reason ?? "This voice is blocked and can't be used.";
		return { tone: "danger", label: "Blocked", detail };
	}
	if (voice.sharing?.status === "copied_disabled") {
		return {
			tone: "danger",
			label: "No longer available",
			detail: voice.tooltip ?? "The owner removed it from the library.",
		};
	}
	if (isInTraining(voice)) {
		const parts = Object.values(voice.fine_tuning?.progress ?? {});
		const done = parts.length > 0 ? Math.round(Math.max(...parts) * 100) : 0;
		const next = { to: creationPath(voice), label: "View progress" };
		return { tone: "neutral", label: `Processing, ${done}%`, detail: messageOf(voice), next };
	}
	if (Object.values(voice.fine_tuning?.state ?? {}).includes("failed")) {
		const next = { to: creationPath(voice), label: "Try again" };
		return { tone: "danger", label: "Failed", detail: messageOf(voice), next };
	}
	if (voice.safety_control === "CAPTCHA") {
		const next = { to: `${verificationPath}?voice=${voice.voice_id}`, label: "Verify voice" };
		return {
			tone: "warning",
			label: "Needs verification",
			detail: voice.tooltip ?? "Read a sentence aloud to verify it.",
			next,
		};
	}
	const verification = voice.voice_verification;
	if (verification?.requires_verification && !verification.is_verified) {
		const next = { to: creationPath(voice), label: "Give consent" };
		const detail = voice.tooltip ?? "The speaker has to give consent first.";
		return { tone: "warning", label: "Needs consent", detail, next };
	}
	if (voice.disabled)
		return { tone: "danger", label: "Disabled", detail: voice.tooltip ?? "This voice can't be used." };
	return null;
}

/** Whether the training workflow is still running. */
export function isInTraining(voice: Pick<Voice, "fine_tuning">): boolean {
	const states = Object.values(voice.fine_tuning?.state ?? {});
	return states.some((state) => state === "queued" || state === "delayed" || state === "fine_tuning");
}

/** The page with its recordings, consent and progress. */
export function creationPath(voice: Voice): string {
	return `${voice.category === "professional" ? professionalPath : clonePath}?voice=${voice.voice_id}`;
}

const messageOf = (voice: Voice): string =>
	Object.values(voice.fine_tuning?.message ?? {})[0] ?? voice.tooltip ?? "The recordings are being processed.";
