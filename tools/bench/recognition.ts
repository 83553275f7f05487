// npm run bench:recognition: how surely a sound that was made here is recognised, by what was done to it, and how often another one is
// taken for it. Real voices; every clip is compared with every sound.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeAudio } from "@timbre/engines/media/decode.ts";
import { createEncoder } from "@timbre/engines/media/encoder.ts";
import {
	createFingerprinter,
	createMatcher,
	type Fingerprint,
	fingerprintRate,
	keysOf,
	soughtKeys,
} from "@timbre/engines/media/fingerprint.ts";
import type { OutputFormat } from "@timbre/engines/media/formats.ts";
import { resample } from "@timbre/engines/media/resample.ts";
import type { EngineRegistry } from "@timbre/engines/speech/speech.ts";
import { ROOT } from "../generated.ts";
import { SENTENCE_LISTS } from "../screening/sentences.ts";
import { realEngines } from "../sound/render.ts";

type Sound = { pcm: Float32Array; sampleRate: number };
type Change = (sound: Sound) => Promise<Sound>;

const voices = [
	...["af_heart", "am_adam", "bf_emma", "bm_george"].map((speaker) => ({ engine: "kokoro", speaker })),
	...["3922", "8699", "4535", "3879"].map((speaker) => ({ engine: "piper", speaker })),
];
/** As many as the service compares in full. */
const mostCompared = 20;

async function speakAll(registry: EngineRegistry): Promise<Sound[]> {
	const sentences = [...SENTENCE_LISTS[1], ...SENTENCE_LISTS[2]];
	const sounds: Sound[] = [];
	for (const { engine: name, speaker: wanted } of voices) {
		const engine = registry.get(name);
		if (!engine) throw new Error(`there is no engine ${name}`);
		await engine.load();
		const known = engine.speakers();
		const speaker = (known.find(({ id }) => id === wanted) ?? known[Number(wanted) % known.length])?.id ?? wanted;
		for (let at = 0; at + 1 < sentences.length; at += 2) {
			const parts: Float32Array[] = [];
			for (const text of sentences.slice(at, at + 2)) {
				const { pcm } = await engine.synthesise({ text, speaker, language: "en-US", speed: 1 });
				parts.push(pcm);
			}
			const pcm = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
			pcm.set(parts[0] as Float32Array);
			pcm.set(parts[1] as Float32Array, parts[0]?.length);
			sounds.push({ pcm, sampleRate: engine.info.sampleRate });
		}
	}
	return sounds;
}

const encodedAs =
	(format: OutputFormat): Change =>
	async ({ pcm, sampleRate }) => {
		const encoder = await createEncoder(format, sampleRate);
		const decoded = await decodeAudio(Buffer.concat([encoder.push(pcm), encoder.flush()]), format);
		return { pcm: decoded.samples, sampleRate: decoded.sampleRate };
	};

let state = 7;
const random = () => {
	state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
	return state / 2 ** 32;
};

const noisy =
	(decibels: number): Change =>
	async ({ pcm, sampleRate }) => {
		const power = pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length;
		const size = Math.sqrt(power * 10 ** (-decibels / 10) * 12);
		return { pcm: pcm.map((sample) => sample + size * (random() - 0.5)), sampleRate };
	};

const faster =
	(times: number): Change =>
	async ({ pcm, sampleRate }) => ({
		pcm: resample(pcm, Math.round(sampleRate * times), sampleRate),
		sampleRate,
	});

const changes: Record<string, Change> = {
	nothing: async (sound) => sound,
	"a fifth of the level": async ({ pcm, sampleRate }) => ({ pcm: pcm.map((sample) => sample * 0.2), sampleRate }),
	"mp3, 32 kbit/s": encodedAs("mp3_22050_32"),
	"Opus, 32 kbit/s": encodedAs("opus_48000_32"),
	"telephone, 8 kHz": encodedAs("ulaw_8000"),
	"3.5 s from anywhere": async ({ pcm, sampleRate }) => {
		const length = Math.round(3.5 * sampleRate);
		const start = Math.floor(random() * Math.max(0, pcm.length - length));
		return { pcm: pcm.slice(start, start + length), sampleRate };
	},
	"noise 20 dB below": noisy(20),
	"noise 10 dB below": noisy(10),
	"1 % faster": faster(1.01),
	"5 % faster": faster(1.05),
};

async function fingerprint({ pcm, sampleRate }: Sound): Promise<Fingerprint> {
	const fingerprinter = createFingerprinter();
	await fingerprinter.push(resample(pcm, sampleRate, fingerprintRate), () => undefined);
	return fingerprinter.finish();
}

const sounds = await speakAll(await realEngines());
const known = await Promise.all(sounds.map(fingerprint));
const keys = known.map(({ words }) => new Set(keysOf(words)));
const results: Record<string, { recognised: number; mistaken: number; clips: number }> = {};
let comparisons = 0;
for (const [name, change] of Object.entries(changes)) {
	const result = { recognised: 0, mistaken: 0, clips: sounds.length };
	for (const [index, sound] of sounds.entries()) {
		const clip = await fingerprint(await change(sound));
		const sought = soughtKeys(clip);
		// As the database finds them: by the keys they share.
		const candidates = keys
			.map((set, at) => ({ at, shared: sought.filter((key) => set.has(key)).length }))
			.filter(({ shared }) => shared > 0)
			.sort((a, b) => b.shared - a.shared)
			.slice(0, mostCompared);
		const heardIn = createMatcher(clip);
		const found = candidates.filter(({ at }) => heardIn((known[at] as Fingerprint).words).length > 0);
		comparisons += known.length - 1;
		if (found.some(({ at }) => at === index)) result.recognised++;
		result.mistaken += found.filter(({ at }) => at !== index).length;
	}
	results[name] = result;
	console.log(
		`${name.padEnd(24)} ${String(result.recognised).padStart(4)} of ${result.clips} recognised, ${result.mistaken} mistaken`,
	);
}
const seconds = sounds.reduce((sum, { pcm, sampleRate }) => sum + pcm.length / sampleRate, 0);
console.log(`${sounds.length} sounds, ${Math.round(seconds)} s; ${comparisons} comparisons with another sound`);
await mkdir(join(ROOT, "reports"), { recursive: true });
await writeFile(
	join(ROOT, "reports/bench-recognition.json"),
	JSON.stringify({ results, comparisons, seconds }, undefined, "\t"),
);
