// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** How often voices may be added or edited per billing period. */
export const maxVoiceEdits = (voiceLimit: number): number => Math.round(1.5 * voiceLimit + 50);

export const voiceCategories = ["generated", "cloned", "premade", "professional", "famous", "high_quality"] as const;

/** Default voices that pickers exclude because listeners often mishear them. Shared by server and web app. */
export const excludedDefaultVoices: readonly string[] = ["viOe8E7gf1UJ4RcW4Dz5"];
