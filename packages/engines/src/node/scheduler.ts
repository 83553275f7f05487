import { SpeechBusyError } from "./errors.ts";

/** Makes the sound of one segment. */
export type Render = (signal: AbortSignal) => AsyncIterable<Float32Array>;

export type SpeechSegment = {
	/** Segments of one lane share its slots: one lane is one engine. */
	lane: string;
	/** Slots of the lane. */
	parallel: number;
	render: Render;
};

/** Who waits: a customer, a visitor who only tries, nobody. */
export const priorities = ["interactive", "visitor", "background"] as const;
export type Priority = (typeof priorities)[number];

export type SpeechTask = {
	priority: Priority;
	segments: readonly SpeechSegment[];
	signal: AbortSignal;
};

export type SegmentPart = { index: number; pcm: Float32Array } | { index: number; done: true };

export type Scheduler = {
	/** Admits a task or throws SpeechBusyError at once. Its parts come in order. */
	submit(task: SpeechTask): AsyncIterable<SegmentPart>;
	load(): { queued: number; running: number; capacity: number };
};

type Job = {
	task: SpeechTask;
	/** The segment to begin next. */
	next: number;
	/** The segment the listener is receiving. */
	hearing: number;
	active: boolean;
	/** When its last segment ended, or it came. */
	idleSince: number;
	parts: SegmentPart[];
	error: unknown;
	over: boolean;
	wake: () => void;
	stop: () => void;
	abort: AbortController;
};

/** A listener who has not asked for more in this time has enough to hear for a while. */
const slowListenerMs = 1_000;
/** How long a place usually takes to come free; only a hint for whoever was turned away. */
const secondsPerPlace = 2;

/**
 * Shares the engines among requests. At most `capacity` requests are admitted, background ones at most half of it and visitors at most
 * `visitors`, whose places are beside those of the others; their segments take turns; background segments run only while no interactive
 * one waits for the same engine, visitors' only while none is about to; and no request is made more than one segment in advance of its listener, so a listener who leaves has cost little.
 */
export function createScheduler({ capacity, visitors = 4 }: { capacity: number; visitors?: number }): Scheduler {
	const busy = new Map<string, number>();
	const admitted: Record<Priority, Set<Job>> = { interactive: new Set(), visitor: new Set(), background: new Set() };
	/** Those between two segments, in the order of their turns: hundreds may be at work whenever one of them ends a segment. */
	const resting: Record<Priority, Set<Job>> = { interactive: new Set(), visitor: new Set(), background: new Set() };
	let looking = false;
	const size = () => admitted.interactive.size + admitted.background.size;

	function isFull(priority: Priority): boolean {
		if (priority === "visitor") return admitted.visitor.size >= visitors;
		return size() >= capacity || (priority === "background" && admitted.background.size >= Math.ceil(capacity / 2));
	}

	function admit(task: SpeechTask): Job {
		if (isFull(task.priority)) {
			const parallel = task.segments[0]?.parallel ?? 1;
			const before = task.priority === "visitor" ? size() + admitted.visitor.size : size();
			throw new SpeechBusyError(Math.min(30, Math.max(1, Math.ceil((before * secondsPerPlace) / (2 * parallel)))));
		}
		const job: Job = {
			task,
			next: 0,
			hearing: 0,
			active: false,
			idleSince: performance.now(),
			parts: [],
			error: undefined,
			over: false,
			wake: () => {},
			stop: () => {},
			abort: new AbortController(),
		};
		admitted[task.priority].add(job);
		resting[task.priority].add(job);
		return job;
	}

	function leave(job: Job): void {
		if (job.over) return;
		job.over = true;
		job.task.signal.removeEventListener("abort", job.stop);
		job.abort.abort();
		admitted[job.task.priority].delete(job);
		resting[job.task.priority].delete(job);
	}

	function nextJob(): Job | undefined {
		// An interactive job that waits for a taken engine keeps background ones from that engine, not from another.
		const { interactive, visitor, background } = resting;
		return first(interactive, mayBegin) ?? first(visitor, mayVisit) ?? first(background, mayBegin);
	}

	/**
	 * A segment once begun cannot be stopped, so a visitor keeps away from a slot that a customer is about to want: one between two
	 * segments, whose listener has not caught up yet. And visitors never have more than a quarter of an engine's slots, so that the
	 * customers who come next find one.
	 */
	function mayVisit(job: Job): boolean {
		const segment = job.task.segments[job.next];
		if (!segment || !mayBegin(job)) return false;
		const { lane, parallel } = segment;
		const visiting = count(
			admitted.visitor,
			({ active, task, next }) => active && task.segments[next - 1]?.lane === lane,
		);
		const now = performance.now();
		const wanted = count(
			resting.interactive,
			({ task, next, idleSince }) => task.segments[next]?.lane === lane && now - idleSince < slowListenerMs,
		);
		return visiting < Math.max(1, Math.floor(parallel / 4)) && (busy.get(lane) ?? 0) + wanted < parallel;
	}

	function mayBegin(job: Job): boolean {
		if (job.active || job.over || job.next > job.hearing + 1 || job.error !== undefined) return false;
		const segment = job.task.segments[job.next];
		return segment !== undefined && (busy.get(segment.lane) ?? 0) < segment.parallel;
	}

	function pump(): void {
		for (let job = nextJob(); job; job = nextJob()) void run(job);
		if (looking || first(resting.visitor, mayBegin) === undefined) return;
		// Nothing tells when a listener has become a slow one.
		looking = true;
		setTimeout(() => {
			looking = false;
			pump();
		}, slowListenerMs / 4).unref();
	}

	async function run(job: Job): Promise<void> {
		const index = job.next++;
		const segment = job.task.segments[index];
		if (!segment) return;
		const { lane, render } = segment;
		job.active = true;
		resting[job.task.priority].delete(job);
		busy.set(lane, (busy.get(lane) ?? 0) + 1);
		try {
			for await (const pcm of render(job.abort.signal)) {
				if (job.over) break;
				job.parts.push({ index, pcm });
				job.wake();
			}
			job.parts.push({ index, done: true });
		} catch (error) {
			job.error ??= error ?? new Error("the engine failed without a reason");
		}
		job.active = false;
		job.idleSince = performance.now();
		busy.set(lane, (busy.get(lane) ?? 1) - 1);
		// To the back of the line: whoever came or was served before this moment comes first.
		if (!job.over && job.next < job.task.segments.length) resting[job.task.priority].add(job);
		job.wake();
		pump();
	}

	async function* listen(job: Job): AsyncIterable<SegmentPart> {
		try {
			let heard = 0;
			while (heard < job.task.segments.length) {
				if (job.task.signal.aborted) throw job.error;
				const part = job.parts.shift();
				if (part) {
					if (part.index > job.hearing) {
						job.hearing = part.index;
						pump();
					}
					yield part;
					if ("done" in part) heard++;
					continue;
				}
				if (job.error !== undefined) throw job.error;
				await new Promise<void>((resolve) => {
					job.wake = resolve;
				});
			}
		} finally {
			leave(job);
			pump();
		}
	}

	return {
		submit(task) {
			const job = admit(task);
			job.stop = () => {
				job.error ??= task.signal.reason ?? new Error("aborted");
				leave(job);
				job.wake();
				pump();
			};
			// Heard even if nobody ever reads: an abandoned task must not keep its place.
			if (task.signal.aborted) job.stop();
			else task.signal.addEventListener("abort", job.stop, { once: true });
			pump();
			return listen(job);
		},
		load() {
			const all = [...admitted.interactive, ...admitted.visitor, ...admitted.background];
			const queued = all.filter((job) => job.next === 0).length;
			return { queued, running: all.length - queued, capacity };
		},
	};
}

function first(jobs: Iterable<Job>, is: (job: Job) => boolean): Job | undefined {
	for (const job of jobs) if (is(job)) return job;
	return undefined;
}

function count(jobs: Iterable<Job>, is: (job: Job) => boolean): number {
	let found = 0;
	for (const job of jobs) if (is(job)) found++;
	return found;
}
