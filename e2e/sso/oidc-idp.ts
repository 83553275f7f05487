// A real OpenID Connect provider that can also send what a malicious or broken one would.
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { type Browser, redirectUrlOf } from "./browser.ts";

export type OidcIdp = {
	origin: string;
	clientId: string;
	clientSecret: string;
	/** Registers a redirect URI of the product. */
	allow(redirectUri: string): void;
	/** Modifies each ID token before it is sent; undefined leaves them unchanged. */
	tamper: ((claims: Record<string, unknown>) => { claims: Record<string, unknown>; key?: "foreign" }) | undefined;
	/** Goes through its pages like a user, from the product's redirect to the redirect back. */
	signIn(browser: Browser, url: string, email: string): Promise<URL>;
	stop(): Promise<void>;
};

const clientId = "timbre";
const clientSecret = "a-client-secret-for-the-test";

export async function startOidcIdp(): Promise<OidcIdp> {
	const pairs = { own: rsa(), foreign: rsa() };
	const redirects: string[] = ["https://nowhere.example/callback"];
	let handle: ReturnType<Provider["callback"]> | undefined;
	const server = createServer((request, response) => handle?.(request, response));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const idp: OidcIdp = {
		origin,
		clientId,
		clientSecret,
		tamper: undefined,
		allow: (redirectUri) => {
			redirects.push(redirectUri);
			renew();
		},
		signIn: async (browser, url, email) => {
			let next = redirectUrlOf(await browser.go(url));
			const fields = [{ prompt: "login", login: email, password: "any" }, { prompt: "consent" }];
			while (next.origin === origin) {
				const form = next.pathname.startsWith("/interaction/") ? fields.shift() : undefined;
				next = redirectUrlOf(await browser.go(next.href, form ? { form: form as Record<string, string> } : {}));
			}
			return next;
		},
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	// A provider reads its clients only once, so it is replaced by a new one with the same keys.
	const renew = () => {
		const provider = new Provider(origin, {
			clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirects] }],
			jwks: { keys: [{ ...pairs.own.privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "one" }] },
			cookies: { keys: ["a key for the cookies of the test"] },
			claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
			findAccount: (_context, id) => ({
				accountId: id,
				claims: () => ({
					sub: `person:${id}`,
					email: id,
					email_verified: !id.startsWith("unverified"),
					name: "Ada of the Company",
				}),
			}),
		});
		provider.use(async (context, next) => {
			await next();
			const body = context.body as { id_token?: string } | undefined;
			if (context.path !== "/token" || !body?.id_token || !idp.tamper) return;
			const { claims, key } = idp.tamper(claimsOf(body.id_token));
			context.body = { ...body, id_token: sign(claims, pairs[key ?? "own"].privateKey) };
		});
		handle = provider.callback();
	};
	renew();
	return idp;
}

const rsa = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function claimsOf(token: string): Record<string, unknown> {
	return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
}

function sign(claims: Record<string, unknown>, key: KeyObject): string {
	const signed = `${encode({ alg: "RS256", typ: "JWT", kid: "one" })}.${encode(claims)}`;
	return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key).toString("base64url")}`;
}
