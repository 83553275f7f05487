import { setTimeout as sleep } from "node:timers/promises";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness } from "../../tools/bench/harness.ts";
import { printFigures } from "../../tools/ci/figures.ts";

/** The default timeout of the official SDKs, in seconds. */
const sdkTimeoutSeconds = 240;
const requests = 50;
const maxRetries = 20;

let harness: Harness;
beforeAll(async () => {
	harness = await startHarness({ engines: "real", env: { SPEECH_ENGINES: "kokoro" } });
});
afterAll(async () => harness?.stop());

type Attempt = { status: number; seconds: number; retryAfter: number; code: string };

async function attempt(text: string): Promise<Attempt> {
	const started = performance.now();
	const response = await fetch(`${harness.stack.apiUrl}/v1/text-to-speech/${voiceId("kokoro", "af_heart")}`, {
		method: "POST",
		headers: { "xi-api-key": harness.user.apiKey, "content-type": "application/json" },
		body: JSON.stringify({ text }),
		signal: AbortSignal.timeout(sdkTimeoutSeconds * 1000),
	});
	const body = await response.arrayBuffer();
	const code = response.ok ? "" : JSON.parse(Buffer.from(body).toString()).detail.code;
	const seconds = (performance.now() - started) / 1000;
	return { status: response.status, seconds, retryAfter: Number(response.headers.get("retry-after")), code };
}

test("50 requests at once to one engine: none exceeds the SDKs' timeout, and who comes back after Retry-After is served", {
	timeout: 1_800_000,
}, async () => {
	// The speed of the engine is known after its first sentences.
	await attempt("Warming up the engine. This is a sentence to measure.");
	const started = performance.now();
	const clients = await Promise.all(
		Array.from({ length: requests }, async (_, at) => {
			const attempts: Attempt[] = [];
			for (let retry = 0; retry <= maxRetries; retry++) {
				const result = await attempt(`Request number ${at} asks for one short sentence.`);
				attempts.push(result);
				if (result.status === 200) break;
				await sleep(result.retryAfter * 1000);
			}
			return attempts;
		}),
	);
	const served = clients.filter((attempts) => attempts.at(-1)?.status === 200);
	const rejected = clients.flat().filter(({ status }) => status !== 200);
	const slowest = Math.max(...clients.flat().map(({ seconds }) => seconds));
	const retries = clients.map((attempts) => attempts.length - 1).sort((a, b) => a - b);
	printFigures(
		[
			`served at once: ${clients.filter((attempts) => attempts.length === 1).length} of ${requests}`,
			`served in the end: ${served.length} after ${((performance.now() - started) / 1000).toFixed(0)} s`,
			`slowest response: ${slowest.toFixed(1)} s`,
			`retries per client: median ${retries[requests / 2]}, most ${retries.at(-1)}`,
			`Retry-After: ${Math.min(...rejected.map((one) => one.retryAfter))} to ${Math.max(...rejected.map((one) => one.retryAfter))} s`,
		].join("\n"),
	);
	for (const { code, retryAfter } of rejected) {
		expect(code).toBe("system_busy");
		expect(retryAfter).toBeGreaterThan(0);
	}
	expect(slowest).toBeLessThan(sdkTimeoutSeconds);
	expect(served).toHaveLength(requests);
	expect(retries[requests / 2]).toBeLessThanOrEqual(2);
});
