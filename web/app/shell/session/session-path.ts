export const sessionPath = "/api/auth/get-session";
