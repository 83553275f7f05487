/** Pages are prerendered before their origin is known; the server replaces this one with its own. */
export const placeholderOrigin = "https://timbre.invalid";
