// Which addresses may have an account. The rule looks at the address alone, so that it tells nothing about who has one.

/** Mailboxes that anybody can read or that are gone within the hour: whoever has one today has lost the account tomorrow. */
const disposable = new Set(
	(
		"mailinator.com guerrillamail.com guerrillamail.net sharklasers.com 10minutemail.com 10minutemail.net temp-mail.org tempmail.com " +
		"tempmail.net yopmail.com yopmail.net trashmail.com trashmail.net throwawaymail.com getnada.com maildrop.cc dispostable.com " +
		"mintemail.com mohmal.com fakeinbox.com mailnesia.com spamgourmet.com emailondeck.com moakt.com tempr.email burnermail.io " +
		"discard.email wegwerfmail.de einrot.com mytemp.email inboxkitten.com"
	).split(" "),
);

/** Why the address may not be used, in words; undefined where it may. */
export function addressFault(email: string): string | undefined {
	const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
	// Of service accounts, to which no mail ever goes.
	if (domain === "invalid" || domain.endsWith(".invalid")) return "This address cannot receive mail. Use another one.";
	const parents = domain.split(".").map((_, i, parts) => parts.slice(i).join("."));
	if (parents.some((parent) => disposable.has(parent)))
		return "This address is of a service for throw-away mail. Use one that you will still have next week.";
	return undefined;
}
