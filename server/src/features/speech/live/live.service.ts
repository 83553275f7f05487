// Speech for text that is still being written.
// Invariant: each context is one generation, its reservation grows with the text, and it is settled like any other generation: when the
// text ends, the client disconnects or something fails.
import { AppError } from "@timbre/contract/errors.ts";
import { maxCharactersPerRequest } from "@timbre/contract/speech/rules.ts";
import type { SpeechUnit, SpeechVoice } from "@timbre/engines/node/protocol.ts";
import { createQueue } from "@timbre/engines/node/queue.ts";
import type { AudioTag } from "@timbre/engines/text/audio-tags.ts";
import type { DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import type { Context } from "../../../core/http/context.ts";
import { deliver } from "../generate/delivery.service.ts";
import { reserve, reserveMore } from "../generate/ledger.service.ts";
import { createProgress } from "../generate/progress.ts";
import { type Synthesis, startSynthesis, unitsToSpeak } from "../generate/synthesis.service.ts";
import type { Delivery, Generation, SpeechDeps } from "../generate/types.ts";
import { creditsFor, weightOf } from "../plan/credits.ts";
import { requireAllowed } from "../plan/moderation.ts";
import { planSpeech } from "../plan/plan.service.ts";
import type { Line, PlannedUnit, RenderOptions } from "../plan/types.ts";
import { createChunks } from "./chunks.ts";
import { createSurrogateJoiner } from "./surrogates.ts";

export type LiveOptions = {
	generation: Generation;
	/** The line to speak; its text is written later. */
	line: Omit<Line, "text">;
	renderOptions: Omit<RenderOptions, "rules" | "nextText">;
	rules: readonly DictionaryRule[];
	schedule?: readonly number[];
	auto: boolean;
};

export type LiveSpeech = {
	write(text: string, options: { flush?: boolean; trigger?: boolean }): Promise<void>;
	/** Ends the text: speaks what is still buffered, then ends the output. */
	finish(): Promise<void>;
	/** Stops immediately. */
	cancel(): void;
	output: AsyncIterable<Delivery>;
	/** Audio tags removed so far, with offsets in the text that was written. */
	removedTags: readonly AudioTag[];
};

const tooLong = () =>
	new AppError(
		"max_character_limit_exceeded",
		`A context can have at most ${maxCharactersPerRequest} characters. Open a new context for the rest.`,
	);

export function createLiveSpeech(deps: SpeechDeps, context: Context, options: LiveOptions): LiveSpeech {
	const { generation, line, rules } = options;
	const cancellation = new AbortController();
	const own: Context = { ...context, signal: AbortSignal.any([context.signal, cancellation.signal]) };
	const chunks = createChunks(options);
	const joinSurrogates = createSurrogateJoiner();
	const batches = createQueue<SpeechUnit[]>();
	const units: PlannedUnit[] = [];
	const spoken = { text: "", voices: [] as SpeechVoice[] };
	const tags: AudioTag[] = [];
	/** Where each spoken chunk starts in the spoken text, and how to map it to the text the caller sent. */
	const pieces: { offset: number; toSourceOffset: (at: number) => number }[] = [];
	/** How much of the text the caller sent has been released. */
	let released = 0;
	const plannedHashes = new Set<string>();
	let reserved = false;
	let ended = false;
	let resolveStarted: (value: boolean) => void = () => {};
	const started = new Promise<boolean>((resolve) => {
		resolveStarted = resolve;
	});

	async function speak(chunk: string | undefined, more: boolean): Promise<void> {
		if (chunk === undefined) return;
		const source = released;
		released += chunk.length;
		if (!/[\p{L}\p{N}]/u.test(chunk)) return;
		const rendering = { ...options.renderOptions, rules, nextText: more ? "…" : null };
		const text = [{ ...line, text: chunk }];
		const plan = await planSpeech(deps.db, own.workspaceId, text, rendering, generation.storeHistory);
		for (const tag of plan.tags) tags.push({ ...tag, start: source + tag.start, end: source + tag.end });
		if (!/[\p{L}\p{N}]/u.test(plan.text)) return;
		requireAllowed(deps.moderate, plan, [line], spoken.text);
		const offset = spoken.text.length;
		const planned = plan.units.map((unit): PlannedUnit => {
			const repeated = generation.storeHistory && plannedHashes.has(unit.hash);
			plannedHashes.add(unit.hash);
			const shifted = { ...unit, start: unit.start + offset, end: unit.end + offset };
			return repeated ? { ...shifted, unpaid: false, take: { ...unit.take, stored: true } } : shifted;
		});
		const weight = weightOf(planned);
		await reserveFor(creditsFor(weight, generation.model.cost));
		pieces.push({ offset, toSourceOffset: (at) => source + plan.toSourceOffset(at - offset) });
		spoken.text += plan.text;
		spoken.voices = plan.voices;
		units.push(...planned);
		batches.push(unitsToSpeak(generation, planned));
		resolveStarted(true);
	}

	async function reserveFor(amount: number): Promise<void> {
		if (reserved) return reserveMore(deps, own, generation, amount);
		await reserve(deps, own, generation, amount);
		reserved = true;
	}

	async function* output(): AsyncGenerator<Delivery> {
		if (!(await started)) return;
		const { voices } = spoken;
		let synthesis: Synthesis;
		try {
			synthesis = await startSynthesis(deps, own, generation, { voices, units: [], live: true }, batches);
		} catch (error) {
			// Nobody reads the output of a canceled context.
			if (own.signal.aborted) return;
			throw error;
		}
		const toSourceOffset = (at: number) =>
			(pieces.findLast(({ offset }) => offset <= at)?.toSourceOffset ?? Number)(at);
		const plan = () => ({ voices, units, text: spoken.text, toSourceOffset, tags });
		yield* deliver(deps, own, generation, createProgress(generation, plan), synthesis);
	}

	return {
		async write(text, chunkOptions) {
			const complete = joinSurrogates(text);
			generation.text += complete;
			// Includes buffered text: otherwise text without a sentence end could grow without limit.
			if (generation.text.length > maxCharactersPerRequest) throw tooLong();
			await speak(chunks.write(complete, chunkOptions), true);
		},
		async finish() {
			if (ended) return;
			ended = true;
			await speak(chunks.rest(), false);
			batches.end();
			resolveStarted(false);
		},
		cancel() {
			ended = true;
			cancellation.abort(new Error("The context was canceled."));
			batches.end();
			resolveStarted(false);
		},
		output: output(),
		removedTags: tags,
	};
}
