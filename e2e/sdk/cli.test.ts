// The official command line client, with nothing set but its key and base URL.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen, server } from "./client.ts";
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
const asked = async <T>(...words: string[]) => JSON.parse(await run(...words, "--format", "json")) as T;
const into = async (name: string, ...words: string[]) => {
	const file = join(folder, name);
	await run(...words, "-o", file);
	return readFile(file);
};
const speak = ["--voice-id", server.voiceId, "--text", text];
const inputs = JSON.stringify({ inputs: [{ text, voice_id: server.voiceId }] });

test("text-to-speech convert writes an audio file, in the format asked for", async () => {
	expect((await listen(await into("convert.mp3", "text-to-speech", "convert", ...speak))).seconds).toBeGreaterThan(2);
	const wav = await into("spoken.wav", "text-to-speech", "convert", ...speak, "--output-format", "wav_16000");
	expect(wav.subarray(0, 4).toString()).toBe("RIFF");
});

// For its streaming commands this client takes any answer for lines of text, prints them and passes over -o; only raw leaves the bytes.
test.each([
	["text-to-speech", speak],
	["text-to-dialogue", ["--json", inputs]],
])("%s stream gives the sound as raw bytes", async (group, words) => {
	const options = { env: environment, encoding: "buffer", maxBuffer: 64 * 1_048_576 } as const;
	const { stdout } = await promisify(execFile)(cliProgram, [group, "stream", ...words, "--format", "raw"], options);
	expect((await listen(stdout)).seconds).toBeGreaterThan(2);
});

test("text-to-speech convert with --base-url, parameters and a body as JSON", async () => {
	const file = join(folder, "flag.mp3");
	const { ELEVENLABS_BASE_URL: _unset, ...env } = environment;
	const params = JSON.stringify({ voice_id: server.voiceId });
	const words = ["text-to-speech", "convert", "--base-url", server.url, "--params", params];
	await promisify(execFile)(cliProgram, [...words, "--json", JSON.stringify({ text }), "-o", file], { env });
	expect((await listen(await readFile(file))).seconds).toBeGreaterThan(2);
});

test("say writes what it would play", async () => {
	const file = join(folder, "say.mp3");
	await run("say", "--voice", server.voiceId, "--output-format", "mp3_44100_128", "-o", file, text);
	expect((await listen(await readFile(file))).seconds).toBeGreaterThan(2);
});

test("text-to-speech with timestamps, whole and as a stream", async () => {
	const whole = await asked<{ alignment: { characters: string[] } }>(
		"text-to-speech",
		"convert_with_timestamps",
		...speak,
	);
	expect(whole.alignment.characters.join("")).toBe(text);
	const streamed = await run("text-to-speech", "stream_with_timestamps", ...speak, "--format", "jsonl");
	expect(streamed).toContain('"audio_base64"');
});

test("text-to-dialogue convert and with timestamps", async () => {
	const spoken = await into("dialogue.mp3", "text-to-dialogue", "convert", "--json", inputs);
	expect((await listen(spoken)).seconds).toBeGreaterThan(2);
	const timed = await asked<{ voice_segments: { voice_id: string }[] }>(
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
	await into("for-history.mp3", "text-to-speech", "convert", ...speak);
	const { history } = await asked<{ history: Item[] }>("history", "list", "--page-size", "2");
	expect(history).toHaveLength(2);
	const ids = history.map((item) => item.history_item_id);
	const id = ids[0] ?? "";
	expect(await asked<Item>("history", "get", "--history-item-id", id)).toMatchObject({ history_item_id: id, text });
	const audio = await into("item.mp3", "history", "get_audio", "--history-item-id", id);
	expect((await listen(audio)).peak).toBeGreaterThan(0.1);
	const zip = await into("items.zip", "history", "download", "--json", JSON.stringify({ history_item_ids: ids }));
	expect(Object.keys(unzipSync(zip))).toHaveLength(2);
	expect(await asked("history", "delete", "--history-item-id", id)).toEqual({ status: "ok" });
});

test("models, user, subscription, usage and tokens", async () => {
	expect(await asked("models", "list")).toMatchObject([{ model_id: "test_tone" }]);
	expect(await asked("user", "get")).toMatchObject({ subscription: { tier: "creator" } });
	expect(await asked("user", "subscription", "get")).toMatchObject({ tier: "creator" });
	const window = ["--start-unix", String(Date.now() - 86_400_000), "--end-unix", String(Date.now())];
	expect(await asked("usage", "get", ...window)).toMatchObject({ usage: { All: expect.any(Array) } });
	expect(await asked("tokens", "single-use", "create", "--token-type", "tts_websocket")).toMatchObject({
		token: expect.stringMatching(/^\S{20,}$/),
	});
});

test("forced-alignment create takes a file", async () => {
	await into("aligned.wav", "text-to-speech", "convert", ...speak, "--output-format", "wav_16000");
	const found = await asked<{ words: { text: string }[] }>(
		"forced-alignment",
		"create",
		"--file",
		join(folder, "aligned.wav"),
		"--text",
		text,
	);
	expect(found.words.map((word) => word.text)).toEqual(text.split(" "));
});

test("pronunciation-dictionaries: made, listed, read", async () => {
	const rules = [{ type: "alias", string_to_replace: "CLI", alias: "command line" }];
	const made = await asked<{ id: string }>(
		"pronunciation-dictionaries",
		"create_from_rules",
		"--json",
		JSON.stringify({ name: "From the command line", rules }),
	);
	expect(await asked("pronunciation-dictionaries", "get", "--pronunciation-dictionary-id", made.id)).toMatchObject({
		id: made.id,
		rules,
	});
});

test("a refusal ends with our reason and a failure", async () => {
	const failed = await run("text-to-speech", "convert", "--voice-id", "nobody", "--text", text).then(
		() => undefined,
		(error: { code: number; stderr: string; stdout: string }) => error,
	);
	expect(failed?.code).toBeGreaterThan(0);
	expect(`${failed?.stderr}${failed?.stdout}`).toContain("There is no voice with the id nobody");
});
