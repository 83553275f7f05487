// Speech of a text that is still being written. Always: what is reserved grows with the text, one generation a context, and the books are
// closed when the text ends, the listener leaves or something fails, as for any generation.
import { AppError } from "@timbre/contract/errors.ts";
import { maxCharactersPerRequest } from "@timbre/contract/speech.ts";
import type { SpeechEvent, SpeechUnit } from "@timbre/engines/node/protocol.ts";
import { createQueue } from "@timbre/engines/node/queue.ts";
import type { DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import type { Context } from "../../core/context.ts";
import { growReservation, reserveCredits } from "../usage/usage.public.ts";
import { createPieces } from "./speech.chunks.service.ts";
import {
	announcing,
	createLedger,
	type Delivery,
	deliver,
	type Generation,
	releaseCredits,
	type SpeechDeps,
	speechError,
	usageFacts,
	voicesOf,
} from "./speech.generate.service.ts";
import { requireAllowed } from "./speech.moderation.service.ts";
import {
	creditsFor,
	type HowToSpeak,
	type Line,
	nodeUnit,
	type PlannedUnit,
	planSpeech,
} from "./speech.plan.service.ts";

export type LiveOptions = {
	generation: Generation;
	/** The voice; its text is what is written later. */
	line: Omit<Line, "text">;
	how: Omit<HowToSpeak, "rules" | "nextText">;
	rules: readonly DictionaryRule[];
	schedule?: readonly number[];
	auto: boolean;
};

export type LiveSpeech = {
	write(text: string, how: { flush?: boolean; trigger?: boolean }): Promise<void>;
	/** No more text: what is left is spoken, and then the output ends. */
	finish(): Promise<void>;
	/** Stops at once. */
	cancel(): void;
	output: AsyncIterable<Delivery>;
};

const tooLong = () =>
	new AppError("max_character_limit_exceeded", `A context takes at most ${maxCharactersPerRequest} characters.`);

export function createLiveSpeech(deps: SpeechDeps, context: Context, options: LiveOptions): LiveSpeech {
	const { generation, line, rules } = options;
	const gone = new AbortController();
	const own: Context = { ...context, signal: AbortSignal.any([context.signal, gone.signal]) };
	const pieces = createPieces(options);
	const batches = createQueue<SpeechUnit[]>();
	const units: PlannedUnit[] = [];
	const spoken = { text: "", voices: [] as Awaited<ReturnType<typeof planSpeech>>["voices"] };
	const paidHere = new Set<string>();
	let reserved = false;
	let ended = false;
	let begun: (value: boolean) => void = () => {};
	const beginning = new Promise<boolean>((resolve) => {
		begun = resolve;
	});

	/** Writers that cut their text anywhere cut characters too: the first half waits for the second. */
	let half = "";
	function joined(text: string): string {
		const all = half + text;
		half = /[\ud800-\udbff]$/.exec(all)?.[0] ?? "";
		return all.slice(0, all.length - half.length).toWellFormed();
	}

	async function speak(piece: string | undefined, more: boolean): Promise<void> {
		if (piece === undefined || !/[\p{L}\p{N}]/u.test(piece)) return;
		const plan = await planSpeech(deps.db, own.workspaceId, [{ ...line, text: piece }], {
			...options.how,
			rules,
			nextText: more ? "…" : null,
		});
		requireAllowed(deps.moderate, plan, [line], spoken.text);
		const offset = spoken.text.length;
		const planned = plan.units.map((unit): PlannedUnit => {
			const known = paidHere.has(unit.hash);
			paidHere.add(unit.hash);
			const placed = { ...unit, start: unit.start + offset, end: unit.end + offset };
			return known ? { ...placed, fresh: false, take: { ...unit.take, stored: true } } : placed;
		});
		const worth = planned
			.filter((unit) => unit.fresh)
			.reduce((sum, { start, end, rate }) => sum + (end - start) * rate, 0);
		await reserve(creditsFor(worth, generation.model.cost));
		spoken.text += plan.text;
		spoken.voices = plan.voices;
		units.push(...planned);
		batches.push(
			planned.map((unit) => (generation.keepHistory ? nodeUnit(unit) : { ...nodeUnit(unit), take: undefined })),
		);
		begun(true);
	}

	async function reserve(amount: number): Promise<void> {
		const { workspaceId } = own;
		const { id: generationId, tier } = generation;
		if (reserved) return growReservation(deps.db, workspaceId, { generationId, amount, tier });
		const { holder, leaseSeconds } = deps;
		const facts = usageFacts(own, generation);
		await announcing(own, generation, (announce) =>
			reserveCredits(deps.db, workspaceId, { generationId, amount, tier, holder, leaseSeconds, facts, announce }),
		);
		reserved = true;
	}

	async function* output(): AsyncGenerator<Delivery> {
		if (!(await beginning)) return;
		const voices = spoken.voices;
		const followed = deps.stops.follow(voicesOf(generation));
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
			const signal = AbortSignal.any([own.signal, followed.signal]);
			events = deps.speech.speak({ ...request, units: [] }, signal, batches)[Symbol.asyncIterator]();
			first = await events.next();
		} catch (error) {
			followed.end();
			await releaseCredits(deps, own, generation);
			if (followed.signal.aborted) throw followed.signal.reason;
			if (own.signal.aborted) return;
			throw speechError(error);
		}
		const ledger = createLedger(generation, () => ({ voices, units, text: spoken.text, sentAt: (at) => at }));
		yield* deliver(deps, own, generation, ledger, { first, events, followed });
	}

	return {
		async write(text, how) {
			const whole = joined(text);
			generation.text += whole;
			// Also what is not spoken yet: text without an end would otherwise gather for as long as somebody sends it.
			if (generation.text.length > maxCharactersPerRequest) throw tooLong();
			await speak(pieces.write(whole, how), true);
		},
		async finish() {
			if (ended) return;
			ended = true;
			await speak(pieces.rest(), false);
			batches.end();
			begun(false);
		},
		cancel() {
			ended = true;
			gone.abort(new Error("The context was cancelled."));
			batches.end();
			begun(false);
		},
		output: output(),
	};
}
