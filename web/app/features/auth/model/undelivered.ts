/** What to do if the server has no mail server. */
export const undelivered = {
	title: "This server can't send email",
	/** A developer's machine. */
	local: (what: "link" | "code") => `No mail server is set up. Find the ${what} on this machine at /dev/mails.`,
	kept: (what: "link" | "code") => `Ask the person who runs it for the ${what}: it's stored on the server.`,
};
