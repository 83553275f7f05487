// The official CLI, with only its API key and base URL set.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeMp3, server } from "./client.ts";
import { cliProgram } from "./documented.ts";

const text = "The command line speaks into a file.";
let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-cli-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const environment = {
	...process.env,
	ELEVENLABS_API_KEY: server.apiKey,
	ELEVENLABS_BASE_URL: server.url,
	HOME: tmpdir(),
};

async function run(...words: string[]): Promise<string> {
	return (await promisify(execFile)(cliProgram, words, { env: environment, maxBuffer: 64 * 1_048_576 })).stdout;
}
const runJson = async <T>(...words: string[]) => JSON.parse(await run(...words, "--format", "json")) as T;
const runToFile = async (name: string, ...words: string[]) => {
	const file = join(folder, name);
	await run(...words, "-o", file);
	return readFile(file);
};
const speak = ["--voice-id", server.voiceId, "--text", text];
const inputs = JSON.stringify({ inputs: [{ text, voice_id: server.voiceId }] });

test("text-to-speech convert writes an audio file in the requested format", async () => {
	expect(
		(await decodeMp3(await runToFile("convert.mp3", "text-to-speech", "convert", ...speak))).seconds,
	).toBeGreaterThan(2);
	const wav = await runToFile("spoken.wav", "text-to-speech", "convert", ...speak, "--output-format", "wav_16000");
	expect(wav.subarray(0, 4).toString()).toBe("RIFF");
});

// The CLI treats the response of its stream commands as lines of text and ignores -o; only raw returns the bytes.
test.each([
	["text-to-speech", speak],
	["text-to-dialogue", ["--json", inputs]],
])("%s stream returns the audio as raw bytes", async (group, words) => {
	const options = { env: environment, encoding: "buffer", maxBuffer: 64 * 1_048_576 } as const;
	const { stdout } = await promisify(execFile)(cliProgram, [group, "stream", ...words, "--format", "raw"], options);
	expect((await decodeMp3(stdout)).seconds).toBeGreaterThan(2);
});

test("text-to-speech convert with --base-url, parameters and a body as JSON", async () => {
	const file = join(folder, "flag.mp3");
	const { ELEVENLABS_BASE_URL: _unset, ...env } = environment;
	const params = JSON.stringify({ voice_id: server.voiceId });
	const words = ["text-to-speech", "convert", "--base-url", server.url, "--params", params];
	await promisify(execFile)(cliProgram, [...words, "--json", JSON.stringify({ text }), "-o", file], { env });
	expect((await decodeMp3(await readFile(file))).seconds).toBeGreaterThan(2);
});

test("say writes the audio it would play", async () => {
	const file = join(folder, "say.mp3");
	await run("say", "--voice", server.voiceId, "--output-format", "mp3_44100_128", "-o", file, text);
	expect((await decodeMp3(await readFile(file))).seconds).toBeGreaterThan(2);
});

test("say without a voice speaks with the CLI's default voice", async () => {
	const file = join(folder, "say-default.mp3");
	await run("say", "--output-format", "mp3_44100_128", "-o", file, text);
	expect((await decodeMp3(await readFile(file))).seconds).toBeGreaterThan(2);
});

test("text-to-speech with timestamps, complete and as a stream", async () => {
	const complete = await runJson<{ alignment: { characters: string[] } }>(
		"text-to-speech",
		"convert_with_timestamps",
		...speak,
	);
	expect(complete.alignment.characters.join("")).toBe(text);
	const streamed = await run("text-to-speech", "stream_with_timestamps", ...speak, "--format", "jsonl");
	expect(streamed).toContain('"audio_base64"');
});

test("text-to-dialogue convert and with timestamps", async () => {
	const spoken = await runToFile("dialogue.mp3", "text-to-dialogue", "convert", "--json", inputs);
	expect((await decodeMp3(spoken)).seconds).toBeGreaterThan(2);
	const timed = await runJson<{ voice_segments: { voice_id: string }[] }>(
		"text-to-dialogue",
		"convert_with_timestamps",
		"--json",
		inputs,
	);
	expect(timed.voice_segments).toMatchObject([{ voice_id: server.voiceId }]);
	expect(await run("text-to-dialogue", "stream_with_timestamps", "--json", inputs, "--format", "jsonl")).toContain(
		'"voice_segments"',
	);
});

test("history list, get, get_audio, download and delete", async () => {
	type Item = { history_item_id: string; text: string };
	await runToFile("for-history.mp3", "text-to-speech", "convert", ...speak);
	const { history } = await runJson<{ history: Item[] }>("history", "list", "--page-size", "2");
	expect(history).toHaveLength(2);
	const ids = history.map((item) => item.history_item_id);
	const id = ids[0] ?? "";
	expect(await runJson<Item>("history", "get", "--history-item-id", id)).toMatchObject({ history_item_id: id, text });
	const audio = await runToFile("item.mp3", "history", "get_audio", "--history-item-id", id);
	expect((await decodeMp3(audio)).peak).toBeGreaterThan(0.1);
	const zip = await runToFile("items.zip", "history", "download", "--json", JSON.stringify({ history_item_ids: ids }));
	expect(Object.keys(unzipSync(zip))).toHaveLength(2);
	expect(await runJson("history", "delete", "--history-item-id", id)).toEqual({ status: "ok" });
});

test("models, user, subscription, usage and tokens", async () => {
	expect(await runJson("models", "list")).toContainEqual(expect.objectContaining({ model_id: "test_tone" }));
	expect(await runJson("user", "get")).toMatchObject({ subscription: { tier: "creator" } });
	expect(await runJson("user", "subscription", "get")).toMatchObject({ tier: "creator" });
	const window = ["--start-unix", String(Date.now() - 86_400_000), "--end-unix", String(Date.now())];
	expect(await runJson("usage", "get", ...window)).toMatchObject({ usage: { All: expect.any(Array) } });
	expect(await runJson("tokens", "single-use", "create", "--token-type", "tts_websocket")).toMatchObject({
		token: expect.stringMatching(/^\S{20,}$/),
	});
});

test("forced-alignment create takes a file", async () => {
	await runToFile("aligned.wav", "text-to-speech", "convert", ...speak, "--output-format", "wav_16000");
	const found = await runJson<{ words: { text: string }[] }>(
		"forced-alignment",
		"create",
		"--file",
		join(folder, "aligned.wav"),
		"--text",
		text,
	);
	expect(found.words.map((word) => word.text)).toEqual(text.split(" "));
});

test("pronunciation-dictionaries create and get", async () => {
	const rules = [{ type: "alias", string_to_replace: "CLI", alias: "command line" }];
	const made = await runJson<{ id: string }>(
		"pronunciation-dictionaries",
		"create_from_rules",
		"--json",
		JSON.stringify({ name: "From the command line", rules }),
	);
	expect(await runJson("pronunciation-dictionaries", "get", "--pronunciation-dictionary-id", made.id)).toMatchObject({
		id: made.id,
		rules,
	});
});

test("an error prints our message and exits with a failure", async () => {
	const failed = await run("text-to-speech", "convert", "--voice-id", "nobody", "--text", text).then(
		() => undefined,
		(error: { code: number; stderr: string; stdout: string }) => error,
	);
	expect(failed?.code).toBeGreaterThan(0);
	expect(`${failed?.stderr}${failed?.stdout}`).toContain("There is no voice with the id nobody");
});
