export const emailUpdated = "Email updated! Please refresh this page to reauthenticate.";

/** Says why, in the server's own words. */
export function emailNotUpdated(why: string): string {
	return `Unable to update email, ${why.charAt(0).toLowerCase()}${why.slice(1)}`;
}
