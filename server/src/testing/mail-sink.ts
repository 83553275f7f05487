import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = {
	from: string;
	to: string[];
	source: string;
	headers: Record<string, string>;
	body: string;
};

export type MailSink = {
	url: string;
	port: number;
	mails: ReceivedMail[];
	/** Attempts to send, accepted or not. */
	attempts(): number;
	/** Rejects every further email with this SMTP code; undefined accepts them again. */
	rejectWith(code: number | undefined): void;
	stop(): Promise<void>;
};

/** A real SMTP server that stores what it receives. */
export async function startMailSink(port = 0): Promise<MailSink> {
	const mails: ReceivedMail[] = [];
	let rejectionCode: number | undefined;
	let attempts = 0;
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onMailFrom(_address, _session, callback) {
			attempts++;
			if (rejectionCode === undefined) return callback();
			callback(Object.assign(new Error("not now"), { responseCode: rejectionCode }));
		},
		onData(stream, session, callback) {
			const parts: Buffer[] = [];
			stream.on("data", (part: Buffer) => parts.push(part));
			stream.on("end", () => {
				const source = Buffer.concat(parts).toString("utf8");
				const { mailFrom, rcptTo } = session.envelope;
				mails.push({
					from: mailFrom === false ? "" : mailFrom.address,
					to: rcptTo.map(({ address }) => address),
					source,
					...parseMail(source),
				});
				callback();
			});
		},
	});
	// Tests disconnect in the middle of a transfer.
	server.on("error", () => {});
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	const bound = (server.server.address() as AddressInfo).port;
	return {
		url: `smtp://127.0.0.1:${bound}`,
		port: bound,
		mails,
		attempts: () => attempts,
		rejectWith: (code) => {
			rejectionCode = code;
		},
		stop: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

/** Parses headers and body. The body of a multipart email is its plain text. */
function parseMail(source: string): { headers: Record<string, string>; body: string } {
	const message = parsePart(source);
	const boundary = /^multipart\/alternative;.*boundary="?([^";]+)"?/i.exec(message.headers["content-type"] ?? "")?.[1];
	if (boundary === undefined) return message;
	const [, first = ""] = source.split(`--${boundary}\r\n`);
	return { headers: message.headers, body: parsePart(first).body };
}

function parsePart(source: string): { headers: Record<string, string>; body: string } {
	const end = source.indexOf("\r\n\r\n");
	const lines = source
		.slice(0, end)
		.replaceAll(/\r\n[ \t]+/g, " ")
		.split("\r\n");
	const headers = Object.fromEntries(
		lines.map((line) => {
			const at = line.indexOf(":");
			return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())];
		}),
	);
	const raw = source.slice(end + 4);
	const coding = headers["content-transfer-encoding"]?.toLowerCase();
	const body =
		coding === "base64"
			? Buffer.from(raw, "base64").toString("utf8")
			: coding === "quoted-printable"
				? decodeQuoted(raw.replaceAll(/=\r\n/g, ""), "=")
				: raw;
	return { headers, body: body.replaceAll("\r\n", "\n") };
}

function decodeWords(value: string): string {
	return value
		.replaceAll(/\?=\s+=\?/g, "?==?")
		.replaceAll(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
			kind.toLowerCase() === "b"
				? Buffer.from(text, "base64").toString("utf8")
				: decodeQuoted(text.replaceAll("_", " "), "="),
		);
}

function decodeQuoted(text: string, prefix: string): string {
	return Buffer.from(
		text.replaceAll(new RegExp(`${prefix}([0-9A-F]{2})`, "gi"), (_, code: string) =>
			String.fromCharCode(Number.parseInt(code, 16)),
		),
		"latin1",
	).toString("utf8");
}
