// The journeys run against two doors of one product (serve.ts): one without a mail server, where nobody waits for a mail, and one that
// sends real mails and demands what they ask for. A journey with mails says `test.use({ baseURL: mailingUrl })`.
import { expect, type Page } from "@playwright/test";
import type { ReceivedMail } from "../smtp-sink.ts";

const port = Number(process.env.E2E_PORT ?? 4470);

/** Where the product sends mails. */
export const mailingUrl = `http://localhost:${port + 1}`;
const sinkUrl = `http://127.0.0.1:${port + 2}`;

async function mailsTo(address: string): Promise<ReceivedMail[]> {
	const answer = await fetch(`${sinkUrl}/?to=${encodeURIComponent(address)}`);
	return (await answer.json()) as ReceivedMail[];
}

/** The newest mail to an address whose subject fits, once it has come. Say how many of the kind came before, where that is not none. */
export async function mailTo(address: string, subject: RegExp, before = 0): Promise<ReceivedMail> {
	let fitting: ReceivedMail[] = [];
	await expect
		.poll(
			async () => {
				fitting = (await mailsTo(address)).filter((mail) => subject.test(mail.subject));
				return fitting.length;
			},
			{ message: `no mail to ${address} about ${subject}`, intervals: [100, 200, 400] },
		)
		.toBeGreaterThan(before);
	return fitting.at(-1) as ReceivedMail;
}

/** The first link of a mail that fits. */
export function linkIn(mail: ReceivedMail, fits: RegExp = /./): string {
	const links = mail.text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
	const link = links.find((one) => fits.test(one));
	expect(link, `a link that fits ${fits} in: ${mail.text}`).toBeDefined();
	return link ?? "";
}

/** The code a mail tells: the one line that is nothing but a code. */
export function codeIn(mail: ReceivedMail): string {
	const code = /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1];
	expect(code, `a code in: ${mail.text}`).toBeDefined();
	return code ?? "";
}

export type Person = { name: string; email: string; password: string };

export const newPerson = (name = "Ada Example"): Person => ({
	name,
	email: `mail-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`,
	password: "a harbour at dawn",
});

/** A person whose address is verified, signed in, at the door that sends mails. By the API: the pages are walked by account.spec.ts. */
export async function verifiedPerson(page: Page, person = newPerson()): Promise<Person> {
	const { name, email, password } = person;
	const joined = await page.request.post(`${mailingUrl}/api/auth/sign-up/email`, { data: { name, email, password } });
	expect(joined.ok(), await joined.text()).toBe(true);
	const code = new URL(linkIn(await mailTo(email, /^Verify/))).searchParams.get("code");
	const verified = await page.request.post(`${mailingUrl}/v1/user/verify-email`, { data: { action_code: code } });
	expect(await verified.json()).toEqual({ result: "success" });
	const entered = await page.request.post(`${mailingUrl}/api/auth/sign-in/email`, { data: { email, password } });
	expect(entered.ok(), await entered.text()).toBe(true);
	return person;
}
