// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** Handles that conflict with routes or impersonate the product. */
export const reservedHandles = [
	"embed",
	"admin",
	"administrator",
	"support",
	"official",
	"timbre",
	"settings",
	"new",
	"me",
];
