import { expect, test } from "vitest";
import { describeConfig, loadConfig, usesPlainHttp } from "./config.ts";

test("an empty environment is a valid development configuration", () => {
	const config = loadConfig({});
	expect(config.PORT).toBe(4400);
	expect(config.SPEECH_ENGINES).toEqual(["kokoro", "piper", "espeak"]);
	expect(config.TRANSCRIBER).toBe("real");
});

test("an invalid value is named in the error", () => {
	expect(() => loadConfig({ PORT: "many" })).toThrow(/Invalid configuration[\s\S]*PORT/);
});

test("production rejects the default secret", () => {
	expect(() => loadConfig({ NODE_ENV: "production" })).toThrow("AUTH_SECRET");
	expect(() => loadConfig({ NODE_ENV: "production", AUTH_SECRET: "short" })).toThrow("AUTH_SECRET");
});

test("production requires https, except on this machine", () => {
	const load = (PUBLIC_URL: string) => loadConfig({ NODE_ENV: "production", AUTH_SECRET: "s".repeat(32), PUBLIC_URL });
	expect(() => load("http://voice.example.com")).toThrow("PUBLIC_URL");
	expect(() => load("http://192.168.1.20:4400")).toThrow("PUBLIC_URL");
	for (const url of [
		"https://voice.example.com",
		"http://localhost:4400",
		"http://127.0.0.1:4400",
		"http://[::1]:4400",
	])
		expect(load(url).PUBLIC_URL).toBe(url);
});

test("ALLOW_HTTP allows plain http on a network in production", () => {
	const settings = { NODE_ENV: "production", AUTH_SECRET: "s".repeat(32), PUBLIC_URL: "http://192.168.1.20:4400" };
	expect(() => loadConfig(settings)).toThrow("ALLOW_HTTP=true");
	const config = loadConfig({ ...settings, ALLOW_HTTP: "true" });
	expect([config.PUBLIC_URL, usesPlainHttp(config)]).toEqual(["http://192.168.1.20:4400", true]);
	expect(usesPlainHttp({ PUBLIC_URL: "http://localhost:4400" })).toBe(false);
	expect(usesPlainHttp({ PUBLIC_URL: "https://voice.example.com" })).toBe(false);
});

test("secrets are masked when the configuration is logged", () => {
	const shown = JSON.stringify(
		describeConfig(
			loadConfig({
				AUTH_SECRET: "s".repeat(32),
				S3_SECRET_ACCESS_KEY: "hush-hush",
				DATABASE_URL: "postgres://u:hush-hush@h/d",
			}),
		),
	);
	expect(shown).not.toContain("sssss");
	expect(shown).not.toContain("hush-hush");
});

test("requires both the id and the secret of a provider for social sign-in", () => {
	expect(() => loadConfig({ GOOGLE_CLIENT_ID: "id" })).toThrow("Missing: GOOGLE_CLIENT_SECRET");
	expect(() => loadConfig({ OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret" })).toThrow("Missing: OIDC_ISSUER");
	expect(loadConfig({ GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" }).GITHUB_CLIENT_ID).toBe("id");
});
