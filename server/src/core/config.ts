import { homedir } from "node:os";
import { join } from "node:path";
import { signUpModes } from "@timbre/contract/auth/rules.ts";
import { tiers } from "@timbre/contract/plans.ts";
import { z } from "zod";
import { isLoopbackHost } from "./security/loopback.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const list = z.string().transform((value) =>
	value
		.split(",")
		.map((item) => item.trim())
		.filter((item) => item !== ""),
);

const mailAddress = z
	.string()
	.regex(/^(?:[^<>\p{Cc}]* )?<?[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+>?$/u, "must be name@host or Name <name@host>");

/** All settings. The defaults make `npm run dev` work without a .env file. Nothing else reads the environment. */
export const configSchema = z.object({
	NODE_ENV: z
		.enum(["development", "test", "production"])
		.default("development")
		.describe(
			"production requires https (except on localhost or with ALLOW_HTTP) and AUTH_SECRET, and disables development pages and response checks",
		),
	LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
	HOST: z.string().default("127.0.0.1").describe("address the API listens on"),
	PORT: port.default(4400).describe("port the API listens on"),
	PUBLIC_URL: z.url().default("http://localhost:4400").describe("URL where browsers reach the app"),
	ALLOW_HTTP: z
		.stringbool()
		.default(false)
		.describe(
			"true allows an http PUBLIC_URL in production, for a home network: passwords and sessions are readable on it, and browsers disable the microphone",
		),
	AUTH_SECRET: z
		.string()
		.min(32)
		.default("development-only-secret-change-me-please")
		.describe("signs sessions; required in production, at least 32 characters"),
	SIGN_UP: z
		.enum(signUpModes)
		.default("open")
		.describe(
			"who can create an account: anyone, addresses at SIGN_UP_DOMAINS and invited people, only invited people, or nobody; single sign-on is not affected",
		),
	SIGN_UP_DOMAINS: list
		.transform((domains) => domains.map((domain) => domain.toLowerCase()))
		.default([])
		.describe("comma-separated email domains for SIGN_UP=domain; requires SMTP_URL, which verifies addresses"),
	SIGN_UP_PER_HOUR: z.coerce
		.number()
		.int()
		.min(1)
		.default(20)
		.describe("accounts that can be created per hour from one IPv4 address or IPv6 /64 network"),
	DEFAULT_PLAN: z
		.enum(tiers)
		.default("enterprise")
		.describe(
			"plan of every workspace without a plan of its own; the default has all features and practically no limits",
		),
	TRUST_PROXY: z.stringbool().default(false).describe("set to true behind a load balancer that sets X-Forwarded-For"),
	METRICS_TOKEN: z
		.string()
		.min(16)
		.optional()
		.describe(
			"bearer token for /metrics; if unset, /metrics is served on this machine only, while PUBLIC_URL is local",
		),
	REQUEST_SECONDS: z.coerce
		.number()
		.int()
		.min(1)
		.default(300)
		.describe("timeout for receiving a full request; uploads over slow connections take minutes"),
	WEB_BUILD_DIR: z
		.string()
		.optional()
		.describe("folder of the built web app (web/build); if unset, the API serves no pages"),
	DATABASE_URL: z.string().default("postgres://timbre:timbre@127.0.0.1:4432/timbre"),
	DATABASE_POOL: z.coerce.number().int().min(1).default(10),
	DATABASE_WAIT_SECONDS: z.coerce
		.number()
		.min(0.1)
		.default(10)
		.describe("how long a request waits for a database connection before it fails with system_busy"),
	RESTATE_INGRESS_URL: z.url().default("http://127.0.0.1:4404"),
	RESTATE_ADMIN_URL: z.url().default("http://127.0.0.1:4405"),
	WORKER_HOST: z
		.string()
		.default("127.0.0.1")
		.describe("address the worker listens on; must be reachable only by Restate"),
	WORKER_PORT: port.default(4403),
	WORKER_URL: z.url().default("http://127.0.0.1:4403").describe("URL where Restate reaches the worker"),
	SPEECH_NODE_PORT: port.default(4402),
	SPEECH_NODE_HOST: z.string().default("127.0.0.1"),
	SPEECH_NODE_URLS: list.default(["http://127.0.0.1:4402"]).describe("comma-separated URLs of the speech nodes"),
	SPEECH_NODE_TOKEN: z.string().optional().describe("shared secret of API, worker and speech nodes"),
	SPEECH_ENGINES: list
		.default(["kokoro", "piper", "espeak"])
		.describe("engines that a speech node runs: kokoro, piper, espeak, zipvoice, openai, fake"),
	TRANSCRIBER: z
		.enum(["real", "fake"])
		.default("real")
		.describe("transcriber of a speech node; fake works only with the fake engine (tests)"),
	SPEECH_THREADS: z.coerce.number().int().min(0).default(0).describe("inference threads; 0 uses all cores"),
	SPEECH_QUEUE: z.coerce
		.number()
		.int()
		.min(1)
		.default(64)
		.describe("requests a speech node accepts at once, however short their wait, before it responds with busy"),
	SPEECH_WAIT_SECONDS: z.coerce
		.number()
		.min(1)
		.default(30)
		.describe(
			"a speech node responds with busy if a request would wait longer than this, estimated from its measured speed",
		),
	SPEECH_VISITORS: z.coerce
		.number()
		.int()
		.min(1)
		.default(4)
		.describe("visitors without an account that a speech node serves at once; customers always come first"),
	MODELS_DIR: z
		.string()
		.optional()
		.describe("folder for model weights; defaults to timbre/models in the user's cache folder"),
	CONVERSION_MODEL: z
		.string()
		.optional()
		.describe("folder with a voice conversion model (model.onnx and model.json) for the voice changer"),
	OPENAI_SPEECH_URL: z.url().optional().describe("base URL of a server that implements POST /v1/audio/speech"),
	OPENAI_SPEECH_KEY: z.string().optional(),
	OPENAI_SPEECH_MODEL: z.string().default("kokoro"),
	OPENAI_SPEECH_VOICES: list.default([]),
	LANGUAGE_MODEL_URL: z
		.url()
		.optional()
		.describe(
			"base URL of a server that implements POST /chat/completions, such as http://127.0.0.1:11434/v1; Studio asks it who speaks lines that its rules are unsure of",
		),
	LANGUAGE_MODEL_KEY: z.string().optional(),
	LANGUAGE_MODEL: z.string().default("llama3.1").describe("name of the language model"),
	FAKE_REALTIME: z.stringbool().default(false).describe("makes the fake engine generate in real time (load tests)"),
	FAKE_DELAY_MS: z.coerce
		.number()
		.int()
		.min(0)
		.default(0)
		.describe("delay of the fake engine before each segment (kill tests)"),
	FAKE_SAMPLE_RATE: z.coerce
		.number()
		.int()
		.min(8_000)
		.default(24_000)
		.describe("sample rate of the fake engine (load tests)"),
	FAKE_PARALLEL: z.coerce
		.number()
		.int()
		.min(1)
		.default(1000)
		.describe("segments the fake engine generates at once (load tests)"),
	STORAGE_DIR: z.string().default(".data/storage").describe("folder for audio, unless S3_BUCKET is set"),
	S3_BUCKET: z.string().optional(),
	S3_ENDPOINT: z.url().optional(),
	S3_REGION: z.string().default("us-east-1"),
	S3_ACCESS_KEY_ID: z.string().optional(),
	S3_SECRET_ACCESS_KEY: z.string().optional(),
	RATE_LIMIT_STORE: z
		.enum(["memory", "postgres"])
		.default("memory")
		.describe("use postgres if several API processes share the limits"),
	LEASE_SECONDS: z.coerce
		.number()
		.int()
		.min(2)
		.default(30)
		.describe("a generation is settled if its process sends no heartbeat for this long"),
	REALTIME_IDLE_SECONDS: z.coerce
		.number()
		.min(1)
		.default(60)
		.describe("a realtime transcription without audio for this long ends"),
	REALTIME_SESSION_SECONDS: z.coerce.number().min(1).default(10_800).describe("the longest realtime transcription"),
	HISTORY_UNDO_SECONDS: z.coerce
		.number()
		.int()
		.min(0)
		.default(600)
		.describe("how long a deleted history item can be restored before it and its audio are deleted for good"),
	HISTORY_EXPORT_SECONDS: z.coerce
		.number()
		.int()
		.min(1)
		.default(86_400)
		.describe("how long a finished history export is kept"),
	SMTP_URL: z
		.string()
		.regex(/^smtps?:\/\//, "must be smtp://user:password@host:port or smtps://…")
		.optional()
		.describe("mail server; if unset, emails are stored in the database but never sent"),
	MAIL_FROM: mailAddress.default("Timbre <timbre@localhost>").describe("sender of all emails"),
	MAIL_TO_OPERATOR: mailAddress
		.default("operator@localhost")
		.describe("receives the messages sent through the contact forms; required with SMTP_URL"),
	INTERNAL_EMAIL_DOMAIN: z
		.string()
		.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, "must be a domain, such as example.com")
		.transform((domain) => domain.toLowerCase())
		.optional()
		.describe("users with a verified email address at this domain are staff; if unset, nobody is"),
	WEBHOOK_RETRY_SECONDS: list
		.transform((items) => items.map(Number))
		.refine((seconds) => seconds.every((delay) => delay >= 0), "must be numbers, such as 5,30,120")
		.default([5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200])
		.describe("delays after each failed delivery attempt of a webhook"),
	WEBHOOK_DISABLE_FAILURES: z.coerce
		.number()
		.int()
		.min(1)
		.default(10)
		.describe("consecutive failures after which a webhook is disabled"),
	WEBHOOK_DISABLE_SECONDS: z.coerce
		.number()
		.int()
		.min(0)
		.default(86_400)
		.describe("minimum time a webhook must have been failing before it is disabled"),
	WEBHOOK_PRIVATE: z
		.stringbool()
		.optional()
		.describe(
			"allows webhooks to, and files from, http and private addresses; if unset, only in development on localhost",
		),
	SSO_INTERNAL_ORIGINS: list
		.default([])
		.describe("comma-separated origins of identity providers on your private network (https://id.example.internal)"),
	GOOGLE_CLIENT_ID: z.string().optional().describe("lets users sign in with Google (docs/operations.md)"),
	GOOGLE_CLIENT_SECRET: z.string().optional(),
	MICROSOFT_CLIENT_ID: z.string().optional().describe("lets users sign in with Microsoft"),
	MICROSOFT_CLIENT_SECRET: z.string().optional(),
	MICROSOFT_TENANT_ID: z
		.string()
		.default("common")
		.describe(
			"tenant whose users can sign in, or consumers for personal accounts; with common or organizations, only addresses that Microsoft reports as verified",
		),
	GITHUB_CLIENT_ID: z.string().optional().describe("lets users sign in with GitHub"),
	GITHUB_CLIENT_SECRET: z.string().optional(),
	OIDC_ISSUER: z.url().optional().describe("lets users sign in with your own OpenID Connect provider"),
	OIDC_CLIENT_ID: z.string().optional(),
	OIDC_CLIENT_SECRET: z.string().optional(),
	OIDC_NAME: z.string().min(1).max(40).default("OpenID Connect").describe("name of that provider on its button"),
	DNS_SERVERS: list.default([]).describe("DNS servers used to verify customers' domains; defaults to the system's"),
	ANALYTICS: z
		.stringbool()
		.default(false)
		.describe("counts visits in this server's own database and asks for consent where required; false counts nothing"),
	PRIVACY_EXPORT_SECONDS: z.coerce
		.number()
		.int()
		.min(1)
		.default(604_800)
		.describe("how long an export of all of a user's data is kept"),
	MODERATION_LIST: z
		.string()
		.optional()
		.describe("file with additional rules for voices under live moderation (docs/moderation.md)"),
	VOICE_MATCH_TRIES: z.coerce
		.number()
		.int()
		.min(1)
		.default(24)
		.describe(
			"blends tried for an instant voice, and three times as many for a professional one; more is closer but slower",
		),
	FEATURE_FEEDBACK: z.stringbool().default(true).describe("asks users to rate generations"),
	FEATURE_CLONE_CAPTCHA_WAITS: z
		.stringbool()
		.default(true)
		.describe("holds back the captcha dialog while a voice is being created from recordings"),
});

export type Config = z.output<typeof configSchema> & { MODELS_DIR: string };

type Environment = Record<string, string | undefined>;

/** Outside the repository, so several clones share the model weights. */
export function modelsDir(environment: Environment): string {
	return environment.MODELS_DIR || join(environment.XDG_CACHE_HOME || join(homedir(), ".cache"), "timbre", "models");
}

const secretNames = /SECRET|KEY|TOKEN|PASSWORD|DATABASE_URL|SMTP_URL/;

export function loadConfig(environment: Environment = process.env): Config {
	const present = Object.fromEntries(
		Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
	);
	const result = configSchema.safeParse(present);
	if (!result.success) {
		const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
		throw new Error(`Invalid configuration:\n${lines.join("\n")}`);
	}
	if (result.data.NODE_ENV === "production" && present.AUTH_SECRET === undefined) {
		throw new Error("AUTH_SECRET is not set. In production, set it to a random string of at least 32 characters.");
	}
	if (result.data.NODE_ENV === "production" && usesPlainHttp(result.data) && !result.data.ALLOW_HTTP) {
		throw new Error(
			`PUBLIC_URL is ${result.data.PUBLIC_URL}. In production, use https: passwords and sessions would be readable on the network. Plain http is allowed on localhost. On a home network that you trust, set ALLOW_HTTP=true.`,
		);
	}
	if (result.data.SIGN_UP === "domain" && (present.SIGN_UP_DOMAINS === undefined || present.SMTP_URL === undefined)) {
		throw new Error(
			"SIGN_UP=domain needs SIGN_UP_DOMAINS and SMTP_URL. Without a mail server, addresses are not verified.",
		);
	}
	for (const name of ["GOOGLE", "MICROSOFT", "GITHUB", "OIDC"]) {
		const names = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`, ...(name === "OIDC" ? ["OIDC_ISSUER"] : [])];
		const missing = names.filter((setting) => present[setting] === undefined);
		if (missing.length > 0 && missing.length < names.length)
			throw new Error(`Sign-in with ${name} needs ${names.join(", ")}. Missing: ${missing.join(", ")}.`);
	}
	if (result.data.SMTP_URL !== undefined && present.MAIL_TO_OPERATOR === undefined) {
		throw new Error(
			"SMTP_URL is set but MAIL_TO_OPERATOR is not. Set it to the address that receives contact form messages.",
		);
	}
	return { ...result.data, MODELS_DIR: modelsDir(environment) };
}

/** Whether people reach the product over a network without https. */
export function usesPlainHttp({ PUBLIC_URL }: Pick<Config, "PUBLIC_URL">): boolean {
	const { protocol, hostname } = new URL(PUBLIC_URL);
	return protocol !== "https:" && !isLoopbackHost(hostname);
}

/** The settings with secrets masked, for the startup log. */
export function describeConfig(config: Config): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(config).map(([name, value]) => [
			name,
			value !== undefined && secretNames.test(name) ? "***" : value,
		]),
	);
}
