// npm run bench:recognition: measures how often generated audio is recognized after various changes, and how often other audio is
// mistaken for it. Uses real voices; every clip is compared with every recording.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeAudio } from "@timbre/engines/media/decode.ts";
import { createEncoder } from "@timbre/engines/media/encoder.ts";
import {
	createFingerprinter,
	createMatcher,
	type Fingerprint,
	fingerprintRate,
	indexKeys,
	queryKeys,
} from "@timbre/engines/media/fingerprint/fingerprint.ts";
import type { OutputFormat } from "@timbre/engines/media/formats.ts";
import { resample } from "@timbre/engines/media/resample.ts";
import type { EngineRegistry } from "@timbre/engines/speech/speech.ts";
import { ROOT } from "../generated.ts";
import { SENTENCE_LISTS } from "../screening/sentences.ts";
import { realEngines } from "../sound/render.ts";

type Audio = { pcm: Float32Array; sampleRate: number };
type Change = (audio: Audio) => Promise<Audio>;

const voices = [
	...["af_heart", "am_adam", "bf_emma", "bm_george"].map((speaker) => ({ engine: "kokoro", speaker })),
	...["3922", "8699", "4535", "3879"].map((speaker) => ({ engine: "piper", speaker })),
];
/** The number of candidates the service compares in full. */
const maxCompared = 20;

async function speakAll(registry: EngineRegistry): Promise<Audio[]> {
	const sentences = [...SENTENCE_LISTS[1], ...SENTENCE_LISTS[2]];
	const clips: Audio[] = [];
	for (const { engine: name, speaker: wanted } of voices) {
		const engine = registry.get(name);
		if (!engine) throw new Error(`No engine ${name}`);
		await engine.load();
		const known = engine.speakers();
		const speaker = (known.find(({ id }) => id === wanted) ?? known[Number(wanted) % known.length])?.id ?? wanted;
		for (let at = 0; at + 1 < sentences.length; at += 2) {
			const parts: Float32Array[] = [];
			for (const text of sentences.slice(at, at + 2)) {
				const { pcm } = await engine.synthesize({ text, speaker, language: "en-US", speed: 1 });
				parts.push(pcm);
			}
			const pcm = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
			pcm.set(parts[0] as Float32Array);
			pcm.set(parts[1] as Float32Array, parts[0]?.length);
			clips.push({ pcm, sampleRate: engine.info.sampleRate });
		}
	}
	return clips;
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
	nothing: async (audio) => audio,
	"a fifth of the volume": async ({ pcm, sampleRate }) => ({ pcm: pcm.map((sample) => sample * 0.2), sampleRate }),
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
	"1% faster": faster(1.01),
	"5% faster": faster(1.05),
};

async function fingerprint({ pcm, sampleRate }: Audio): Promise<Fingerprint> {
	const fingerprinter = createFingerprinter();
	await fingerprinter.push(resample(pcm, sampleRate, fingerprintRate), () => undefined);
	return fingerprinter.finish();
}

const recordings = await speakAll(await realEngines());
const known = await Promise.all(recordings.map(fingerprint));
const keys = known.map(({ words }) => new Set(indexKeys(words)));
const results: Record<string, { recognized: number; mistaken: number; clips: number }> = {};
let comparisons = 0;
for (const [name, change] of Object.entries(changes)) {
	const result = { recognized: 0, mistaken: 0, clips: recordings.length };
	for (const [index, recording] of recordings.entries()) {
		const clip = await fingerprint(await change(recording));
		const sought = queryKeys(clip);
		// Candidates by shared keys, as in the database.
		const candidates = keys
			.map((set, at) => ({ at, shared: sought.filter((key) => set.has(key)).length }))
			.filter(({ shared }) => shared > 0)
			.sort((a, b) => b.shared - a.shared)
			.slice(0, maxCompared);
		const findMatches = createMatcher(clip);
		const found = candidates.filter(({ at }) => findMatches((known[at] as Fingerprint).words).length > 0);
		comparisons += known.length - 1;
		if (found.some(({ at }) => at === index)) result.recognized++;
		result.mistaken += found.filter(({ at }) => at !== index).length;
	}
	results[name] = result;
	console.log(
		`${name.padEnd(24)} ${String(result.recognized).padStart(4)} of ${result.clips} recognized, ${result.mistaken} mistaken`,
	);
}
const seconds = recordings.reduce((sum, { pcm, sampleRate }) => sum + pcm.length / sampleRate, 0);
console.log(
	`${recordings.length} recordings, ${Math.round(seconds)} s; ${comparisons} comparisons with other recordings`,
);
await mkdir(join(ROOT, "reports"), { recursive: true });
await writeFile(
	join(ROOT, "reports/bench-recognition.json"),
	JSON.stringify({ results, comparisons, seconds }, undefined, "\t"),
);
