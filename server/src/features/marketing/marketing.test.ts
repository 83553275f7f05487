import { createHmac } from "node:crypto";
import { get } from "node:http";
import { type formFields, formPages } from "@timbre/contract/marketing/endpoints.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig } from "../../core/config.ts";
import { createMailer, mailWorkflow } from "../../core/mail/mail.ts";
import { type MailSink, startMailSink } from "../../testing/mail-sink.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";

const secret = "a secret of at least 32 characters, for tests";
const sender = { name: "Ada Example", email: "ada@example.org", message: "I would like to know more about plans." };
const examples: Record<keyof typeof formFields, Record<string, unknown>> = {
	"contact-sales": { ...sender, company: "Example & Sons", company_size: "11-100" },
	"contact-legal": { ...sender, topic: "rights", link: "https://example.org/page" },
	"grants-application": { ...sender, organisation: "A school", website: "", characters_per_month: "50000" },
	"voice-data-partnerships": { ...sender, languages: "Tamil, Hindi", hours: 12, rights_confirmed: true },
	affiliates: { ...sender, website: "https://example.org" },
	careers: { ...sender },
};

let app: TestApp;
let sink: MailSink;
beforeAll(async () => {
	sink = await startMailSink();
	app = await testApp({
		env: { AUTH_SECRET: secret, SMTP_URL: sink.url, MAIL_TO_OPERATOR: "operator@voice.example", TRUST_PROXY: "true" },
	});
});
afterAll(async () => {
	await app.stop();
	await sink.stop();
});

let visitors = 0;
const newVisitor = () => `10.1.${Math.floor(visitors / 250)}.${(visitors++ % 250) + 1}`;
/** A token issued the given number of seconds ago. */
function tokenFrom(secondsAgo: number, key = secret): string {
	const body = `${(Date.now() - secondsAgo * 1_000).toString(36)}.${crypto.randomUUID()}`;
	return `${body}.${createHmac("sha256", key).update(`form token ${body}`).digest("base64url")}`;
}
const post = (form: string, body: unknown, visitor = newVisitor()) =>
	fetch(`${app.url}/v1/forms/${form}`, {
		method: "POST",
		headers: { "content-type": "application/json", "x-forwarded-for": visitor },
		body: JSON.stringify(body),
	});
const messages = (form: string) =>
	app.db.selectFrom("form_message").selectAll().where("form", "=", form).orderBy("created_at").execute();
const codeOf = async (answer: Response) => {
	const { detail } = (await answer.json()) as { detail: { code: string; errors?: { loc: string[] }[] } };
	return [answer.status, detail.errors ? detail.errors[0]?.loc.at(-1) : detail.code];
};

test.each(Object.entries(examples))("the form %s is stored and emailed to the operator", async (form, fields) => {
	sink.mails.length = 0;
	const answer = await post(form, { ...fields, token: tokenFrom(10), fax: "" });
	expect(answer.status).toBe(202);
	expect(await answer.json()).toEqual({ status: "received", delivery: "mail" });
	const [row] = await messages(form);
	expect(row?.fields).toMatchObject({ name: sender.name, email: sender.email, message: sender.message });
	const waiting = await app.db
		.selectFrom("outbox")
		.selectAll()
		.where("target", "=", "Mail")
		.orderBy("id", "desc")
		.execute();
	const send = createMailer(loadConfig({ SMTP_URL: sink.url, MAIL_TO_OPERATOR: "operator@voice.example" }));
	await runWorkflow(mailWorkflow, waiting[0]?.payload as { mailId: string }, { db: app.db, send });
	expect(sink.mails).toHaveLength(1);
	// Only to the operator, never to the address entered in the form.
	expect(sink.mails[0]?.to).toEqual(["operator@voice.example"]);
	expect(sink.mails[0]?.headers["reply-to"]).toBe(sender.email);
	expect(sink.mails[0]?.headers.subject).toContain(sender.name);
	expect(sink.mails[0]?.body).toContain(sender.message);
	for (const value of Object.values(fields).filter((value) => value !== ""))
		expect(sink.mails[0]?.body).toContain(String(value));
});

describe("rejects a form", () => {
	const good = examples["contact-sales"];
	test.each([
		["without an email address", { email: undefined }, "email"],
		["with an invalid address", { email: "ada at example" }, "email"],
		["with two addresses", { email: "a@example.org, b@example.org" }, "email"],
		["with a line break in the address", { email: "a@example.org\r\nBcc: b@example.org" }, "email"],
		["with a line break in the name", { name: "Ada\r\nBcc: b@example.org" }, "name"],
		["with a direction override in the name", { name: "Ada \u202eelpmaxE" }, "name"],
		["without a name", { name: "  " }, "name"],
		["with a message that is too short", { message: "Hi." }, "message"],
		["with a message that is too long", { message: "m".repeat(4_001) }, "message"],
		["with an unknown company size", { company_size: "huge" }, "company_size"],
	])("%s: 422, and nothing is stored", async (_, wrong, field) => {
		const before = (await messages("contact-sales")).length;
		const answer = await post("contact-sales", { ...good, ...wrong, token: tokenFrom(10), fax: "" });
		expect(await codeOf(answer)).toEqual([422, field]);
		expect(await messages("contact-sales")).toHaveLength(before);
	});

	test("without the rights to the recordings, or with a URL that is not http(s)", async () => {
		const offer = { ...examples["voice-data-partnerships"], token: tokenFrom(10), rights_confirmed: false };
		expect(await codeOf(await post("voice-data-partnerships", offer))).toEqual([422, "rights_confirmed"]);
		const legal = { ...examples["contact-legal"], token: tokenFrom(10), link: "javascript:alert(1)" };
		expect(await codeOf(await post("contact-legal", legal))).toEqual([422, "link"]);
	});

	test("sent too quickly, with a forged token, or after a day", async () => {
		const send = (token: string) => post("contact-sales", { ...good, token, fax: "" });
		expect(await codeOf(await send(tokenFrom(0)))).toEqual([400, "form_too_fast"]);
		expect(await codeOf(await send(tokenFrom(10, "another secret of at least 32 characters")))).toEqual([
			400,
			"form_token_invalid",
		]);
		expect(await codeOf(await send("x.y.z"))).toEqual([400, "form_token_invalid"]);
		expect(await codeOf(await send(""))).toEqual([400, "form_token_invalid"]);
		expect(await codeOf(await send(tokenFrom(25 * 3_600)))).toEqual([400, "form_token_invalid"]);
		expect(await codeOf(await send(tokenFrom(-60)))).toEqual([400, "form_too_fast"]);
	});
});

test("an issued token is not valid before its minimum age", async () => {
	const answer = await fetch(`${app.url}/v1/forms/token`);
	const { token, minimum_seconds } = (await answer.json()) as { token: string; minimum_seconds: number };
	expect(minimum_seconds).toBe(3);
	expect(await codeOf(await post("careers", { ...examples.careers, token }))).toEqual([400, "form_too_fast"]);
});

test("stores one message and one email when the same form is sent several times at once", async () => {
	const token = tokenFrom(10);
	const before = (await messages("careers")).length;
	const mails = async () => (await app.db.selectFrom("mail").select("id").execute()).length;
	const mailsBefore = await mails();
	const answers = await Promise.all([1, 2, 3].map(() => post("careers", { ...examples.careers, token, fax: "" })));
	expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
	expect(await messages("careers")).toHaveLength(before + 1);
	expect(await mails()).toBe(mailsBefore + 1);
});

test("discards messages with the hidden field filled in, without telling the bot", async () => {
	const before = (await messages("affiliates")).length;
	const answer = await post("affiliates", { ...examples.affiliates, token: tokenFrom(10), fax: "555" });
	expect([answer.status, await answer.json()]).toEqual([202, { status: "received", delivery: "mail" }]);
	expect(await messages("affiliates")).toHaveLength(before);
});

test("limits a visitor to five messages an hour per form, counting all addresses of one IPv6 network together", async () => {
	const send = (visitor: string) =>
		post("contact-sales", { ...examples["contact-sales"], token: tokenFrom(10) }, visitor);
	for (let at = 0; at < 5; at++) expect((await send(`2001:db8:7:7::${at + 1}`)).status).toBe(202);
	const rejected = await send("2001:db8:7:7:ffff::9");
	expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(3_000);
	expect(await codeOf(rejected)).toEqual([429, "rate_limit_exceeded"]);
	expect((await send("2001:db8:7:8::1")).status).toBe(202);
});

describe("a form posted without JavaScript", () => {
	const plain = (form: string, fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
		fetch(`${app.url}/forms/${form}`, {
			method: "POST",
			redirect: "manual",
			headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": newVisitor(), ...headers },
			body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])),
		});
	const result = (answer: Response) => [answer.status, answer.headers.get("location")];

	test.each(Object.entries(examples))("%s redirects back to its page with the result", async (form, fields) => {
		const before = (await messages(form)).length;
		const answer = await plain(form, fields);
		expect(result(answer)).toEqual([303, `${formPages[form as keyof typeof formPages]}#sent`]);
		expect(await messages(form)).toHaveLength(before + 1);
	});

	test("stores nothing if it is invalid, from a bot, cross-site or over the limit", async () => {
		const before = (await messages("careers")).length;
		const visitor = { "x-forwarded-for": newVisitor() };
		expect(result(await plain("careers", { ...sender, email: "nobody" }))).toEqual([303, "/careers#not-sent"]);
		expect(result(await plain("careers", { ...sender, message: `${sender.message}\u0000` }))).toEqual([
			303,
			"/careers#not-sent",
		]);
		expect(result(await plain("careers", sender, { "sec-fetch-site": "cross-site" }))).toEqual([
			303,
			"/careers#not-sent",
		]);
		expect(result(await plain("careers", { ...sender, fax: "1" }))).toEqual([303, "/careers#sent"]);
		expect(await messages("careers")).toHaveLength(before);
		for (let at = 0; at < 3; at++)
			expect(result(await plain("careers", sender, visitor))).toEqual([303, "/careers#sent"]);
		expect(result(await plain("careers", sender, visitor))).toEqual([303, "/careers#not-sent"]);
		expect(await messages("careers")).toHaveLength(before + 3);
	});
});

test("stores the message and says so when there is no mail server", async () => {
	const quiet = await testApp();
	try {
		const { token } = (await (await fetch(`${quiet.url}/v1/forms/token`)).json()) as { token: string };
		expect(token).toMatch(/\./);
		const answer = await fetch(`${quiet.url}/forms/careers`, {
			method: "POST",
			redirect: "manual",
			headers: { "content-type": "application/x-www-form-urlencoded" },
			body: new URLSearchParams(sender),
		});
		expect(answer.headers.get("location")).toBe("/careers#kept");
		const { mails } = (await (await fetch(`${quiet.url}/v1/dev/mails`)).json()) as { mails: unknown[] };
		expect(mails).toEqual([
			expect.objectContaining({ state: "kept", reply_to: sender.email, text: expect.stringContaining(sender.message) }),
		]);
	} finally {
		await quiet.stop();
	}
});

test("emails can be read by pages of the development server only, on the same machine", async () => {
	const local = await testApp();
	try {
		const read = async (headers: Record<string, string>) => {
			const { hostname, port } = new URL(local.url);
			return new Promise<number | undefined>((resolve, reject) => {
				get({ hostname, port, path: "/v1/dev/mails", headers }, (response) => {
					response.resume();
					resolve(response.statusCode);
				}).once("error", reject);
			});
		};
		const { host } = new URL(local.url);
		expect(await read({})).toBe(200);
		expect(await read({ host, origin: local.url, "sec-fetch-site": "same-origin" })).toBe(200);
		expect(await read({ host: "localhost:4400", "x-forwarded-for": "::1" })).toBe(200);
		expect(await read({ origin: "https://evil.example" })).toBe(404);
		expect(await read({ origin: "http://localhost:9999" })).toBe(404);
		expect(await read({ origin: "null" })).toBe(404);
		expect(await read({ "sec-fetch-site": "cross-site" })).toBe(404);
		expect(await read({ "sec-fetch-site": "same-site" })).toBe(404);
		expect(await read({ host: "evil.example:4400" })).toBe(404);
		expect(await read({ "x-forwarded-for": "192.168.1.20" })).toBe(404);
	} finally {
		await local.stop();
	}
});

test.each([
	["in production", { NODE_ENV: "production", AUTH_SECRET: secret }],
	["on a public server", { PUBLIC_URL: "https://voice.example" }],
])("emails can't be read %s", async (_, env) => {
	const open = await testApp({ env });
	try {
		expect(await codeOf(await fetch(`${open.url}/v1/dev/mails`))).toEqual([404, "not_found"]);
	} finally {
		await open.stop();
	}
});
