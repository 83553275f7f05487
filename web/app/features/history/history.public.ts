/** Prefix of all query keys for past generations. */
export const historyKey = ["history"] as const;
