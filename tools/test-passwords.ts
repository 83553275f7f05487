// Vitest setup: a password hash takes 0.1 s of CPU by design, and the tests create hundreds of users.
// They hash at the lowest cost, after checking that the product asked for the full one.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const patched = Symbol.for("timbre.test-passwords");
const holder = globalThis as { [patched]?: true };

if (!holder[patched]) {
	holder[patched] = true;
	const scrypt = crypto.scrypt;
	const cheapScrypt = (
		password: crypto.BinaryLike,
		salt: crypto.BinaryLike,
		length: number,
		{ N = 0, r = 0, p = 0 }: crypto.ScryptOptions,
		done: (error: Error | null, key: Buffer) => void,
	) => {
		if (N < 16_384 || r < 16 || p < 1) throw new Error(`The product hashes a password with N ${N}, r ${r}, p ${p}.`);
		scrypt(password, salt, length, { N: 2, r: 1, p: 1 }, done);
	};
	Object.assign(crypto, { scrypt: cheapScrypt });
	syncBuiltinESMExports();
}
