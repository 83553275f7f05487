// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** Maximum length of a request with any model. */
export const maxCharactersPerRequest = 150_000;

export const maxDialogueLines = 500;
