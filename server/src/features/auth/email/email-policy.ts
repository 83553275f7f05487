// Which email addresses may have an account.
// Invariant: the rule depends on the address alone, so it can't reveal who has an account.

/** Providers of public or short-lived mailboxes: their users would soon lose access to the account. */
const disposableDomains = new Set(
	(
		"mailinator.com guerrillamail.com guerrillamail.net sharklasers.com 10minutemail.com 10minutemail.net temp-mail.org tempmail.com " +
		"tempmail.net yopmail.com yopmail.net trashmail.com trashmail.net throwawaymail.com getnada.com maildrop.cc dispostable.com " +
		"mintemail.com mohmal.com fakeinbox.com mailnesia.com spamgourmet.com emailondeck.com moakt.com tempr.email burnermail.io " +
		"discard.email wegwerfmail.de einrot.com mytemp.email inboxkitten.com"
	).split(" "),
);

/** Returns the message to show if the address isn't allowed, otherwise undefined. */
export function disallowedEmailReason(email: string): string | undefined {
	const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
	// Service accounts have such addresses and receive no email.
	if (domain === "invalid" || domain.endsWith(".invalid"))
		return "This address can't receive email. Use a different one.";
	const parents = domain.split(".").map((_, i, parts) => parts.slice(i).join("."));
	if (parents.some((parent) => disposableDomains.has(parent)))
		return "Disposable email addresses aren't allowed. Use a permanent one.";
	return undefined;
}
