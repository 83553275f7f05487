import { createTestDatabase } from "@timbre/db/test-db.ts";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { type MailSink, startMailSink } from "../../testing/mail-sink.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { loadConfig } from "../config.ts";
import { createMailer, listRecentMails, mailSettings, mailWorkflow, queueMail } from "./mail.ts";

let store: Awaited<ReturnType<typeof createTestDatabase>>;
let sink: MailSink;
beforeAll(async () => {
	store = await createTestDatabase(inject("databaseUrl"));
	sink = await startMailSink();
});
afterAll(async () => {
	await sink.stop();
	await store.close();
});
beforeEach(async () => {
	sink.mails.length = 0;
	sink.rejectWith(undefined);
	await store.db.deleteFrom("mail").execute();
	await store.db.deleteFrom("outbox").execute();
});

const configured = (more: Record<string, string> = {}) =>
	loadConfig({
		SMTP_URL: sink.url,
		MAIL_FROM: "Timbre <robot@voice.example>",
		MAIL_TO_OPERATOR: "operator@voice.example",
		...more,
	});

/** Queues an email and returns its id from the outbox. */
async function queued(mail: Partial<Parameters<typeof queueMail>[2]> = {}): Promise<string> {
	await store.db.transaction().execute((tx) =>
		queueMail(tx, mailSettings(configured()), {
			to: "operator@voice.example",
			subject: "A subject",
			text: "Some words.",
			...mail,
		}),
	);
	const { payload, target } = await store.db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
	expect(target).toBe("Mail");
	return (payload as { mailId: string }).mailId;
}

const deliver = (mailId: string, before?: (name: string) => void | Promise<void>) =>
	runWorkflow(mailWorkflow, { mailId }, { db: store.db, send: createMailer(configured()) }, before);
const stateOf = async () => (await listRecentMails(store.db, 1))[0]?.state;

test("an email arrives with its text, sender and reply-to address", async () => {
	const id = await queued({
		replyTo: "ada@example.org",
		subject: "Grüße von Ada",
		text: "Erste Zeile.\n\n.\nMit einem Punkt.",
	});
	await deliver(id);
	const [mail] = sink.mails;
	expect(sink.mails).toHaveLength(1);
	expect(mail).toMatchObject({ from: "robot@voice.example", to: ["operator@voice.example"] });
	expect(mail?.headers).toMatchObject({
		from: "Timbre <robot@voice.example>",
		to: "operator@voice.example",
		"reply-to": "ada@example.org",
		subject: "Grüße von Ada",
		"message-id": `<${id}@voice.example>`,
	});
	expect(mail?.body.trim()).toBe("Erste Zeile.\n\n.\nMit einem Punkt.");
	expect(await stateOf()).toBe("sent");
});

test("an email with HTML arrives as both text and HTML", async () => {
	await deliver(await queued({ text: "Plain words.", html: "<p>Words with <b>weight</b></p>" }));
	const [mail] = sink.mails;
	expect(mail?.headers["content-type"]).toMatch(/^multipart\/alternative/);
	expect(mail?.body.trim()).toBe("Plain words.");
	expect(mail?.source).toContain("<p>Words with <b>weight</b></p>");
});

test("a sent email is not sent again, however often its workflow runs", async () => {
	const id = await queued();
	await deliver(id);
	await deliver(id);
	expect(sink.mails).toHaveLength(1);
});

test("no value can inject a header or add a recipient", async () => {
	const id = await queued({
		subject: "Hello\r\nBcc: everybody@example.org\r\n\r\nA body",
		replyTo: "ada@example.org>, <other@example.org",
	});
	await deliver(id);
	const [mail] = sink.mails;
	expect(mail?.to).toEqual(["operator@voice.example"]);
	expect(mail?.headers.bcc).toBeUndefined();
	expect(mail?.headers.subject).toBe("Hello Bcc: everybody@example.org A body");
	expect(mail?.body.trim()).toBe("Some words.");
});

test("a temporarily rejected email is retried until it is accepted", async () => {
	sink.rejectWith(451);
	const id = await queued();
	const waits: string[] = [];
	await deliver(id, async (name) => {
		if (!name.startsWith("sleep")) return;
		expect(await stateOf()).toBe("waiting");
		waits.push(name);
		if (waits.length === 3) sink.rejectWith(undefined);
	});
	expect(waits).toEqual(["sleep 5000", "sleep 30000", "sleep 120000"]);
	expect(sink.mails).toHaveLength(1);
	expect(await stateOf()).toBe("sent");
});

test("a permanently rejected email fails and stores the reason", async () => {
	sink.rejectWith(550);
	await deliver(await queued());
	const [mail] = await listRecentMails(store.db, 1);
	expect(mail).toMatchObject({ state: "failed", last_error: expect.stringContaining("not now") });
});

test("an email fails after two days of retries", async () => {
	sink.rejectWith(451);
	const id = await queued();
	let slept = 0;
	await deliver(id, (name) => {
		slept += Number(/^sleep (\d+)$/.exec(name)?.[1] ?? 0);
	});
	expect(slept / 3_600_000).toBeGreaterThan(46);
	expect(await stateOf()).toBe("failed");
});

test("without a mail server an email is stored and no workflow is started", async () => {
	await store.db
		.transaction()
		.execute((tx) =>
			queueMail(tx, mailSettings(loadConfig({})), { to: "operator@localhost", subject: "Kept", text: "Words." }),
		);
	expect(await stateOf()).toBe("kept");
	expect(await store.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
	expect(createMailer(loadConfig({}))).toBeUndefined();
});

test("configuration fails if SMTP_URL is set without MAIL_TO_OPERATOR", () => {
	expect(() => loadConfig({ SMTP_URL: "smtp://127.0.0.1" })).toThrow("MAIL_TO_OPERATOR");
	expect(() => loadConfig({ SMTP_URL: "http://127.0.0.1", MAIL_TO_OPERATOR: "a@b.example" })).toThrow("SMTP_URL");
	expect(() => loadConfig({ MAIL_FROM: "A\r\nBcc: b@c.example <a@b.example>" })).toThrow("MAIL_FROM");
});
