import { type MailSink, startMailSink } from "@timbre/server/testing/mail-sink.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";

let harness: Harness;
let sink: MailSink;
beforeAll(async () => {
	sink = await startMailSink();
	harness = await startHarness({
		engines: "fake",
		env: { SMTP_URL: sink.url, MAIL_TO_OPERATOR: "operator@voice.example" },
	});
});
afterAll(async () => {
	await harness?.stop();
	await sink?.stop();
});

const send = async (name: string) => {
	const answer = await fetch(`${harness.stack.apiUrl}/forms/careers`, {
		method: "POST",
		redirect: "manual",
		headers: { "content-type": "application/x-www-form-urlencoded" },
		body: new URLSearchParams({ name, email: "ada@example.org", message: "A message that is long enough to be one." }),
	});
	expect(answer.headers.get("location")).toBe("/careers#sent");
};
const arrived = (name: string) => sink.mails.filter(({ headers }) => headers.subject?.endsWith(name));
const stateOf = async (name: string) =>
	(await harness.db.selectFrom("mail").select(["state", "subject"]).execute()).find(({ subject }) =>
		subject.endsWith(name),
	)?.state;

test("kill -9 of the worker while the mail server rejects mail: the email arrives once when it accepts mail again", async () => {
	sink.rejectWith(451);
	await send("Ada Refused");
	await until("a first attempt", 30, () => sink.attempts() > 0);
	await harness.stack.kill("worker");
	sink.rejectWith(undefined);
	await harness.stack.waitReady("worker");
	await until("the email", 60, () => arrived("Ada Refused").length > 0);
	await until("the email to be marked as sent", 10, async () => (await stateOf("Ada Refused")) === "sent");
	expect(arrived("Ada Refused")).toHaveLength(1);
});

test("kill -9 of the worker and Restate right after the form was sent: the email arrives once", async () => {
	await Promise.all([harness.stack.kill("worker"), harness.stack.kill("restate")]);
	await send("Ada Undaunted");
	await Promise.all([harness.stack.waitReady("restate"), harness.stack.waitReady("worker")]);
	// Until then, an email accepted just as the worker died is sent again with the same Message-ID: twice is better than never.
	await until("the email to be marked as sent", 60, async () => (await stateOf("Ada Undaunted")) === "sent");
	await harness.stack.kill("worker");
	await harness.stack.waitReady("worker");
	await send("Ada Later");
	await until("a later email", 60, async () => (await stateOf("Ada Later")) === "sent");
	expect(arrived("Ada Undaunted")).toHaveLength(1);
	expect(arrived("Ada Later")).toHaveLength(1);
});
