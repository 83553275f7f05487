import { authPages, signInPage } from "@timbre/contract/auth.names.ts";
import { deviceName } from "../../core/device-name.ts";
import { type MailWords, writeMail } from "../../core/mail-words.ts";

// What the mails about an account say. Links lead to PUBLIC_URL alone, whatever host a request named.

type Written = { subject: string; text: string; html: string };

const written = (subject: string, words: MailWords): Written => ({ subject, ...writeMail(words) });

function link(publicUrl: string, page: string, query: Record<string, string>): string {
	const url = new URL(page, publicUrl);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	return url.href;
}

/** A page of this server, as a path; anything else leads to the sign-in page. */
export function continuePath(publicUrl: string, asked: string | null | undefined): string {
	if (!asked || asked === "/" || /[\s\\\p{Cc}]/u.test(asked) || !URL.canParse(asked, publicUrl)) return signInPage;
	const url = new URL(asked, publicUrl);
	const here = new URL(publicUrl);
	const own =
		url.origin === here.origin && url.username === "" && url.password === "" && url.pathname.startsWith("/app/");
	return own ? url.pathname + url.search : signInPage;
}

export function verificationMail(publicUrl: string, code: string, continueTo: string): Written {
	return written("Verify your e-mail address", {
		heading: "Verify your e-mail address",
		lines: [
			"Somebody, most likely you, signed up to Timbre with this address. Follow the link to show that it is yours.",
		],
		link: {
			label: "Verify the address",
			url: link(publicUrl, authPages.verifyEmail, { code, continue_url: continueTo }),
		},
		after: [
			"The link holds for 24 hours and works once.",
			"If it was not you, do nothing: without the link nobody can use the account.",
		],
	});
}

export function alreadyHereMail(publicUrl: string): Written {
	return written("You already have an account", {
		heading: "You already have an account",
		lines: [
			"Somebody, most likely you, tried to sign up to Timbre with this address, which already has an account. Sign in instead.",
		],
		link: { label: "Sign in", url: link(publicUrl, signInPage, {}) },
		after: [
			"If you do not know your password, ask for a new one on the same page.",
			"If it was not you, you need not do anything.",
		],
	});
}

export function resetMail(publicUrl: string, code: string, continueTo: string): Written {
	return written("A new password", {
		heading: "Choose a new password",
		lines: ["Somebody, most likely you, asked for a new password for this address."],
		link: {
			label: "Choose a new password",
			url: link(publicUrl, authPages.resetPassword, { code, continue_url: continueTo }),
		},
		after: [
			"The link holds for an hour and works once.",
			"If it was not you, do nothing: your password stays as it is.",
		],
	});
}

export function passwordChangedMail(publicUrl: string): Written {
	return written("Your password was changed", {
		heading: "Your password was changed",
		lines: ["The password of your account was changed just now. All other sessions have ended."],
		link: { label: "It was not me", url: link(publicUrl, authPages.resetPassword, {}) },
		after: ["If it was you, all is well."],
	});
}

export function signInMail(code: string, from: { userAgent: string | null; address: string | null }): Written {
	const place = `${deviceName(from.userAgent)}${from.address ? `, from ${from.address}` : ""}`;
	return written("Your code to sign in", {
		heading: "Your code to sign in",
		lines: [
			`Somebody has just given the right password for your account on a device that we do not know: ${place}.`,
			"If it is you, enter this code there.",
		],
		code,
		after: [
			"The code holds for 10 minutes and works once, in the browser that asked for it.",
			"If it is not you, change your password now. Nobody gets in without the code.",
		],
	});
}

export function emailChangeMail(publicUrl: string, code: string): Written {
	return written("Confirm your new e-mail address", {
		heading: "Confirm your new e-mail address",
		lines: [
			"Somebody, most likely you, wants to use this address for an account at Timbre. Enter this code there, or follow the link in the browser in which you are signed in.",
		],
		code,
		link: { label: "Confirm the address", url: link(publicUrl, authPages.changeEmail, { code }) },
		after: [
			"The code holds for an hour and works once.",
			"If it was not you, do nothing: without the code nothing changes.",
		],
	});
}

export function emailChangedMail(publicUrl: string, code: string, newEmail: string): Written {
	return written("Your e-mail address was changed", {
		heading: "Your e-mail address was changed",
		lines: [`Your account now has the address ${newEmail}. Mails go there from now on.`],
		link: {
			label: "Take it back",
			url: link(publicUrl, authPages.changeEmail, { code, is_reverting: "true" }),
		},
		after: [
			"If it was you, you need not do anything. If not, take it back within 7 days: the account then has this address again and everybody is signed out of it.",
		],
	});
}

export function secondFactorRemovedMail(publicUrl: string): Written {
	return written("Two-factor sign-in was switched off", {
		heading: "Two-factor sign-in was switched off",
		lines: ["Your account can be opened with the password alone again."],
		link: { label: "Open the security settings", url: link(publicUrl, "/app/settings/security", {}) },
		after: ["If it was not you, change your password now and switch it on again."],
	});
}

export function internalMail(code: string): Written {
	return written("Confirm that you belong to us", {
		heading: "Confirm that you belong to us",
		lines: ["Somebody, most likely you, wants to use the rights of staff for an account. Enter this code there."],
		code,
		after: ["The code holds for an hour and works once. If it was not you, do nothing."],
	});
}
