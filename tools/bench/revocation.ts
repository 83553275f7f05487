// npm run bench:revocation: measures how long a voice can still be used after its consent is revoked, with two api processes.
//   --revocations 200   --at-once 10
import { mkdir, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { newId } from "@timbre/server/core/ids.ts";
import { printFigures } from "../ci/figures.ts";
import { ROOT } from "../generated.ts";
import { freePorts } from "../stack/ports.ts";
import { apiReady, startRole } from "../stack/roles.ts";
import { type Harness, startHarness } from "./harness.ts";
import { listen } from "./listener.ts";

export type RevocationOptions = { revocations: number; atOnce: number };

type Revoked = {
	/** Time from sending the revocation until each api rejects new requests. */
	rejectedMs: number[];
	/** Time until a running stream ended, at each api. */
	endedMs: number[];
	/** Requests that started after the revocation response and still got audio. */
	servedLate: number;
	/** The same after each api had rejected one request. */
	servedAgain: number;
	/** Streams that still completed. */
	complete: number;
	revokeMs: number;
};
export type RevocationResult = RevocationOptions & { loadAverage: number[]; results: Revoked[] };

export const maxMs = 2_000;
const pollMs = 50;
/** At real-time pace, this lasts longer than any wait in this benchmark. */
const streamed = "It goes on and on, at the pace of a person, until somebody says that it must not any more. ".repeat(
	8,
);

const at = (values: readonly number[], part: number) =>
	values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** Inserts a matched voice with consent. */
export async function insertConsentedVoice({ db, user }: Pick<Harness, "db" | "user">): Promise<string> {
	const id = newId();
	await db
		.insertInto("voice")
		.values({
			id,
			workspace_id: user.workspaceId,
			created_by: user.userId,
			name: `Lent ${id}`,
			category: "cloned",
			language: "en-US",
			engine: "fake",
			speaker: "tone-low",
			origin: "matched",
			requires_verification: true,
			verified_at: new Date(),
		})
		.execute();
	await db
		.insertInto("voice_consent")
		.values({
			id: newId(),
			workspace_id: user.workspaceId,
			voice_id: id,
			given_by: user.userId,
			sentence: "I allow the use of my voice.",
			scope: ["workspace"],
			recording_key: `voices/${user.workspaceId}/${id}/none`,
			heard: "I allow the use of my voice.",
			word_error_rate: 0,
			similarity: 1,
		})
		.execute();
	return id;
}

/** Returns the status, or 0 if the audio was cut off. */
async function speak(apiUrl: string, apiKey: string, voiceId: string, text: string): Promise<number> {
	const response = await fetch(`${apiUrl}/v1/text-to-speech/${voiceId}?output_format=pcm_8000`, {
		method: "POST",
		headers: { "xi-api-key": apiKey, "content-type": "application/json" },
		body: JSON.stringify({ text }),
	});
	return response.arrayBuffer().then(
		() => response.status,
		() => 0,
	);
}

async function revokeOne(harness: Harness, apis: readonly string[], index: number): Promise<Revoked> {
	const { apiKey } = harness.user;
	const voiceId = await insertConsentedVoice(harness);
	const stored = `Stored for ${voiceId}.`;
	for (const api of [...apis, ...apis]) {
		const status = await speak(api, apiKey, voiceId, stored);
		if (status !== 200) throw new Error(`the voice failed before it was revoked: ${status}`);
	}
	const streams = apis.map((apiUrl) => listen({ apiUrl, apiKey, voiceId, text: streamed, format: "pcm_8000" }));
	while (streams.some(({ bytes, status }) => bytes === 0 && (status ?? 200) === 200)) await sleep(10);
	if (streams.some(({ status }) => status !== 200)) throw new Error("a stream did not start");

	const sent = performance.now();
	let respondedAt = Number.POSITIVE_INFINITY;
	const revoking = fetch(`${apis[index % apis.length]}/v1/voices/${voiceId}/consent`, {
		method: "DELETE",
		headers: { "xi-api-key": apiKey },
	}).then(async (response) => {
		if (!response.ok) throw new Error(`the revocation failed: ${response.status} ${await response.text()}`);
		respondedAt = performance.now();
	});
	let servedLate = 0;
	const rejections = apis.map(async (api) => {
		for (;;) {
			const startedAt = performance.now();
			const status = await speak(api, apiKey, voiceId, stored);
			if (status >= 500) throw new Error(`the api failed: ${status}`);
			if (status >= 400) return performance.now() - sent;
			if (status === 200 && startedAt > respondedAt) servedLate++;
			if (startedAt - sent > 10 * maxMs) return Number.POSITIVE_INFINITY;
			await sleep(pollMs);
		}
	});
	const endings = streams.map(async ({ done }) => {
		const { ended } = await done;
		return { ended, ms: performance.now() - sent };
	});
	await revoking;
	const rejectedMs = await Promise.all(rejections);
	const ended = await Promise.all(endings);
	const servedAgain = (await Promise.all(apis.map((api) => speak(api, apiKey, voiceId, stored)))).filter(
		(status) => status === 200,
	);
	return {
		rejectedMs,
		endedMs: ended.map(({ ms }) => ms),
		servedLate,
		servedAgain: servedAgain.length,
		complete: ended.filter(({ ended }) => ended === "complete").length,
		revokeMs: respondedAt - sent,
	};
}

export async function benchRevocation(options: RevocationOptions): Promise<RevocationResult> {
	const harness = await startHarness({
		engines: "fake",
		env: { FAKE_REALTIME: "true", FAKE_SAMPLE_RATE: "8000", NODE_ENV: "production" },
	});
	const { web: port } = await freePorts();
	const second = `http://127.0.0.1:${port}`;
	const program = startRole("api", {
		env: { ...harness.stack.env, PORT: String(port) },
		watch: false,
		ready: () => apiReady(second),
		onLine: () => {},
	});
	try {
		await program.waitReady();
		const apis = [harness.stack.apiUrl, second];
		await revokeOne(harness, apis, 0);
		const results: Revoked[] = [];
		while (results.length < options.revocations) {
			const size = Math.min(options.atOnce, options.revocations - results.length);
			const round = Array.from({ length: size }, (_, index) => revokeOne(harness, apis, results.length + index));
			results.push(...(await Promise.all(round)));
		}
		return { ...options, loadAverage: loadavg(), results };
	} finally {
		await program.stop();
		await harness.stop();
	}
}

const all = (results: readonly Revoked[], pick: (one: Revoked) => number[]) => results.flatMap(pick);
const sum = (results: readonly Revoked[], pick: (one: Revoked) => number) =>
	results.reduce((total, one) => total + pick(one), 0);

export function failedGoals({ results }: RevocationResult): string[] {
	const failures: string[] = [];
	const goal = (what: string, figures: number[]) => {
		const p99 = at(figures, 0.99);
		if (!(p99 <= maxMs)) failures.push(`${what} took ${Math.round(p99)} ms (p99)`);
	};
	goal(
		"rejecting new requests",
		all(results, ({ rejectedMs }) => rejectedMs),
	);
	goal(
		"ending running streams",
		all(results, ({ endedMs }) => endedMs),
	);
	const complete = sum(results, (one) => one.complete);
	if (complete > 0) failures.push(`${complete} streams of a revoked voice completed`);
	const late = sum(results, ({ servedLate }) => servedLate);
	if (late > 0)
		failures.push(`${late} stored sentences were served to requests that started after the revocation response`);
	const again = sum(results, ({ servedAgain }) => servedAgain);
	if (again > 0) failures.push(`${again} stored sentences of a revoked voice were served after a rejection`);
	return failures;
}

export function describeResult({ revocations, atOnce, results, loadAverage }: RevocationResult): string {
	const line = (what: string, figures: number[]) =>
		`${what.padEnd(52)}${[0.5, 0.95, 0.99, 1].map((part) => at(figures, part).toFixed(0).padStart(8)).join("")}`;
	return [
		`${revocations} revocations, ${atOnce} at once, two api processes; load average ${loadAverage.map((value) => value.toFixed(1)).join(" ")}`,
		`${"ms from sending the revocation to".padEnd(52)}${["p50", "p95", "p99", "max"].map((name) => name.padStart(8)).join("")}`,
		line(
			"the response",
			results.map(({ revokeMs }) => revokeMs),
		),
		line(
			"rejecting a stored sentence, both apis",
			all(results, ({ rejectedMs }) => rejectedMs),
		),
		line(
			"ending a running stream, both apis",
			all(results, ({ endedMs }) => endedMs),
		),
		`stored sentences served to requests that started after the response: ${sum(results, ({ servedLate }) => servedLate)}`,
	].join("\n");
}

if (import.meta.main) {
	const { values } = parseArgs({
		options: {
			revocations: { type: "string", default: "200" },
			"at-once": { type: "string", default: "10" },
		},
	});
	const result = await benchRevocation({
		revocations: Number(values.revocations),
		atOnce: Number(values["at-once"]),
	});
	const failures = failedGoals(result);
	printFigures(describeResult(result));
	printFigures(failures.length === 0 ? "all goals met" : failures.join("\n"));
	await mkdir(join(ROOT, "reports"), { recursive: true });
	await writeFile(
		join(ROOT, "reports/bench-revocation.json"),
		JSON.stringify({ ...result, failures }, undefined, "\t"),
	);
	process.exitCode = failures.length === 0 ? 0 : 1;
}
