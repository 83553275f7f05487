// Journeys run against two apis of one product (serve.ts): one without a mail server, and one that sends real emails and requires
// verification. A journey with emails sets `test.use({ baseURL: mailingUrl })`.
import { expect, type Page } from "@playwright/test";
import type { ReceivedEmail } from "../smtp-sink.ts";

const port = Number(process.env.E2E_PORT ?? 4470);

/** The api that sends emails. */
export const mailingUrl = `http://localhost:${port + 1}`;
const sinkUrl = `http://127.0.0.1:${port + 2}`;

async function listEmails(address: string): Promise<ReceivedEmail[]> {
	const response = await fetch(`${sinkUrl}/?to=${encodeURIComponent(address)}`);
	return (await response.json()) as ReceivedEmail[];
}

/** Waits for the newest email to an address with a matching subject. `before` is the number of matching emails already received. */
export async function waitForEmail(address: string, subject: RegExp, before = 0): Promise<ReceivedEmail> {
	let matching: ReceivedEmail[] = [];
	await expect
		.poll(
			async () => {
				matching = (await listEmails(address)).filter((mail) => subject.test(mail.subject));
				return matching.length;
			},
			{ message: `no email to ${address} about ${subject}`, intervals: [100, 200, 400] },
		)
		.toBeGreaterThan(before);
	return matching.at(-1) as ReceivedEmail;
}

/** The first matching link in an email. */
export function linkIn(mail: ReceivedEmail, pattern: RegExp = /./): string {
	const links = mail.text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
	const link = links.find((one) => pattern.test(one));
	expect(link, `a link that matches ${pattern} in: ${mail.text}`).toBeDefined();
	return link ?? "";
}

/** The six-digit code on its own line in an email. */
export function codeIn(mail: ReceivedEmail): string {
	const code = /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1];
	expect(code, `a code in: ${mail.text}`).toBeDefined();
	return code ?? "";
}

export type TestUser = { name: string; email: string; password: string };

export const newUser = (name = "Ada Example"): TestUser => ({
	name,
	email: `mail-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`,
	password: "a harbour at dawn",
});

/** Creates a verified, signed-in user on `mailingUrl` through the API. account.spec.ts tests the pages. */
export async function signInVerifiedUser(page: Page, user = newUser()): Promise<TestUser> {
	const { name, email, password } = user;
	const signedUp = await page.request.post(`${mailingUrl}/api/auth/sign-up/email`, { data: { name, email, password } });
	expect(signedUp.ok(), await signedUp.text()).toBe(true);
	const code = new URL(linkIn(await waitForEmail(email, /^Verify/))).searchParams.get("code");
	const verified = await page.request.post(`${mailingUrl}/v1/user/verify-email`, { data: { action_code: code } });
	expect(await verified.json()).toEqual({ result: "success" });
	const signedIn = await page.request.post(`${mailingUrl}/api/auth/sign-in/email`, { data: { email, password } });
	expect(signedIn.ok(), await signedIn.text()).toBe(true);
	return user;
}
