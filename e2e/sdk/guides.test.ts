// Runs the code of the guides as it is, with the server's address and a voice of the test server.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ensurePython } from "../../tools/python.ts";
import { parseMarkdown } from "../../web/app/features/marketing/articles/model/markdown.ts";
import { server } from "./client.ts";
import { recordingOf } from "./recordings.ts";

vi.setConfig({ testTimeout: 180_000 });

const root = join(import.meta.dirname, "../..");
const content = join(root, "web/app/features/marketing/docs/content");
/** Blocks that are titled with a file name are programs; the others only show commands or settings. */
const isProgram = /\.(sh|mjs|py)$/;
const heart = "wd5ObpQ4vNaJtC9V1idt";

const files = (await readdir(content)).filter((name) => name.endsWith(".md"));
const samples = (
	await Promise.all(
		files.map(async (file) =>
			parseMarkdown(await readFile(join(content, file), "utf8")).flatMap((block) =>
				block.type === "code" && isProgram.test(block.title)
					? [{ guide: file, title: block.title, code: block.code }]
					: [],
			),
		),
	)
).flat();

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-guides-"));
	await symlink(join(root, "node_modules"), join(folder, "node_modules"));
	await writeFile(
		join(folder, "recording.wav"),
		await recordingOf("A sentence for every sample that uploads a recording."),
	);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function programOf(file: string): Promise<[string, string[]]> {
	if (file.endsWith(".sh")) return ["bash", ["-e", file]];
	if (file.endsWith(".mjs")) return [process.execPath, [file]];
	return [await ensurePython(join(root, "e2e/sdk-python/requirements.txt")), [file]];
}

test.each(samples.map((sample) => [`${sample.guide}: ${sample.title}`, sample] as const))(
	"%s runs without an error",
	async (_name, { title, code }) => {
		const host = new URL(server.url).host;
		const file = join(folder, title);
		await writeFile(file, code.replaceAll("localhost:4400", host).replaceAll(heart, server.voiceId));
		const [program, args] = await programOf(file);
		const { stdout } = await promisify(execFile)(program, args, {
			cwd: folder,
			env: { ...process.env, TIMBRE_API_KEY: server.samplesKey },
			timeout: 150_000,
		});
		// A program that ended early prints nothing.
		if (/console\.log|print\(/.test(code)) expect(stdout).toMatch(/\S/);
	},
);

test("the samples leave audio and captions behind", async () => {
	expect((await readFile(join(folder, "hello.mp3"))).length).toBeGreaterThan(1_000);
	expect(await readFile(join(folder, "captions.vtt"), "utf8")).toMatch(
		/^WEBVTT\n\n00:00:0\d\.\d{3} --> 00:00:0\d\.\d{3}\nGood morning\.\n\n/,
	);
});

test("every guide with an API has a program", () => {
	expect(new Set(samples.map(({ guide }) => guide))).toEqual(new Set(files));
});
