// A real mail server for end-to-end tests, with an HTTP endpoint to read received emails.
import { createServer } from "node:http";
import { startMailSink } from "@timbre/server/testing/mail-sink.ts";

export type ReceivedEmail = { to: string[]; subject: string; text: string };

export type SmtpSink = { smtpUrl: string; stop(): Promise<void> };

/** `GET http://localhost:<webPort>/?to=<address>` returns the emails for that address as JSON, oldest first. */
export async function startSmtpSink(webPort: number): Promise<SmtpSink> {
	const sink = await startMailSink();
	const page = createServer((request, response) => {
		const to = new URL(request.url ?? "/", "http://localhost").searchParams.get("to")?.toLowerCase();
		const mails: ReceivedEmail[] = sink.mails
			.filter((mail) => to === undefined || mail.to.some((address) => address.toLowerCase() === to))
			.map((mail) => ({ to: mail.to, subject: mail.headers.subject ?? "", text: mail.body }));
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify(mails));
	});
	await new Promise<void>((resolve, reject) => {
		page.once("error", reject);
		page.listen(webPort, "127.0.0.1", resolve);
	});
	return {
		smtpUrl: sink.url,
		async stop() {
			await new Promise((resolve) => page.close(resolve));
			await sink.stop();
		},
	};
}
