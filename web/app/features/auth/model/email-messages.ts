export const emailUpdated = "Email updated! Please refresh this page to reauthenticate.";

/** Appends the server's error message. */
export function emailNotUpdated(reason: string): string {
	return `Unable to update email, ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}
