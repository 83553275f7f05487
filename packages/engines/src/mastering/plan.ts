// Decides how a chapter is mastered: what is cut from it, by how much it is amplified, and how far its peaks are limited.
// A plan is data: it can be stored, and rendering it again gives the same samples.
import { createLevelMeter, type Levels } from "./levels.ts";
import { createLoudnessMeter, type Loudness } from "./loudness.ts";
import type { MasterPlan, MasterTarget } from "./master-plan.ts";
import { limitedPieces, masterRate } from "./render.ts";
import { inSlices, type OpenPcm } from "./slices.ts";

export type PlanOptions = {
	sampleRate: number;
	target: MasterTarget;
	/** Overrides the ceiling of the target. */
	ceilingDb?: number | undefined;
	signal?: AbortSignal | undefined;
	/** Called with the seconds of input that this pass has read. */
	onProgress?: ((pass: number, seconds: number) => void) | undefined;
};

/** In the middle of -23 to -18 dB. */
const acxRmsDb = -20;
/** ACX allows -3 dB; encoding as MP3 raises peaks by a few tenths. */
export const acxCeilingDb = -3.6;
const acxHeadSeconds = 0.75;
const acxTailSeconds = 2;
/** Kept of the input before the first and after the last speech, as part of the silence: a breath, a decay. */
const leadSeconds = 0.1;
const decaySeconds = 0.3;

/** A limited pass that comes this close to its target is good enough. */
const toleranceDb = 0.15;
/** How far the result may differ from the target if nothing better is found. */
const acceptedDb = { acx: 2.5, loudness: 0.5 };
const maxPasses = 8;
const maxStepDb = 12;
/** What the limiter turns down this much no longer sounds like the recording. */
const maxReductionDb = 30;

export async function planMaster(open: OpenPcm, options: PlanOptions): Promise<MasterPlan> {
	const { sampleRate, target } = options;
	const before = await measure(open, options);
	const inputSamples = Math.round(before.seconds * sampleRate);
	const cut = target.kind === "acx" ? acxCut(before, sampleRate, inputSamples) : whole(inputSamples);
	const samples = cut.head + Math.ceil(((cut.to - cut.from) * masterRate) / sampleRate) + cut.tail;
	const plan: MasterPlan = {
		target,
		sampleRate,
		...cut,
		samples,
		offsetSeconds: cut.head / masterRate - cut.from / sampleRate,
		gainDb: 0,
		ceilingDb: null,
		reductionDb: 0,
		expected: null,
		outcome: "reached",
		before,
	};
	if (target.kind === "none") return plan;
	const current = target.kind === "acx" ? rmsAfterCut(before, samples) : before.integratedLufs;
	if (current === null || !before.speech) return { ...plan, outcome: "silent" };
	const wanted = target.kind === "acx" ? acxRmsDb : target.lufs;
	const ceilingDb = options.ceilingDb ?? (target.kind === "acx" ? acxCeilingDb : target.truePeak);
	const first = { ...plan, gainDb: wanted - current, expected: wanted };
	const peakDb = Math.max(before.truePeakDb ?? before.peakDb ?? 0, before.peakDb ?? 0);
	if (peakDb + first.gainDb <= ceilingDb) return first;
	return withLimiter(open, { ...first, ceilingDb }, wanted, options);
}

type Pass = { gainDb: number; expected: number };

/** Raises the gain until the limited audio is as loud as wanted, and returns the closest plan found. */
async function withLimiter(
	open: OpenPcm,
	first: MasterPlan,
	wanted: number,
	{ signal, onProgress }: PlanOptions,
): Promise<MasterPlan> {
	let closest = first;
	let closestError = Number.POSITIVE_INFINITY;
	let tooQuiet: Pass | undefined;
	let tooLoud: Pass | undefined;
	let gainDb = first.gainDb;
	for (let pass = 2; pass < 2 + maxPasses; pass++) {
		const plan = { ...first, gainDb };
		const limited = await measureLimited(open, plan, signal, (seconds) => onProgress?.(pass, seconds));
		const { expected, reductionDb } = limited;
		if (expected === null) break;
		const error = wanted - expected;
		if (Math.abs(error) < closestError) {
			closest = { ...plan, expected, reductionDb };
			closestError = Math.abs(error);
		}
		if (closestError <= toleranceDb) break;
		if (error > 0 && reductionDb > maxReductionDb) break;
		const previous = tooQuiet;
		if (error > 0) tooQuiet = { gainDb, expected };
		else tooLoud = { gainDb, expected };
		gainDb = tooQuiet && tooLoud ? between(tooQuiet, tooLoud, wanted) : gainDb + stepOf(error, previous, tooQuiet);
	}
	const accepted = first.target.kind === "acx" ? acceptedDb.acx : acceptedDb.loudness;
	return { ...closest, outcome: closestError <= accepted ? "reached" : "too_spiky" };
}

/** The limiter takes away a part of each decibel: the last two passes tell which part. */
function stepOf(error: number, previous: Pass | undefined, last: Pass | undefined): number {
	if (error < 0 || !previous || !last) return error;
	const kept = (last.expected - previous.expected) / (last.gainDb - previous.gainDb);
	return Math.max(error, Math.min(maxStepDb, error / Math.max(kept, 0.1)));
}

/** Not too close to either end, as the way between them is curved. */
function between(tooQuiet: Pass, tooLoud: Pass, wanted: number): number {
	const share = (wanted - tooQuiet.expected) / (tooLoud.expected - tooQuiet.expected);
	return tooQuiet.gainDb + Math.max(0.1, Math.min(0.9, share)) * (tooLoud.gainDb - tooQuiet.gainDb);
}

async function measure(open: OpenPcm, { sampleRate, signal, onProgress }: PlanOptions): Promise<Levels & Loudness> {
	const levels = createLevelMeter(sampleRate);
	const loudness = createLoudnessMeter(sampleRate);
	let samples = 0;
	try {
		for await (const slice of inSlices(open(), signal)) {
			levels.push(slice);
			await loudness.push(slice);
			samples += slice.length;
			onProgress?.(1, samples / sampleRate);
		}
		return { ...levels.finish(), ...(await loudness.finish()) };
	} finally {
		loudness.close();
	}
}

async function measureLimited(
	open: OpenPcm,
	plan: MasterPlan,
	signal: AbortSignal | undefined,
	onSeconds: (seconds: number) => void,
): Promise<{ expected: number | null; reductionDb: number }> {
	const loudness = plan.target.kind === "loudness" ? createLoudnessMeter(masterRate) : undefined;
	let energy = 0;
	let samples = 0;
	let reductionDb = 0;
	try {
		const pieces = limitedPieces(open, plan, signal, (value) => {
			reductionDb = value;
		});
		for await (const piece of pieces) {
			for (const sample of piece) energy += sample * sample;
			samples += piece.length;
			await loudness?.push(piece);
			onSeconds(samples / masterRate);
		}
		const expected = loudness
			? (await loudness.finish()).integratedLufs
			: energy > 0
				? 10 * Math.log10(energy / plan.samples)
				: null;
		return { expected, reductionDb };
	} finally {
		loudness?.close();
	}
}

type Cut = Pick<MasterPlan, "from" | "to" | "head" | "tail">;

const whole = (samples: number): Cut => ({ from: 0, to: samples, head: 0, tail: 0 });

function acxCut({ speech }: Levels, sampleRate: number, samples: number): Cut {
	if (!speech) return whole(samples);
	const from = Math.max(0, Math.round((speech.from - leadSeconds) * sampleRate));
	const to = Math.min(samples, Math.round((speech.to + decaySeconds) * sampleRate));
	const lead = speech.from - from / sampleRate;
	const decay = to / sampleRate - speech.to;
	return {
		from,
		to,
		head: Math.round((acxHeadSeconds - lead) * masterRate),
		tail: Math.round((acxTailSeconds - decay) * masterRate),
	};
}

/** What is cut is silence, so the energy stays the same and only the length changes. */
function rmsAfterCut({ rmsDb, seconds }: Levels, samples: number): number | null {
	return rmsDb === null ? null : rmsDb + 10 * Math.log10((seconds * masterRate) / samples);
}
