// Repositories take the workspace or user they read or change as their second parameter. Queries that are not limited
// to one take this marker instead, so that the exception is visible where it is defined and where it is used.
export const GLOBAL = "not limited to a workspace or user";
export type Global = typeof GLOBAL;
