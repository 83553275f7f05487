// Speech for text that is still being written.
// Invariant: each context is one generation, its reservation grows with the text, and it is settled like any other generation: when the
// text ends, the client disconnects or something fails.
import { AppError } from "@timbre/contract/errors.ts";
import { maxCharactersPerRequest } from "@timbre/contract/speech.ts";
import type { SpeechEvent, SpeechUnit } from "@timbre/engines/node/protocol.ts";
import { createQueue } from "@timbre/engines/node/queue.ts";
import type { DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import type { Context } from "../../core/context.ts";
import { growReservation, reserveCredits } from "../usage/usage.public.ts";
import { createChunks } from "./speech.chunks.service.ts";
import {
	createDeliveryLedger,
	type Delivery,
	deliver,
	type Generation,
	publishStarted,
	releaseCredits,
	type SpeechDeps,
	speechError,
	usageDetails,
	voicesOf,
} from "./speech.generate.service.ts";
import { requireAllowed } from "./speech.moderation.service.ts";
import {
	creditsFor,
	type Line,
	nodeUnit,
	type PlannedUnit,
	planSpeech,
	type RenderOptions,
} from "./speech.plan.service.ts";

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
	const batches = createQueue<SpeechUnit[]>();
	const units: PlannedUnit[] = [];
	const spoken = { text: "", voices: [] as Awaited<ReturnType<typeof planSpeech>>["voices"] };
	const plannedHashes = new Set<string>();
	let reserved = false;
	let ended = false;
	let resolveStarted: (value: boolean) => void = () => {};
	const started = new Promise<boolean>((resolve) => {
		resolveStarted = resolve;
	});

	/** Callers may split text inside a surrogate pair: hold a high surrogate back until its low surrogate arrives. */
	let pendingSurrogate = "";
	function joinSurrogates(text: string): string {
		const all = pendingSurrogate + text;
		pendingSurrogate = /[\ud800-\udbff]$/.exec(all)?.[0] ?? "";
		return all.slice(0, all.length - pendingSurrogate.length).toWellFormed();
	}

	async function speak(chunk: string | undefined, more: boolean): Promise<void> {
		if (chunk === undefined || !/[\p{L}\p{N}]/u.test(chunk)) return;
		const plan = await planSpeech(deps.db, own.workspaceId, [{ ...line, text: chunk }], {
			...options.renderOptions,
			rules,
			nextText: more ? "…" : null,
		});
		requireAllowed(deps.moderate, plan, [line], spoken.text);
		const offset = spoken.text.length;
		const planned = plan.units.map((unit): PlannedUnit => {
			const repeated = plannedHashes.has(unit.hash);
			plannedHashes.add(unit.hash);
			const shifted = { ...unit, start: unit.start + offset, end: unit.end + offset };
			return repeated ? { ...shifted, unpaid: false, take: { ...unit.take, stored: true } } : shifted;
		});
		const weightedCharacters = planned
			.filter((unit) => unit.unpaid)
			.reduce((sum, { start, end, rate }) => sum + (end - start) * rate, 0);
		await reserve(creditsFor(weightedCharacters, generation.model.cost));
		spoken.text += plan.text;
		spoken.voices = plan.voices;
		units.push(...planned);
		batches.push(
			planned.map((unit) => (generation.storeHistory ? nodeUnit(unit) : { ...nodeUnit(unit), take: undefined })),
		);
		resolveStarted(true);
	}

	async function reserve(amount: number): Promise<void> {
		const { workspaceId } = own;
		const { id: generationId, tier } = generation;
		if (reserved) return growReservation(deps.db, workspaceId, { generationId, amount, tier });
		const { holder, leaseSeconds } = deps;
		await publishStarted(own, generation, (startedEvent) =>
			reserveCredits(deps.db, workspaceId, {
				generationId,
				amount,
				tier,
				holder,
				leaseSeconds,
				facts: usageDetails(own, generation),
				announce: startedEvent,
			}),
		);
		reserved = true;
	}

	async function* output(): AsyncGenerator<Delivery> {
		if (!(await started)) return;
		const voices = spoken.voices;
		const watch = deps.voiceWatcher.watch(voicesOf(generation));
		let events: AsyncIterator<SpeechEvent>;
		let first: IteratorResult<SpeechEvent>;
		try {
			const request = {
				voices,
				units: [],
				live: true,
				format: generation.format,
				timing: generation.timing,
				priority: "interactive",
			} as const;
			const signal = AbortSignal.any([own.signal, watch.signal]);
			events = deps.speech.speak({ ...request, units: [] }, signal, batches)[Symbol.asyncIterator]();
			first = await events.next();
		} catch (error) {
			watch.end();
			await releaseCredits(deps, own, generation);
			if (watch.signal.aborted) throw watch.signal.reason;
			if (own.signal.aborted) return;
			throw speechError(error);
		}
		const ledger = createDeliveryLedger(generation, () => ({
			voices,
			units,
			text: spoken.text,
			toSourceOffset: (offset) => offset,
		}));
		yield* deliver(deps, own, generation, ledger, { first, events, watch });
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
	};
}
