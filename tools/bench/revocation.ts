// npm run bench:revocation: how long a voice is still heard after its speaker has taken the permission back, across two api processes.
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
	/** From the moment in which the revocation was sent, at each api. */
	refusedMs: number[];
	/** Until a stream that was running fell silent, at each api. */
	silentMs: number[];
	/** Requests that began after the revocation was answered and still got sound. */
	servedLate: number;
	/** The same after each api had refused once. */
	servedAgain: number;
	/** Streams that were heard to their end all the same. */
	complete: number;
	revokeMs: number;
};
export type RevocationResult = RevocationOptions & { loadAverage: number[]; results: Revoked[] };

export const longestMs = 2_000;
const pollMs = 50;
/** Heard as fast as it is spoken: longer than anything that is waited for here. */
const streamed = "It goes on and on, at the pace of a person, until somebody says that it must not any more. ".repeat(
	8,
);

const at = (values: readonly number[], part: number) =>
	values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** A voice that was matched to somebody who has allowed its use. */
export async function lentVoice({ db, person }: Pick<Harness, "db" | "person">): Promise<string> {
	const id = newId();
	await db
		.insertInto("voice")
		.values({
			id,
			workspace_id: person.workspaceId,
			created_by: person.userId,
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
			workspace_id: person.workspaceId,
			voice_id: id,
			given_by: person.userId,
			sentence: "I allow the use of my voice.",
			scope: ["workspace"],
			recording_key: `voices/${person.workspaceId}/${id}/none`,
			heard: "I allow the use of my voice.",
			word_error_rate: 0,
			similarity: 1,
		})
		.execute();
	return id;
}

/** What was answered; 0 when the sound was cut off in the middle. */
async function speak(apiUrl: string, apiKey: string, voiceId: string, text: string): Promise<number> {
	const answer = await fetch(`${apiUrl}/v1/text-to-speech/${voiceId}?output_format=pcm_8000`, {
		method: "POST",
		headers: { "xi-api-key": apiKey, "content-type": "application/json" },
		body: JSON.stringify({ text }),
	});
	return answer.arrayBuffer().then(
		() => answer.status,
		() => 0,
	);
}

async function revokeOne(harness: Harness, apis: readonly string[], turn: number): Promise<Revoked> {
	const { apiKey } = harness.person;
	const voiceId = await lentVoice(harness);
	const kept = `Kept of ${voiceId}.`;
	for (const api of [...apis, ...apis]) {
		const status = await speak(api, apiKey, voiceId, kept);
		if (status !== 200) throw new Error(`the voice did not speak before it was revoked: ${status}`);
	}
	const streams = apis.map((apiUrl) => listen({ apiUrl, apiKey, voiceId, text: streamed, format: "pcm_8000" }));
	while (streams.some(({ bytes, status }) => bytes === 0 && (status ?? 200) === 200)) await sleep(10);
	if (streams.some(({ status }) => status !== 200)) throw new Error("a stream did not begin");

	const sent = performance.now();
	let answered = Number.POSITIVE_INFINITY;
	const revoking = fetch(`${apis[turn % apis.length]}/v1/voices/${voiceId}/consent`, {
		method: "DELETE",
		headers: { "xi-api-key": apiKey },
	}).then(async (answer) => {
		if (!answer.ok) throw new Error(`the revocation was refused: ${answer.status} ${await answer.text()}`);
		answered = performance.now();
	});
	let servedLate = 0;
	const refusals = apis.map(async (api) => {
		for (;;) {
			const began = performance.now();
			const status = await speak(api, apiKey, voiceId, kept);
			if (status >= 500) throw new Error(`the api failed: ${status}`);
			if (status >= 400) return performance.now() - sent;
			if (status === 200 && began > answered) servedLate++;
			if (began - sent > 10 * longestMs) return Number.POSITIVE_INFINITY;
			await sleep(pollMs);
		}
	});
	const silences = streams.map(async ({ done }) => {
		const { ended } = await done;
		return { ended, ms: performance.now() - sent };
	});
	await revoking;
	const refusedMs = await Promise.all(refusals);
	const silent = await Promise.all(silences);
	const servedAgain = (await Promise.all(apis.map((api) => speak(api, apiKey, voiceId, kept)))).filter(
		(status) => status === 200,
	);
	return {
		refusedMs,
		silentMs: silent.map(({ ms }) => ms),
		servedLate,
		servedAgain: servedAgain.length,
		complete: silent.filter(({ ended }) => ended === "complete").length,
		revokeMs: answered - sent,
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

export function faultsOf({ results }: RevocationResult): string[] {
	const faults: string[] = [];
	const goal = (what: string, figures: number[]) => {
		const p99 = at(figures, 0.99);
		if (!(p99 <= longestMs)) faults.push(`${what} took ${Math.round(p99)} ms in the 99th of a hundred`);
	};
	goal(
		"the refusal of new requests",
		all(results, ({ refusedMs }) => refusedMs),
	);
	goal(
		"the end of running streams",
		all(results, ({ silentMs }) => silentMs),
	);
	const complete = sum(results, (one) => one.complete);
	if (complete > 0) faults.push(`${complete} streams of a revoked voice were heard to their end`);
	const late = sum(results, ({ servedLate }) => servedLate);
	if (late > 0)
		faults.push(`${late} kept sentences were served to requests that began after the revocation was answered`);
	const again = sum(results, ({ servedAgain }) => servedAgain);
	if (again > 0) faults.push(`${again} kept sentences of a revoked voice were served after they had been refused`);
	return faults;
}

export function describeResult({ revocations, atOnce, results, loadAverage }: RevocationResult): string {
	const line = (what: string, figures: number[]) =>
		`${what.padEnd(52)}${[0.5, 0.95, 0.99, 1].map((part) => at(figures, part).toFixed(0).padStart(8)).join("")}`;
	return [
		`${revocations} revocations, ${atOnce} at once, two api processes; load average ${loadAverage.map((value) => value.toFixed(1)).join(" ")}`,
		`${"ms from sending the revocation to".padEnd(52)}${["p50", "p95", "p99", "most"].map((name) => name.padStart(8)).join("")}`,
		line(
			"its answer",
			results.map(({ revokeMs }) => revokeMs),
		),
		line(
			"the refusal of a kept sentence, both apis",
			all(results, ({ refusedMs }) => refusedMs),
		),
		line(
			"the end of a running stream, both apis",
			all(results, ({ silentMs }) => silentMs),
		),
		`kept sentences served to requests that began after the answer: ${sum(results, ({ servedLate }) => servedLate)}`,
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
	const faults = faultsOf(result);
	printFigures(describeResult(result));
	printFigures(faults.length === 0 ? "every goal is met" : faults.join("\n"));
	await mkdir(join(ROOT, "reports"), { recursive: true });
	await writeFile(join(ROOT, "reports/bench-revocation.json"), JSON.stringify({ ...result, faults }, undefined, "\t"));
	process.exitCode = faults.length === 0 ? 0 : 1;
}
