// Checks that voice responses have every documented key, as a value or null.
import { beforeAll, expect, test } from "vitest";
import { server } from "./client.ts";
import { missingKeys, readDocument } from "./documented.ts";
import { sampleFile } from "./recordings.ts";

let document: Awaited<ReturnType<typeof readDocument>>;
const ids: Record<string, string> = {};

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
	const form = body instanceof FormData;
	const response = await fetch(server.url + path, {
		method,
		headers: { "xi-api-key": server.apiKey, ...(body && !form ? { "content-type": "application/json" } : {}) },
		...(body ? { body: form ? body : JSON.stringify(body) } : {}),
	});
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
}

async function samples(fields: Record<string, string> = {}): Promise<FormData> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	form.append("files", await sampleFile());
	return form;
}

const description = "A bright and lively young woman who speaks quickly.";

beforeAll(async () => {
	document = await readDocument();
	const { previews } = await request<{ previews: { generated_voice_id: string }[] }>(
		"POST",
		"/v1/text-to-voice/design",
		{
			voice_description: description,
			seed: 21,
		},
	);
	ids.preview = previews[0]?.generated_voice_id ?? "";
	const cloned = await request<{ voice_id: string }>("POST", "/v1/voices/add", await samples({ name: "Documented" }));
	ids.cloned = cloned.voice_id;
	const { samples: stored } = await request<{ samples: { sample_id: string }[] }>("GET", `/v1/voices/${ids.cloned}`);
	ids.sample = stored[0]?.sample_id ?? "";
	ids.pvc = (
		await request<{ voice_id: string }>("POST", "/v1/voices/pvc", { name: "Documented", language: "en" })
	).voice_id;
	const added = await request<{ sample_id: string }[]>("POST", `/v1/voices/pvc/${ids.pvc}/samples`, await samples());
	ids.pvcSample = added[0]?.sample_id ?? "";
	const collection = { title: "Documented", icon: "star" };
	ids.collection = (
		await request<{ collection_id: string }>("POST", "/v1/voices/collections", collection)
	).collection_id;
});

const pvcSample = "/v1/voices/pvc/{voice_id}/samples/{sample_id}";
const samplePath = () => `/v1/voices/pvc/${ids.pvc}/samples/${ids.pvcSample}`;

test.each<[method: string, documented: string, path: () => string, body?: () => unknown]>([
	["get", "/v1/voices", () => "/v1/voices"],
	["get", "/v2/voices", () => "/v2/voices?page_size=100"],
	["get", "/v1/voices/{voice_id}", () => `/v1/voices/${server.voiceId}`],
	["get", "/v1/voices/{voice_id}", () => `/v1/voices/${ids.cloned}`],
	["get", "/v1/voices/{voice_id}", () => `/v1/voices/${ids.pvc}`],
	["get", "/v1/voices/settings/default", () => "/v1/voices/settings/default"],
	["get", "/v1/voices/{voice_id}/settings", () => `/v1/voices/${ids.cloned}/settings`],
	[
		"post",
		"/v1/voices/{voice_id}/settings/edit",
		() => `/v1/voices/${ids.cloned}/settings/edit`,
		() => ({ speed: 1.1 }),
	],
	["get", "/v1/shared-voices", () => "/v1/shared-voices?page_size=5"],
	[
		"post",
		"/v1/text-to-voice",
		() => "/v1/text-to-voice",
		() => ({ voice_name: "Documented", voice_description: description, generated_voice_id: ids.preview }),
	],
	[
		"post",
		"/v1/text-to-voice/design",
		() => "/v1/text-to-voice/design",
		() => ({ voice_description: description, seed: 22 }),
	],
	["post", "/v1/voices/pvc/{voice_id}", () => `/v1/voices/pvc/${ids.pvc}`, () => ({ name: "Documented still" })],
	["get", `${pvcSample}/audio`, () => `${samplePath()}/audio`],
	["get", `${pvcSample}/waveform`, () => `${samplePath()}/waveform`],
	["get", `${pvcSample}/speakers`, () => `${samplePath()}/speakers`],
	["delete", "/v1/voices/{voice_id}/samples/{sample_id}", () => `/v1/voices/${ids.cloned}/samples/${ids.sample}`],
	["delete", pvcSample, samplePath],
	["delete", "/v1/voices/{voice_id}", () => `/v1/voices/${ids.cloned}`],
	["delete", "/v1/voices/{voice_id}", () => `/v1/voices/${ids.pvc}`],
])("%s %s has every documented key", async (method, documented, path, body) => {
	const response = await request(method.toUpperCase(), path(), body?.());
	expect(missingKeys(document, method, documented, response)).toEqual([]);
});
