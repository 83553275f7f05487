// Speech for text that is still being written.
// Invariant: each context is one generation, its reservation grows with the text, and it is settled like any other generation: when the
// text ends, the client disconnects or something fails.
import { AppError } from "@timbre/contract/errors.ts";
import { maxCharactersPerRequest } from "@timbre/contract/speech/rules.ts";
import type { SpeechUnit, SpeechVoice } from "@timbre/engines/node/protocol.ts";
import type { AudioTag } from "@timbre/engines/text/audio-tags.ts";
import type { DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import { createQueue } from "@timbre/engines/workers/queue.ts";
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
import { speechVoice } from "../plan/voices.ts";
import { createChunks } from "./chunks.ts";
import { createSurrogateJoiner } from "./surrogates.ts";

export type LiveOptions = {
	generation: Generation;
	/** The lines to speak; their text is written later. A dialogue has one for each voice. */
	lines: readonly [Omit<Line, "text">, ...Omit<Line, "text">[]];
	renderOptions: Omit<RenderOptions, "rules" | "nextText">;
	rules: readonly DictionaryRule[];
	schedule?: readonly number[];
	auto: boolean;
};

export type LiveSpeech = {
	write(text: string, options: { flush?: boolean; trigger?: boolean }): Promise<void>;
	/** In a dialogue, ends the turn of the current line if another one speaks next or `force` is set. */
	startTurn(line: number, force: boolean): Promise<void>;
	/** For each turn that has ended, the number of sentences up to its end. */
	turnEnds: readonly number[];
	/** Ends the text: speaks what is still buffered, then ends the output. */
	finish(): Promise<void>;
	/** Stops immediately. */
	cancel(): void;
	output: AsyncIterable<Delivery>;
	/** The voices that speak, in the order in which they were requested. */
	voiceIds: readonly string[];
	/** Audio tags removed so far, with offsets in the text that was written. */
	removedTags: readonly AudioTag[];
};

const tooLong = () =>
	new AppError(
		"max_character_limit_exceeded",
		`A context can have at most ${maxCharactersPerRequest} characters. Open a new context for the rest.`,
	);

export function createLiveSpeech(deps: SpeechDeps, context: Context, options: LiveOptions): LiveSpeech {
	const { generation, lines, rules } = options;
	const cancellation = new AbortController();
	const own: Context = { ...context, signal: AbortSignal.any([context.signal, cancellation.signal]) };
	const chunks = createChunks(options);
	const joinSurrogates = createSurrogateJoiner();
	const batches = createQueue<SpeechUnit[]>();
	const units: PlannedUnit[] = [];
	const spoken = { text: "" };
	const voices: SpeechVoice[] = lines.map((line) => speechVoice(line, options.renderOptions));
	const turnEnds: number[] = [];
	/** Index of the line whose turn it is. */
	let current = 0;
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
		const line = lines[current] ?? lines[0];
		const text = [{ ...line, text: chunk }];
		const plan = await planSpeech(deps.db, own.workspaceId, text, rendering, generation.storeHistory);
		for (const tag of plan.tags) tags.push({ ...tag, start: source + tag.start, end: source + tag.end });
		if (!/[\p{L}\p{N}]/u.test(plan.text)) return;
		requireAllowed(deps.moderate, plan, [line], spoken.text);
		const offset = spoken.text.length;
		const planned = plan.units.map((unit): PlannedUnit => {
			const repeated = generation.storeHistory && plannedHashes.has(unit.hash);
			plannedHashes.add(unit.hash);
			const place = { voice: current, line: Math.max(0, (generation.dialogue?.length ?? 0) - 1) };
			const shifted = { ...unit, ...place, start: unit.start + offset, end: unit.end + offset };
			return repeated ? { ...shifted, unpaid: false, take: { ...unit.take, stored: true } } : shifted;
		});
		const weight = weightOf(planned);
		await reserveFor(creditsFor(weight, generation.model.cost));
		pieces.push({ offset, toSourceOffset: (at) => source + plan.toSourceOffset(at - offset) });
		spoken.text += plan.text;
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
		turnEnds,
		async startTurn(line, force) {
			const { dialogue } = generation;
			if (!dialogue || (line === current && dialogue.length > 0 && !force)) return;
			if (dialogue.length > 0) {
				await speak(chunks.rest(), false);
				turnEnds.push(units.length);
				generation.text += "\n";
				spoken.text += "\n";
				released = generation.text.length;
			}
			current = line;
			const { id, name } = (lines[line] ?? lines[0]).voice;
			dialogue.push({ text: "", voice_id: id, voice_name: name });
		},
		async write(text, chunkOptions) {
			const complete = joinSurrogates(text);
			generation.text += complete;
			const turn = generation.dialogue?.at(-1);
			if (turn) turn.text += complete;
			// Includes buffered text: otherwise text without a sentence end could grow without limit.
			if (generation.text.length > maxCharactersPerRequest) throw tooLong();
			await speak(chunks.write(complete, chunkOptions), true);
		},
		async finish() {
			if (ended) return;
			ended = true;
			await speak(chunks.rest(), false);
			turnEnds.push(units.length);
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
		voiceIds: lines.map(({ voice }) => voice.id),
		removedTags: tags,
	};
}
