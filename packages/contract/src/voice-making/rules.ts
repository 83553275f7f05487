// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** What a speaker can consent to. */
/** Not `consentScope.options`: pages use the list and would load zod for it. */
export const consentScopes = ["workspace", "share", "library"] as const;

/** Languages of consent sentences: those in which a real transcriber recognized them reliably (docs/voices.md). */
export const consentLanguages = ["en", "de", "es", "fr", "it", "pt"] as const;
/** Of a sentence that was requested without a language. */
export const defaultConsentLanguage = "en" satisfies ConsentLanguage;
export type ConsentLanguage = (typeof consentLanguages)[number];

/** A link that asks a speaker for consent. Links are only returned once; expired and revoked ones no longer work. */
export const consentLinkStatuses = ["waiting", "given", "refused", "expired", "revoked", "consent_revoked"] as const;
export const defaultConsentLinkDays = 7;
export const maxConsentLinkDays = 30;
export const maxConsentPurpose = 500;

export const maxSampleFiles = 25;
export const maxSampleBytes = 12_000_000;

/** Of a consent reading: as much as the server transcribes. */
export const maxRecordingSeconds = 28;
