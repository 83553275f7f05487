import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocumentedOperation, documentedOperations, runSample } from "../code-samples.ts";
import { server } from "./client.ts";
import { recordingOf } from "./recordings.ts";

const samples = await documentedOperations();
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-samples-"));
	const recording = join(folder, "recording.wav");
	await writeFile(recording, await recordingOf("A sentence for every sample that uploads a recording."));
	for (const name of ["interview.mp3", "letter.pdf"]) await copyFile(recording, join(folder, name));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (language: "curl" | "javascript" | "python", sample: DocumentedOperation, curlOptions?: string) =>
	runSample(language, {
		sample,
		url: server.url,
		apiKey: server.samplesKey,
		folder,
		...(curlOptions ? { curlOptions } : {}),
	});

describe("curl samples send valid requests", () => {
	// The example ids of a sample exist on no server, so most samples end with an error about that.
	const needsDomain = "workspace_identityProviders_create";
	const finite = samples.filter(
		({ operation, detail }) => detail.response !== "text/event-stream" && operation.id !== needsDomain,
	);
	test.each(finite.map((sample) => [sample.operation.id, sample] as const))("%s", async (_id, sample) => {
		const status = Number(await run("curl", sample, "--silent --output response --write-out '%{http_code}'"));
		const body = status === 400 ? await readFile(join(folder, "response"), "utf8") : "";
		const invalid = [413, 415, 422].includes(status) || status >= 500 || /"status":"invalid_request"/.test(body);
		expect(invalid, `${status} ${body}`).toBe(false);
	});
});

describe.each(["javascript", "python"] as const)("%s samples run", (language) => {
	test.each(["voices_getAll", "models_list", "history_list", "pronunciationDictionaries_createFromRules", "user_get"])(
		"%s",
		async (id) => {
			const sample = samples.find(({ operation }) => operation.id === id);
			if (!sample) throw new Error(`no operation ${id}`);
			expect(await run(language, sample)).toMatch(/^\{|^\[/);
		},
	);
});
