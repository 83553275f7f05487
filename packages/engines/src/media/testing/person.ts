import { concatBytes } from "../bytes.ts";
import { finishWav, wavHeader } from "../wav.ts";

const rate = 16_000;

/** A synthetic speaker: pitch, and a factor for the formant frequencies. */
export type Person = { pitchHz: number; formants: number };

export const people = {
	ada: { pitchHz: 240, formants: 1.25 },
	ben: { pitchHz: 95, formants: 0.85 },
} as const satisfies Record<string, Person>;

const vowels = [
	[730, 1090, 2440],
	[270, 2290, 3010],
	[300, 870, 2240],
	[530, 1840, 2480],
	[570, 840, 2410],
	[490, 1350, 1690],
] as const;
const syllableSeconds = 0.19;
const syllablesBetweenPauses = 9;
const pauseSeconds = 0.18;

/** Speech-like babble with a person's pitch, formants and rhythm, but no words. Deterministic for a seed. */
export function babble({ pitchHz, formants }: Person, seconds: number, seed = 1): Float32Array {
	const pcm = new Float32Array(Math.round(seconds * rate));
	const random = randomFrom(seed);
	let at = 0;
	for (let syllable = 0; at < pcm.length; syllable++) {
		const vowel = vowels[Math.floor(random() * vowels.length)] as (typeof vowels)[number];
		const length = Math.round(syllableSeconds * (0.8 + 0.4 * random()) * rate);
		const melody = pitchHz * (0.9 + 0.2 * random());
		const gains = harmonicGains(melody, vowel, formants);
		const end = Math.min(pcm.length, at + length);
		for (let harmonic = 1; harmonic <= gains.length; harmonic++) {
			const gain = gains[harmonic - 1] as number;
			const step = (2 * Math.PI * melody * harmonic) / rate;
			const phase = random() * 2 * Math.PI;
			for (let n = at; n < end; n++) {
				const swell = Math.sin((Math.PI * (n - at)) / length);
				pcm[n] = (pcm[n] as number) + gain * (0.25 + 0.75 * swell) * Math.sin(phase + (n - at) * step);
			}
		}
		at = end;
		if (syllable % syllablesBetweenPauses === syllablesBetweenPauses - 1) at += Math.round(pauseSeconds * rate);
	}
	const peak = pcm.reduce((max, sample) => Math.max(max, Math.abs(sample)), 1e-6);
	return pcm.map((sample) => (0.5 * sample) / peak + 0.002 * (random() - 0.5));
}

function harmonicGains(pitchHz: number, vowel: readonly number[], formants: number): number[] {
	return Array.from({ length: Math.floor(7_000 / pitchHz) }, (_, at) => {
		const hz = pitchHz * (at + 1);
		const shape = vowel.reduce((sum, center, formant) => {
			const away = (hz - center * formants) / (60 + 30 * formant);
			return sum + 1 / (1 + away * away);
		}, 0.01);
		return shape / (1 + hz / 800);
	});
}

function randomFrom(seed: number): () => number {
	let state = seed >>> 0 || 1;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** Encodes samples as a wav file. */
export function wavFile(pcm: Float32Array, sampleRate = rate): Uint8Array<ArrayBuffer> {
	const samples = new Uint8Array(pcm.length * 2);
	const view = new DataView(samples.buffer);
	for (const [at, sample] of pcm.entries()) view.setInt16(at * 2, Math.max(-1, Math.min(1, sample)) * 32_767, true);
	return finishWav(concatBytes([wavHeader(sampleRate), samples]));
}

export const silence = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * rate));

export function concatAudio(...parts: Float32Array[]): Float32Array {
	const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		joined.set(part, at);
		at += part.length;
	}
	return joined;
}
