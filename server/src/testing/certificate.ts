// Creates a key pair with a self-signed certificate for one test run, so no private key is in the repository.
import { createHash, createSign, generateKeyPairSync } from "node:crypto";

export type KeyPair = { key: string; certificate: string };

export function createKeyPair(name: string): KeyPair {
	const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const algorithm = der(0x30, der(0x06, Buffer.from("2a864886f70d01010b", "hex")), der(0x05));
	const subject = der(
		0x30,
		der(0x31, der(0x30, der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from(name)))),
	);
	const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)}Z`));
	const hour = 3_600_000;
	const validity = der(0x30, time(new Date(Date.now() - hour)), time(new Date(Date.now() + 24 * hour)));
	const publicBytes = publicKey.export({ type: "spki", format: "der" });
	const body = der(
		0x30,
		der(0xa0, der(0x02, Buffer.from([2]))),
		der(0x02, Buffer.from([1])),
		algorithm,
		subject,
		validity,
		subject,
		publicBytes,
		der(0xa3, extensions(name, createHash("sha1").update(publicBytes).digest())),
	);
	const signature = createSign("RSA-SHA256").update(body).sign(privateKey);
	const signed = der(0x30, body, algorithm, der(0x03, Buffer.from([0]), signature));
	const lines = signed.toString("base64").replaceAll(/.{64}/g, "$&\n");
	return {
		key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
		certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
	};
}

/** The extensions that TLS clients require of a self-signed certificate: its hostname, and that it may sign. */
function extensions(host: string, keyId: Buffer): Buffer {
	const yes = der(0x01, Buffer.from([0xff]));
	const extension = (id: string, ...content: Uint8Array[]) => der(0x30, der(0x06, Buffer.from(id, "hex")), ...content);
	return der(
		0x30,
		extension("551d0e", der(0x04, der(0x04, keyId))),
		extension("551d11", der(0x04, der(0x30, der(0x82, Buffer.from(host))))),
		extension("551d13", yes, der(0x04, der(0x30, yes))),
		// Key usage: digital signatures and certificate signing.
		extension("551d0f", yes, der(0x04, der(0x03, Buffer.from([2, 0b1000_0100])))),
	);
}

/** Encodes one DER value: tag, length, content. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
	const value = Buffer.concat(content);
	if (value.length < 128) return Buffer.concat([Buffer.from([tag, value.length]), value]);
	const length = Buffer.from(value.length.toString(16).padStart(value.length > 0xff ? 4 : 2, "0"), "hex");
	return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, value]);
}
