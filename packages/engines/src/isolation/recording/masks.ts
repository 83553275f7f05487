// Estimates which share of each frequency of a frame is speech.
import { resample } from "../../media/resample.ts";
import { findGtcrn } from "../isolation.ts";
import type { IsolationEngine } from "../isolator.ts";
import type { Spectrum } from "../transform.ts";
import { type Framing, frameAt } from "./frames.ts";

/** What the spectrum of a frame is multiplied with, bin by bin. */
type MaskStream = { maskOf(spectrum: Spectrum, at: number): Promise<Spectrum> };
export type MaskEstimator = {
	engine: IsolationEngine;
	/** For one recording. Its frames have to be passed in order. */
	open(mono: Float32Array, framing: Framing): Promise<MaskStream>;
};

/** GTCRN if it is installed, unless RNNoise is wanted. */
export async function openMaskEstimator(modelsDir: string, wanted?: IsolationEngine): Promise<MaskEstimator> {
	const file = wanted === "rnnoise" ? undefined : await findGtcrn(modelsDir);
	return file ? openGtcrnMasks(file) : openRnnoiseMasks();
}

/** GTCRN knows nothing above 8 kHz: there, the level changes by as much as from here to 8 kHz. */
const extendedFromHz = 4_000;

async function openGtcrnMasks(file: string): Promise<MaskEstimator> {
	const { gtcrnBins, openGtcrnNetwork } = await import("../providers/gtcrn-network.ts");
	const network = await openGtcrnNetwork(file);
	return {
		engine: "gtcrn",
		async open(_mono, { sampleRate, size }) {
			const stream = network.open();
			const from = Math.round((extendedFromHz * size) / sampleRate);
			return {
				async maskOf(spectrum) {
					const enhanced = { re: spectrum.re.slice(), im: spectrum.im.slice() };
					await stream.enhance(enhanced, 16_000 / sampleRate);
					const mask = ratioOf(enhanced, spectrum);
					const gain = levelChange(spectrum, enhanced, from, gtcrnBins);
					mask.re.fill(gain, gtcrnBins);
					mask.im.fill(0, gtcrnBins);
					return mask;
				},
			};
		},
	};
}

const rnnoiseRate = 48_000;

/**
 * Only the level of what RNNoise returns is used: it turns the phase of low frequencies, and the channels of a stereo
 * recording need one common gain.
 */
async function openRnnoiseMasks(): Promise<MaskEstimator> {
	const { createRnnoise } = await import("../providers/rnnoise.ts");
	const isolator = await createRnnoise();
	return {
		engine: "rnnoise",
		async open(mono, framing) {
			const { sampleRate, transform } = framing;
			const isolated = await isolator.isolate(resample(mono, sampleRate, rnnoiseRate));
			const clean = resample(isolated, rnnoiseRate, sampleRate);
			return {
				async maskOf(spectrum, at) {
					const enhanced = transform.forward(frameAt(clean, at, framing));
					const bins = spectrum.re.length;
					const mask = { re: new Float32Array(bins), im: new Float32Array(bins) };
					for (let bin = 0; bin < bins; bin++)
						mask.re[bin] = Math.min(1, Math.sqrt(powerAt(enhanced, bin) / (powerAt(spectrum, bin) + tiny)));
					return mask;
				},
			};
		},
	};
}

const tiny = 1e-12;

const powerAt = ({ re, im }: Spectrum, bin: number) => (re[bin] as number) ** 2 + (im[bin] as number) ** 2;

function ratioOf(some: Spectrum, other: Spectrum): Spectrum {
	const bins = some.re.length;
	const ratio = { re: new Float32Array(bins), im: new Float32Array(bins) };
	for (let bin = 0; bin < bins; bin++) {
		const power = powerAt(other, bin) + tiny;
		const [a, b] = [some.re[bin] as number, some.im[bin] as number];
		const [c, d] = [other.re[bin] as number, other.im[bin] as number];
		ratio.re[bin] = (a * c + b * d) / power;
		ratio.im[bin] = (b * c - a * d) / power;
	}
	return ratio;
}

function levelChange(before: Spectrum, after: Spectrum, from: number, to: number): number {
	let [sumBefore, sumAfter] = [tiny, 0];
	for (let bin = from; bin < to; bin++) {
		sumBefore += powerAt(before, bin);
		sumAfter += powerAt(after, bin);
	}
	return Math.min(1, Math.sqrt(sumAfter / sumBefore));
}
