import { expect, test } from "vitest";
import { describeConfig, loadConfig } from "./config.ts";

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
