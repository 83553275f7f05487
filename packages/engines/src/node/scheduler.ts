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
	const waiting: Record<Priority, Job[]> = { interactive: [], visitor: [], background: [] };
	let looking = false;
	const size = () => waiting.interactive.length + waiting.background.length;

	function isFull(priority: Priority): boolean {
		if (priority === "visitor") return waiting.visitor.length >= visitors;
		return size() >= capacity || (priority === "background" && waiting.background.length >= Math.ceil(capacity / 2));
	}

	function admit(task: SpeechTask): Job {
		if (isFull(task.priority)) {
			const parallel = task.segments[0]?.parallel ?? 1;
			const before = task.priority === "visitor" ? size() + waiting.visitor.length : size();
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
		waiting[task.priority].push(job);
		return job;
	}

	function leave(job: Job): void {
		if (job.over) return;
		job.over = true;
		job.task.signal.removeEventListener("abort", job.stop);
		job.abort.abort();
		const queue = waiting[job.task.priority];
		queue.splice(queue.indexOf(job), 1);
	}

	function nextJob(): Job | undefined {
		// An interactive job that waits for a taken engine keeps background ones from that engine, not from another.
		return waiting.interactive.find(mayBegin) ?? waiting.visitor.find(mayVisit) ?? waiting.background.find(mayBegin);
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
		const visiting = waiting.visitor.filter(
			({ active, task, next }) => active && task.segments[next - 1]?.lane === lane,
		).length;
		const now = performance.now();
		const wanted = waiting.interactive.filter(
			({ active, task, next, idleSince }) =>
				!active && task.segments[next]?.lane === lane && now - idleSince < slowListenerMs,
		).length;
		return visiting < Math.max(1, Math.floor(parallel / 4)) && (busy.get(lane) ?? 0) + wanted < parallel;
	}

	function mayBegin(job: Job): boolean {
		const segment = job.task.segments[job.next];
		return (
			segment !== undefined &&
			!job.active &&
			!job.over &&
			job.error === undefined &&
			job.next <= job.hearing + 1 &&
			(busy.get(segment.lane) ?? 0) < segment.parallel
		);
	}

	function pump(): void {
		for (let job = nextJob(); job; job = nextJob()) void run(job);
		if (looking || !waiting.visitor.some((job) => mayBegin(job))) return;
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
		const queue = waiting[job.task.priority];
		const place = queue.indexOf(job);
		if (place >= 0) queue.push(...queue.splice(place, 1));
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
			const all = [...waiting.interactive, ...waiting.visitor, ...waiting.background];
			const queued = all.filter((job) => job.next === 0).length;
			return { queued, running: all.length - queued, capacity };
		},
	};
}
