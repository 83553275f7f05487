// The terms that a visitor agrees to by creating an account. They are stored with the account on the first page of the
// app, because only then is there an account: after an identity provider's page, or in the next try if a request failed.
const key = "timbre:agreeing";

/** Call it when the visitor presses a button whose notice names the terms (features/auth/components/sign-up-terms.tsx). */
export function agreeOnEntry(): void {
	try {
		sessionStorage.setItem(key, "1");
	} catch {
		// Without storage nothing is recorded; the account works without it.
	}
}

export function isAgreeing(): boolean {
	try {
		return sessionStorage.getItem(key) !== null;
	} catch {
		return false;
	}
}

export function clearPendingTerms(): void {
	sessionStorage.removeItem(key);
}
