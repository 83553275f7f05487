// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** Whether a voice still needs verification, because the voice requires it or the user is in probation. */
export function isUnverified(
	voice: { is_verified: boolean; requires_verification: boolean },
	user: { is_in_probation: boolean },
): boolean {
	return !voice.is_verified && (voice.requires_verification || user.is_in_probation);
}

export const maxClassifiedBytes = 50_000_000;
/** Shorter recordings can only be recognized as an exact file. */
export const minRecognizedSeconds = 3;
