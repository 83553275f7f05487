// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** Maximum length of a request with any model. */
export const maxCharactersPerRequest = 150_000;

/** The app generates longer texts in the background. A shorter one is spoken in less than about five minutes. */
export const minJobCharacters = 5_000;

export const maxDialogueLines = 500;
