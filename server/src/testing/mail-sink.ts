import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type SunkMail = { from: string; to: string[]; source: string; headers: Record<string, string>; body: string };

export type MailSink = {
	url: string;
	port: number;
	mails: SunkMail[];
	/** How many were begun, taken or not. */
	attempts(): number;
	/** From now on each mail is refused with this code; undefined takes them again. */
	refuseWith(code: number | undefined): void;
	stop(): Promise<void>;
};

/** A real mail server that keeps what it is given. */
export async function startMailSink(port = 0): Promise<MailSink> {
	const mails: SunkMail[] = [];
	let refusal: number | undefined;
	let attempts = 0;
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onMailFrom(_address, _session, callback) {
			attempts++;
			if (refusal === undefined) return callback();
			callback(Object.assign(new Error("not now"), { responseCode: refusal }));
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
					...readMail(source),
				});
				callback();
			});
		},
	});
	// A sender who vanishes in the middle is part of what is tested.
	server.on("error", () => {});
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	const bound = (server.server.address() as AddressInfo).port;
	return {
		url: `smtp://127.0.0.1:${bound}`,
		port: bound,
		mails,
		attempts: () => attempts,
		refuseWith: (code) => {
			refusal = code;
		},
		stop: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

/** Headers unfolded, encoded words and quoted-printable read; of a mail with several forms, the body is the plain text. */
function readMail(source: string): { headers: Record<string, string>; body: string } {
	const whole = readPart(source);
	const boundary = /^multipart\/alternative;.*boundary="?([^";]+)"?/i.exec(whole.headers["content-type"] ?? "")?.[1];
	if (boundary === undefined) return whole;
	const [, first = ""] = source.split(`--${boundary}\r\n`);
	return { headers: whole.headers, body: readPart(first).body };
}

function readPart(source: string): { headers: Record<string, string>; body: string } {
	const end = source.indexOf("\r\n\r\n");
	const lines = source
		.slice(0, end)
		.replaceAll(/\r\n[ \t]+/g, " ")
		.split("\r\n");
	const headers = Object.fromEntries(
		lines.map((line) => {
			const at = line.indexOf(":");
			return [line.slice(0, at).toLowerCase(), encodedWords(line.slice(at + 1).trim())];
		}),
	);
	const raw = source.slice(end + 4);
	const coding = headers["content-transfer-encoding"]?.toLowerCase();
	const body =
		coding === "base64"
			? Buffer.from(raw, "base64").toString("utf8")
			: coding === "quoted-printable"
				? quoted(raw.replaceAll(/=\r\n/g, ""), "=")
				: raw;
	return { headers, body: body.replaceAll("\r\n", "\n") };
}

function encodedWords(value: string): string {
	return value
		.replaceAll(/\?=\s+=\?/g, "?==?")
		.replaceAll(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
			kind.toLowerCase() === "b"
				? Buffer.from(text, "base64").toString("utf8")
				: quoted(text.replaceAll("_", " "), "="),
		);
}

function quoted(text: string, mark: string): string {
	return Buffer.from(
		text.replaceAll(new RegExp(`${mark}([0-9A-F]{2})`, "gi"), (_, code: string) =>
			String.fromCharCode(Number.parseInt(code, 16)),
		),
		"latin1",
	).toString("utf8");
}
