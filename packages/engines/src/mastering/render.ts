// Second pass of mastering: cuts, resamples to 44.1 kHz, amplifies, limits, and adds silence.
import { createResampler } from "../media/resample.ts";
import { toAmplitude } from "./decibels.ts";
import type { MasterPlan } from "./master-plan.ts";
import { createPeakLimiter } from "./peak-limiter.ts";
import { inSlices, type OpenPcm, type Pcm } from "./slices.ts";

export const masterRate = 44_100;

/** Where audio is cut, a step from noise to silence would be heard as a click. */
const fadeSeconds = 0.01;

/** The mastered samples: mono at 44.1 kHz, `plan.samples` in total. */
export async function* renderMaster(
	open: OpenPcm,
	plan: MasterPlan,
	signal?: AbortSignal,
): AsyncGenerator<Float32Array> {
	yield* silence(plan.head);
	yield* limitedPieces(open, plan, signal);
	yield* silence(plan.tail);
}

/** The mastered samples without the added silence. */
export async function* limitedPieces(
	open: OpenPcm,
	plan: MasterPlan,
	signal?: AbortSignal,
	onReduction?: (decibels: number) => void,
): AsyncGenerator<Float32Array> {
	const resampler = createResampler(plan.sampleRate, masterRate);
	const limiter = plan.ceilingDb === null ? undefined : createPeakLimiter(masterRate, toAmplitude(plan.ceilingDb));
	const gain = toAmplitude(plan.gainDb);
	const processed = (pcm: Float32Array) => {
		const scaled = gain === 1 ? pcm : pcm.map((sample) => sample * gain);
		return limiter ? limiter.push(scaled) : scaled;
	};
	for await (const slice of cutPieces(open(), plan, signal)) {
		const piece = processed(resampler.push(slice));
		if (piece.length > 0) yield piece;
	}
	yield processed(resampler.flush());
	if (limiter) {
		yield limiter.flush();
		onReduction?.(limiter.reductionDb());
	}
}

async function* cutPieces(pcm: Pcm, { from, to, sampleRate, target }: MasterPlan, signal?: AbortSignal) {
	const fade = target.kind === "acx" ? Math.round(fadeSeconds * sampleRate) : 0;
	let at = 0;
	for await (const slice of inSlices(pcm, signal)) {
		const start = Math.max(0, from - at);
		const end = Math.min(slice.length, to - at);
		const first = at + start;
		at += slice.length;
		if (end > start) {
			const part = slice.subarray(start, end);
			yield first < from + fade || first + part.length > to - fade ? faded(part, first - from, to - first, fade) : part;
		}
		if (at >= to) return;
	}
}

/** `before` samples of the cut precede the part, and `left` follow its start. */
function faded(part: Float32Array, before: number, left: number, fade: number): Float32Array {
	return part.map((sample, at) => sample * Math.min(1, (before + at) / fade, (left - at) / fade));
}

function* silence(samples: number): Generator<Float32Array> {
	for (let left = samples; left > 0; left -= masterRate) yield new Float32Array(Math.min(left, masterRate));
}
