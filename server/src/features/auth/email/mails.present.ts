import { authPages, signInPage } from "@timbre/contract/auth/rules.ts";
import { type MailContent, renderMail } from "../../../core/mail/mail-template.ts";
import { deviceName } from "../../../core/security/device-name.ts";

// Emails about an account.
// Invariant: links always use PUBLIC_URL, whatever host the request named.

type Mail = { subject: string; text: string; html: string };

const createMail = (subject: string, content: MailContent): Mail => ({ subject, ...renderMail(content) });

function link(publicUrl: string, page: string, query: Record<string, string>): string {
	const url = new URL(page, publicUrl);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	return url.href;
}

/** Returns the requested page as a path if it belongs to this app, otherwise the sign-in page. */
export function continuePath(publicUrl: string, requested: string | null | undefined): string {
	if (!requested || requested === "/" || /[\s\\\p{Cc}]/u.test(requested) || !URL.canParse(requested, publicUrl))
		return signInPage;
	const url = new URL(requested, publicUrl);
	const here = new URL(publicUrl);
	const own =
		url.origin === here.origin && url.username === "" && url.password === "" && url.pathname.startsWith("/app/");
	return own ? url.pathname + url.search : signInPage;
}

export function verificationMail(publicUrl: string, code: string, continueTo: string): Mail {
	return createMail("Verify your email address", {
		heading: "Verify your email address",
		lines: ["Confirm that this email address is yours to finish creating your Timbre account."],
		link: {
			label: "Verify email address",
			url: link(publicUrl, authPages.verifyEmail, { code, continue_url: continueTo }),
		},
		after: [
			"This link expires in 24 hours and works once.",
			"If you didn't sign up for Timbre, ignore this email. No one can use the account without the link.",
		],
	});
}

export function accountExistsMail(publicUrl: string): Mail {
	return createMail("You already have an account", {
		heading: "You already have an account",
		lines: [
			"Someone tried to sign up for Timbre with this email address, which already has an account. If it was you, sign in instead.",
		],
		link: { label: "Sign in", url: link(publicUrl, signInPage, {}) },
		after: [
			"Forgot your password? You can reset it from the sign-in page.",
			"If it wasn't you, you don't need to do anything.",
		],
	});
}

export function passwordResetMail(publicUrl: string, code: string, continueTo: string): Mail {
	return createMail("Reset your password", {
		heading: "Reset your password",
		lines: ["We received a request to reset the password of your Timbre account."],
		link: {
			label: "Reset password",
			url: link(publicUrl, authPages.resetPassword, { code, continue_url: continueTo }),
		},
		after: [
			"This link expires in 1 hour and works once.",
			"If you didn't request this, ignore this email. Your password stays the same.",
		],
	});
}

export function passwordChangedMail(publicUrl: string): Mail {
	return createMail("Your password was changed", {
		heading: "Your password was changed",
		lines: ["The password of your account was just changed. All other sessions were signed out."],
		link: { label: "Reset password", url: link(publicUrl, authPages.resetPassword, {}) },
		after: ["If you made this change, you don't need to do anything. If you didn't, reset your password now."],
	});
}

export function signInCodeMail(code: string, from: { userAgent: string | null; address: string | null }): Mail {
	const device = `${deviceName(from.userAgent)}${from.address ? `, from ${from.address}` : ""}`;
	return createMail("Your sign-in code", {
		heading: "Your sign-in code",
		lines: [
			`Someone just entered the correct password for your account on a device we don't recognize: ${device}.`,
			"If it was you, enter this code to finish signing in.",
		],
		code,
		after: [
			"This code expires in 10 minutes and works once, in the browser where you started.",
			"If it wasn't you, change your password now. No one can sign in without the code.",
		],
	});
}

export function emailChangeCodeMail(publicUrl: string, code: string): Mail {
	return createMail("Confirm your new email address", {
		heading: "Confirm your new email address",
		lines: [
			"We received a request to use this email address for a Timbre account. Enter this code, or open the link in the browser where you are signed in.",
		],
		code,
		link: { label: "Confirm email address", url: link(publicUrl, authPages.changeEmail, { code }) },
		after: [
			"This code expires in 1 hour and works once.",
			"If you didn't request this, ignore this email. Nothing changes without the code.",
		],
	});
}

export function emailChangedMail(publicUrl: string, code: string, newEmail: string): Mail {
	return createMail("Your email address was changed", {
		heading: "Your email address was changed",
		lines: [`The email address of your account is now ${newEmail}. We'll send emails there from now on.`],
		link: {
			label: "Undo the change",
			url: link(publicUrl, authPages.changeEmail, { code, is_reverting: "true" }),
		},
		after: [
			"If you made this change, you don't need to do anything. If you didn't, undo it within 7 days: your account gets this address back and all sessions are signed out.",
		],
	});
}

export function secondFactorRemovedMail(publicUrl: string): Mail {
	return createMail("Two-factor authentication was turned off", {
		heading: "Two-factor authentication was turned off",
		lines: ["You can now sign in to your account with your password alone."],
		link: { label: "Open security settings", url: link(publicUrl, "/app/settings/security", {}) },
		after: ["If it wasn't you, change your password now and turn two-factor authentication back on."],
	});
}

export function passkeyAddedMail(publicUrl: string, name: string): Mail {
	return createMail("A passkey was added", {
		heading: "A passkey was added",
		lines: [`You can now sign in to your account with the passkey “${name}”.`],
		link: { label: "Open security settings", url: link(publicUrl, "/app/settings/security", {}) },
		after: ["If it wasn't you, delete the passkey and change your password now."],
	});
}

export function passkeyRemovedMail(publicUrl: string, name: string): Mail {
	return createMail("A passkey was deleted", {
		heading: "A passkey was deleted",
		lines: [`The passkey “${name}” can no longer be used to sign in to your account.`],
		link: { label: "Open security settings", url: link(publicUrl, "/app/settings/security", {}) },
		after: ["If it wasn't you, change your password now."],
	});
}

export function internalVerificationMail(code: string): Mail {
	return createMail("Verify your staff email address", {
		heading: "Verify your staff email address",
		lines: [
			"We received a request for staff access to a Timbre account with this email address. Enter this code to confirm.",
		],
		code,
		after: ["This code expires in 1 hour and works once. If you didn't request this, ignore this email."],
	});
}
