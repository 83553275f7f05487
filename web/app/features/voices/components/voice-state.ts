import type { Voice } from "@timbre/contract/voices.entities.ts";
import { clonePath, professionalPath, verificationPath } from "../voices.making.queries.ts";

export type VoiceState = {
	tone: "neutral" | "warning" | "danger";
	label: string;
	detail: string;
	/** Where it can be moved on. */
	next?: { to: string; label: string };
};

/** What keeps a voice from speaking, or will; null where nothing does. */
export function voiceState(voice: Voice): VoiceState | null {
	if (voice.safety_control === "BAN") {
		const detail = voice.tooltip ?? voice.sharing?.ban_reason ?? "It was blocked and cannot be used.";
		return { tone: "danger", label: "Blocked", detail };
	}
	if (voice.sharing?.status === "copied_disabled") {
		return { tone: "danger", label: "No longer available", detail: voice.tooltip ?? "Its owner has taken it back." };
	}
	if (isBeingMade(voice)) {
		const parts = Object.values(voice.fine_tuning?.progress ?? {});
		const done = parts.length > 0 ? Math.round(Math.max(...parts) * 100) : 0;
		const next = { to: makingPath(voice), label: "See how it goes" };
		return { tone: "neutral", label: `In the making, ${done} %`, detail: messageOf(voice), next };
	}
	if (Object.values(voice.fine_tuning?.state ?? {}).includes("failed")) {
		const next = { to: makingPath(voice), label: "Try again" };
		return { tone: "danger", label: "Failed", detail: messageOf(voice), next };
	}
	if (voice.safety_control === "CAPTCHA") {
		const next = { to: `${verificationPath}?voice=${voice.voice_id}`, label: "Verify it" };
		return { tone: "warning", label: "To be verified", detail: voice.tooltip ?? "Read its sentence aloud.", next };
	}
	const verification = voice.voice_verification;
	if (verification?.requires_verification && !verification.is_verified) {
		const next = { to: makingPath(voice), label: "Give consent" };
		const detail = voice.tooltip ?? "Its speaker has to read a sentence first.";
		return { tone: "warning", label: "Needs consent", detail, next };
	}
	if (voice.disabled) return { tone: "danger", label: "Off", detail: voice.tooltip ?? "It cannot be used." };
	return null;
}

/** Its workflow moves it on without us. */
export function isBeingMade(voice: Pick<Voice, "fine_tuning">): boolean {
	const states = Object.values(voice.fine_tuning?.state ?? {});
	return states.some((state) => state === "queued" || state === "delayed" || state === "fine_tuning");
}

/** Where its recordings, its consent and its making are. */
export function makingPath(voice: Voice): string {
	return `${voice.category === "professional" ? professionalPath : clonePath}?voice=${voice.voice_id}`;
}

const messageOf = (voice: Voice): string =>
	Object.values(voice.fine_tuning?.message ?? {})[0] ?? voice.tooltip ?? "Its recordings are being worked on.";
