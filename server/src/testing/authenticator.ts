// An authenticator that creates and uses passkeys, like a phone or a password manager.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

type Options = { challenge: string; rp?: { id?: string }; rpId?: string };
export type Authenticator = {
	/** Creates a passkey. Returns a `RegistrationResponseJSON`. */
	create(options: Options): Record<string, unknown>;
	/** Signs in with it. Returns an `AuthenticationResponseJSON`. */
	get(options: Options): Record<string, unknown>;
};

export function anAuthenticator(
	origin: string,
	/** False: the authenticator only notices a touch, as a security key without a PIN does. */
	{ verifiesUser = true }: { verifiesUser?: boolean } = {},
): Authenticator {
	const id = randomBytes(32);
	let key: KeyObject;
	let counter = 0;
	const clientData = (type: string, { challenge }: Options) =>
		Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
	const data = (rpId: string, attested?: Buffer) => {
		const flags = 0x01 | (verifiesUser ? 0x04 : 0) | (attested ? 0x40 : 0);
		const head = Buffer.alloc(5);
		head.writeUInt8(flags, 0);
		head.writeUInt32BE(counter, 1);
		return Buffer.concat([createHash("sha256").update(rpId).digest(), head, attested ?? Buffer.alloc(0)]);
	};
	const named = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };
	return {
		create: (options) => {
			const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
			key = pair.privateKey;
			const { x = "", y = "" } = pair.publicKey.export({ format: "jwk" });
			const cose = cborMap([
				[1, 2],
				[3, -7],
				[-1, 1],
				[-2, Buffer.from(x, "base64url")],
				[-3, Buffer.from(y, "base64url")],
			]);
			const length = Buffer.alloc(2);
			length.writeUInt16BE(id.length);
			const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
			const attestation = cborMap([
				["fmt", "none"],
				["attStmt", new Map()],
				["authData", data(options.rp?.id ?? "", attested)],
			]);
			return {
				...named,
				clientExtensionResults: {},
				response: {
					clientDataJSON: clientData("webauthn.create", options).toString("base64url"),
					attestationObject: attestation.toString("base64url"),
					transports: ["internal"],
				},
			};
		},
		get: (options) => {
			counter += 1;
			const client = clientData("webauthn.get", options);
			const authenticatorData = data(options.rpId ?? "");
			const signed = Buffer.concat([authenticatorData, createHash("sha256").update(client).digest()]);
			return {
				...named,
				clientExtensionResults: {},
				response: {
					clientDataJSON: client.toString("base64url"),
					authenticatorData: authenticatorData.toString("base64url"),
					signature: createSign("sha256").update(signed).sign(key).toString("base64url"),
				},
			};
		},
	};
}

type Cbor = number | string | Buffer | Map<unknown, unknown>;

function cborMap(entries: [number | string, Cbor][]): Buffer {
	return Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([name, value]) => [cbor(name), cbor(value)])]);
}

function cbor(value: Cbor): Buffer {
	if (typeof value === "number") return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
	if (typeof value === "string") return Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
	if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
	return cborHead(5, 0);
}

function cborHead(major: number, length: number): Buffer {
	if (length < 24) return Buffer.from([(major << 5) | length]);
	if (length < 256) return Buffer.from([(major << 5) | 24, length]);
	return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
