import { expect, test } from "vitest";
import { describeConfig, loadConfig } from "./config.ts";

test("an empty environment is a working configuration for development", () => {
	const config = loadConfig({});
	expect(config.PORT).toBe(4400);
	expect(config.SPEECH_ENGINES).toEqual(["kokoro", "piper", "espeak"]);
	expect(config.TRANSCRIBER).toBe("real");
});

test("a wrong value is named in a sentence", () => {
	expect(() => loadConfig({ PORT: "many" })).toThrow(/not valid[\s\S]*PORT/);
});

test("production does not start with the secret that is in the source", () => {
	expect(() => loadConfig({ NODE_ENV: "production" })).toThrow("AUTH_SECRET");
	expect(() => loadConfig({ NODE_ENV: "production", AUTH_SECRET: "short" })).toThrow("AUTH_SECRET");
});

test("secrets are masked where the configuration is shown", () => {
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
