// A real OpenID Connect provider, and what a dishonest or broken one would send.
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { type Browser, placeOf } from "./browser.ts";

export type OidcIdp = {
	origin: string;
	clientId: string;
	clientSecret: string;
	/** Once the product has said where it wants people to be sent back to. */
	allow(redirectUri: string): void;
	/** What becomes of each ID token on its way out; undefined lets them go as they are. */
	tamper: ((claims: Record<string, unknown>) => { claims: Record<string, unknown>; key?: "foreign" }) | undefined;
	/** Walks its pages as a person would, from the address the product sends people to, up to the redirect back. */
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
			let place = placeOf(await browser.go(url));
			const fields = [{ prompt: "login", login: email, password: "any" }, { prompt: "consent" }];
			while (place.origin === origin) {
				const form = place.pathname.startsWith("/interaction/") ? fields.shift() : undefined;
				place = placeOf(await browser.go(place.href, form ? { form: form as Record<string, string> } : {}));
			}
			return place;
		},
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	// A provider reads its clients once, so a new one takes its place, with the same keys.
	const renew = () => {
		const provider = new Provider(origin, {
			clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirects] }],
			jwks: { keys: [{ ...pairs.own.privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "one" }] },
			cookies: { keys: ["a key for the cookies of the test"] },
			claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
			findAccount: (_context, id) => ({
				accountId: id,
				claims: () => ({ sub: `person:${id}`, email: id, email_verified: true, name: "Ada of the Company" }),
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
