import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);
const list = z.string().transform((value) =>
	value
		.split(",")
		.map((item) => item.trim())
		.filter((item) => item !== ""),
);

const mailAddress = z
	.string()
	.regex(/^(?:[^<>\p{Cc}]* )?<?[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+>?$/u, "write name@host, or Name <name@host>");

/** Every setting, with the default that makes `npm run dev` work on a bare machine. The only place that reads the environment. */
export const configSchema = z.object({
	NODE_ENV: z
		.enum(["development", "test", "production"])
		.default("development")
		.describe("production turns answer checks off and secure cookies on"),
	LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
	HOST: z.string().default("127.0.0.1").describe("address the api listens on"),
	PORT: port.default(4400).describe("port of the api"),
	PUBLIC_URL: z.url().default("http://localhost:4400").describe("where browsers reach the product"),
	AUTH_SECRET: z
		.string()
		.min(32)
		.default("development-only-secret-change-me-please")
		.describe("signs sessions; at least 32 characters, required in production"),
	TRUST_PROXY: z.stringbool().default(false).describe("true behind a load balancer that sets X-Forwarded-For"),
	REQUEST_SECONDS: z.coerce
		.number()
		.int()
		.min(1)
		.default(300)
		.describe("how long a request may take to arrive, body and all; uploads over slow lines need minutes"),
	WEB_BUILD_DIR: z
		.string()
		.optional()
		.describe("folder of the built web app (web/build); unset: the api serves no pages"),
	DATABASE_URL: z.string().default("postgres://timbre:timbre@127.0.0.1:4432/timbre"),
	DATABASE_POOL: z.coerce.number().int().min(1).default(10),
	DATABASE_WAIT_SECONDS: z.coerce
		.number()
		.min(0.1)
		.default(10)
		.describe("how long a request waits for a database connection before it is told to come back"),
	RESTATE_INGRESS_URL: z.url().default("http://127.0.0.1:4404"),
	RESTATE_ADMIN_URL: z.url().default("http://127.0.0.1:4405"),
	WORKER_HOST: z
		.string()
		.default("127.0.0.1")
		.describe("address the worker listens on; only the durable engine may reach it"),
	WORKER_PORT: port.default(4403),
	WORKER_URL: z.url().default("http://127.0.0.1:4403").describe("where the durable engine reaches the worker"),
	SPEECH_NODE_PORT: port.default(4402),
	SPEECH_NODE_HOST: z.string().default("127.0.0.1"),
	SPEECH_NODE_URLS: list.default(["http://127.0.0.1:4402"]).describe("speech nodes, comma separated"),
	SPEECH_NODE_TOKEN: z.string().optional().describe("shared secret between api, worker and speech nodes"),
	SPEECH_ENGINES: list
		.default(["kokoro", "piper", "espeak"])
		.describe("engines a speech node runs: kokoro, piper, espeak, zipvoice, openai, fake"),
	TRANSCRIBER: z
		.enum(["real", "fake"])
		.default("real")
		.describe("what a speech node transcribes with; fake understands only the fake engine (tests)"),
	SPEECH_THREADS: z.coerce.number().int().min(0).default(0).describe("threads for inference; 0: all cores"),
	SPEECH_QUEUE: z.coerce
		.number()
		.int()
		.min(1)
		.default(64)
		.describe("requests a speech node holds at once before it answers busy"),
	SPEECH_VISITORS: z.coerce
		.number()
		.int()
		.min(1)
		.default(4)
		.describe("visitors without an account whom a speech node serves at once, behind every customer"),
	MODELS_DIR: z.string().optional().describe("cache of model weights; unset: timbre/models in the user's cache folder"),
	OPENAI_SPEECH_URL: z.url().optional().describe("a server that speaks POST /v1/audio/speech"),
	OPENAI_SPEECH_KEY: z.string().optional(),
	OPENAI_SPEECH_MODEL: z.string().default("kokoro"),
	OPENAI_SPEECH_VOICES: list.default([]),
	FAKE_REALTIME: z.stringbool().default(false).describe("the fake engine speaks at real-time pace (load tests)"),
	FAKE_DELAY_MS: z.coerce
		.number()
		.int()
		.min(0)
		.default(0)
		.describe("the fake engine thinks so long before each segment (kill tests)"),
	FAKE_SAMPLE_RATE: z.coerce
		.number()
		.int()
		.min(8_000)
		.default(24_000)
		.describe("the fake engine's own rate (load tests)"),
	FAKE_PARALLEL: z.coerce
		.number()
		.int()
		.min(1)
		.default(1000)
		.describe("segments the fake engine speaks at once (load tests)"),
	STORAGE_DIR: z.string().default(".data/storage").describe("audio on disk, unless S3_BUCKET is set"),
	S3_BUCKET: z.string().optional(),
	S3_ENDPOINT: z.url().optional(),
	S3_REGION: z.string().default("us-east-1"),
	S3_ACCESS_KEY_ID: z.string().optional(),
	S3_SECRET_ACCESS_KEY: z.string().optional(),
	RATE_LIMIT_STORE: z
		.enum(["memory", "postgres"])
		.default("memory")
		.describe("postgres when several api processes share the limits"),
	LEASE_SECONDS: z.coerce
		.number()
		.int()
		.min(2)
		.default(30)
		.describe("a generation whose process gave no sign for so long is settled"),
	HISTORY_UNDO_SECONDS: z.coerce
		.number()
		.int()
		.min(0)
		.default(600)
		.describe("how long a deleted history item can be brought back before it and its audio are gone"),
	HISTORY_EXPORT_SECONDS: z.coerce
		.number()
		.int()
		.min(1)
		.default(86_400)
		.describe("how long a finished archive of the history is kept"),
	SMTP_URL: z
		.string()
		.regex(/^smtps?:\/\//, "write smtp://user:password@host:port, or smtps://")
		.optional()
		.describe("mail server; unset: mails are kept in the database and nobody is told"),
	MAIL_FROM: mailAddress.default("Timbre <timbre@localhost>").describe("sender of the mails"),
	MAIL_TO_OPERATOR: mailAddress
		.default("operator@localhost")
		.describe("who reads what is sent by the forms of the public pages; required with SMTP_URL"),
	INTERNAL_EMAIL_DOMAIN: z
		.string()
		.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, "write a domain, such as example.com")
		.transform((domain) => domain.toLowerCase())
		.optional()
		.describe("whoever has a verified address of this domain is staff; unset: nobody is"),
	WEBHOOK_RETRY_SECONDS: list
		.transform((items) => items.map(Number))
		.refine((seconds) => seconds.every((one) => one >= 0), "write numbers, as 5,30,120")
		.default([5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200])
		.describe("how long a webhook's delivery waits after each attempt that failed"),
	WEBHOOK_DISABLE_FAILURES: z.coerce
		.number()
		.int()
		.min(1)
		.default(10)
		.describe("a webhook that failed so often in a row is switched off"),
	WEBHOOK_DISABLE_SECONDS: z.coerce
		.number()
		.int()
		.min(0)
		.default(86_400)
		.describe("and only when it has been failing for so long"),
	WEBHOOK_PRIVATE: z
		.stringbool()
		.optional()
		.describe(
			"true lets webhooks call http and addresses inside your network; unset: only in development on localhost",
		),
	SSO_INTERNAL_ORIGINS: list
		.default([])
		.describe("identity providers on the own network, as origins (https://id.example.internal), comma separated"),
	DNS_SERVERS: list
		.default([])
		.describe("name servers that are asked for the records of customers' domains; unset: those of the system"),
	ANALYTICS: z
		.stringbool()
		.default(false)
		.describe(
			"counts visits in this server's own database, after asking where that is needed; false: counts nothing, asks nobody",
		),
	PRIVACY_EXPORT_SECONDS: z.coerce
		.number()
		.int()
		.min(1)
		.default(604_800)
		.describe("how long an archive of all of a person's data is kept"),
	MODERATION_LIST: z
		.string()
		.optional()
		.describe("file of rules for voices under live moderation, beside those built in (docs/moderation.md)"),
	VOICE_MATCH_TRIES: z.coerce
		.number()
		.int()
		.min(1)
		.default(24)
		.describe("mixes tried for an instant voice, thrice as many for a professional one; more is closer, slower"),
	FEATURE_FEEDBACK: z.stringbool().default(true).describe("asks listeners how good a generation is"),
	FEATURE_CLONE_CAPTCHA_WAITS: z
		.stringbool()
		.default(true)
		.describe("no captcha dialog on top while a voice is being made from recordings"),
});

export type Config = z.output<typeof configSchema> & { MODELS_DIR: string };

type Environment = Record<string, string | undefined>;

/** Outside the clone, so that several clones share one set of weights. */
export function modelsDir(environment: Environment): string {
	return environment.MODELS_DIR || join(environment.XDG_CACHE_HOME || join(homedir(), ".cache"), "timbre", "models");
}

const secrets = /SECRET|KEY|TOKEN|PASSWORD|DATABASE_URL|SMTP_URL/;

export function loadConfig(environment: Environment = process.env): Config {
	const present = Object.fromEntries(
		Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
	);
	const result = configSchema.safeParse(present);
	if (!result.success) {
		const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
		throw new Error(`The configuration is not valid:\n${lines.join("\n")}`);
	}
	if (result.data.NODE_ENV === "production" && present.AUTH_SECRET === undefined) {
		throw new Error("AUTH_SECRET is not set. In production it must be a random string of at least 32 characters.");
	}
	if (result.data.SMTP_URL !== undefined && present.MAIL_TO_OPERATOR === undefined) {
		throw new Error("SMTP_URL is set, MAIL_TO_OPERATOR is not: say who reads what the forms of the public pages send.");
	}
	return { ...result.data, MODELS_DIR: modelsDir(environment) };
}

/** For the log at start: what is set, secrets masked. */
export function describeConfig(config: Config): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(config).map(([name, value]) => [name, value !== undefined && secrets.test(name) ? "***" : value]),
	);
}
