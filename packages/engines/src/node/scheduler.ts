import { SpeechBusyError } from "../errors.ts";

/** Synthesizes the audio of one segment. */
export type Render = (signal: AbortSignal) => AsyncIterable<Float32Array>;

export type SpeechSegment = {
	/** Segments of one lane share its slots. There is one lane per engine. */
	lane: string;
	/** Number of slots of the lane. */
	parallel: number;
	/** Length of its text, to estimate how long it takes. */
	characters: number;
	render: Render;
};

/** Who waits for the audio: a customer, a visitor trying the product, a job that someone started, or nobody. */
export const priorities = ["interactive", "visitor", "background", "idle"] as const;
export type Priority = (typeof priorities)[number];

export type SpeechTask = {
	priority: Priority;
	segments: readonly SpeechSegment[];
	signal: AbortSignal;
};

export type SegmentPart = { index: number; pcm: Float32Array } | { index: number; done: true };

export type Scheduler = {
	/** Admits a task, or throws SpeechBusyError immediately. Its parts arrive in order. */
	submit(task: SpeechTask): AsyncIterable<SegmentPart>;
	/** Sets the speed of a lane until its first segment is measured. Without it, the first requests are not limited by their wait. */
	expectSpeed(lane: string, secondsPerCharacter: number): void;
	/** Someone is about to send a request, for example has opened a page: work for nobody makes room in advance. */
	expectPerson(): void;
	load(): { queued: number; running: number; capacity: number };
};

type Job = {
	task: SpeechTask;
	/** The next segment to start. */
	next: number;
	/** The segment being delivered to the client. */
	delivering: number;
	active: boolean;
	admittedAt: number;
	/** When its last segment finished, or when it was admitted. */
	idleSince: number;
	parts: SegmentPart[];
	error: unknown;
	over: boolean;
	wake: () => void;
	stop: () => void;
	abort: AbortController;
};

/** A client that has not asked for more audio in this time has enough buffered to wait. */
const slowClientMs = 1_000;
/** How long nobody must have been served before work for nobody starts: people usually send several requests in a row. */
const defaultQuietMs = 10_000;
/** How long a person who has opened a page may take to write and send a text. */
const defaultPersonMs = 60_000;
/** Work for nobody waits this long for people who are only expected, so that it also gets done on a busy server. */
const maxYieldMs = 300_000;
/** How long a slot usually takes to become free, until the speed of its engine is measured. */
const secondsPerSlot = 2;
/** Segments of a new request that count for its wait: enough to keep playing once it has started. */
const segmentsAhead = 3;
/** Weight of the latest segment in the measured speed of an engine. */
const speedWeight = 0.2;
const maxRetrySeconds = 300;
/** Rejected requests that are expected back. */
const maxRemembered = 200;

export type SchedulerOptions = {
	capacity: number;
	visitors?: number;
	quietMs?: number;
	personMs?: number;
	/** Requests that would wait longer than this are rejected. */
	maxWaitSeconds?: number;
	/** Milliseconds. */
	now?: () => number;
};

/**
 * Shares the engines among requests:
 * - At most `capacity` requests are admitted, at most half of them background. Visitors have a limit of their own.
 * - A request is rejected if its estimated wait exceeds `maxWaitSeconds`. Background requests may wait.
 * - Requests take turns, one segment each.
 * - A background segment starts only if no interactive one waits for the engine, a visitor's only if none will soon.
 * - Work for nobody (`idle`) runs one segment at a time, and only if nobody else is served or was a moment ago: it shares
 *   the processor even with the requests of other engines. A running segment can't be interrupted, so it also waits for
 *   people who are expected (`expectPerson`), up to a limit.
 * - A request is synthesized at most one segment ahead of its client, so a client that disconnects wastes little work.
 */
export function createScheduler({
	capacity,
	visitors = 4,
	quietMs = defaultQuietMs,
	personMs = defaultPersonMs,
	maxWaitSeconds = 30,
	now = () => performance.now(),
}: SchedulerOptions): Scheduler {
	/** Seconds per character, by lane: expected at first, then measured. */
	const speeds = new Map<string, number>();
	const busy = new Map<string, number>();
	/** Requests that were told to come back, in the order of their rejection. */
	let rejected: { priority: Priority; lane: string; characters: number; until: number }[] = [];
	const admitted = jobsByPriority();
	/** Jobs between two segments, in turn order. A separate set, because hundreds of jobs may be active. */
	const idle = jobsByPriority();
	let polling = false;
	/** When the last request of a person ended. */
	let servedAt = Number.NEGATIVE_INFINITY;
	/** When someone was last expected. */
	let expectedAt = Number.NEGATIVE_INFINITY;
	let waiting = false;
	const size = () => admitted.interactive.size + admitted.background.size;

	function isFull(priority: Priority): boolean {
		if (priority === "visitor") return admitted.visitor.size >= visitors;
		if (priority === "idle") return admitted.idle.size >= capacity;
		return size() >= capacity || (priority === "background" && admitted.background.size >= Math.ceil(capacity / 2));
	}

	/**
	 * How long a request waits for others until it keeps playing. Requests take turns, so each other one delays each of
	 * its segments by one segment. Zero if the engine has a free slot, or as long as its speed is not known.
	 */
	function estimateWait({ priority, segments }: SpeechTask): number {
		const [segment] = segments;
		const speed = segment && speeds.get(segment.lane);
		if (!segment || speed === undefined) return 0;
		const { lane, parallel } = segment;
		const counted = Math.min(segments.length, segmentsAhead);
		const before = priority === "visitor" ? [...admitted.interactive, ...admitted.visitor] : admitted.interactive;
		let jobs = 0;
		let characters = 0;
		for (const { task, next, active } of before) {
			const rest = task.segments.slice(active ? next - 1 : next, next + counted).slice(0, counted);
			const own = rest.filter((one) => one.lane === lane);
			if (own.length > 0) jobs++;
			characters += own.reduce((sum, one) => sum + one.characters, 0);
		}
		return jobs < parallel ? 0 : (characters * speed) / parallel;
	}

	/** How long the requests take that were rejected before this one and are expected back. Without it, all would come back at once. */
	function returning({ priority, segments }: SpeechTask): number {
		const [segment] = segments;
		const time = now();
		rejected = rejected.filter(({ until }) => until > time).slice(-maxRemembered);
		if (!segment) return 0;
		const characters = rejected
			.filter((one) => one.priority === priority && one.lane === segment.lane)
			.reduce((sum, one) => sum + one.characters, 0);
		return (characters * (speeds.get(segment.lane) ?? 0)) / segment.parallel;
	}

	function remember({ priority, segments }: SpeechTask, seconds: number): void {
		const [segment] = segments;
		if (!segment) return;
		const characters = segments.slice(0, segmentsAhead).reduce((sum, one) => sum + one.characters, 0);
		rejected.push({ priority, lane: segment.lane, characters, until: now() + seconds * 1000 });
	}

	function measure(segment: SpeechSegment, startedAt: number): void {
		if (segment.characters === 0) return;
		const latest = (now() - startedAt) / 1000 / segment.characters;
		const before = speeds.get(segment.lane);
		speeds.set(segment.lane, before === undefined ? latest : before + speedWeight * (latest - before));
	}

	function admit(task: SpeechTask): Job {
		const wait = estimateWait(task);
		const isAwaited = task.priority === "interactive" || task.priority === "visitor";
		const tooSlow = isAwaited && wait > maxWaitSeconds;
		if (tooSlow || isFull(task.priority)) {
			const parallel = task.segments[0]?.parallel ?? 1;
			const ahead = task.priority === "visitor" ? size() + admitted.visitor.size : size();
			// Work is done as time passes, so this is when the wait is short enough, or half of the requests are done.
			const estimate = tooSlow ? wait - maxWaitSeconds : (wait || (ahead * secondsPerSlot) / parallel) / 2;
			const seconds = Math.min(maxRetrySeconds, Math.max(1, Math.ceil(estimate + returning(task))));
			if (tooSlow) remember(task, seconds);
			throw new SpeechBusyError(seconds);
		}
		const job: Job = {
			task,
			next: 0,
			delivering: 0,
			active: false,
			admittedAt: now(),
			idleSince: now(),
			parts: [],
			error: undefined,
			over: false,
			wake: () => {},
			stop: () => {},
			abort: new AbortController(),
		};
		admitted[task.priority].add(job);
		idle[task.priority].add(job);
		return job;
	}

	function release(job: Job): void {
		if (job.over) return;
		job.over = true;
		job.task.signal.removeEventListener("abort", job.stop);
		job.abort.abort();
		admitted[job.task.priority].delete(job);
		idle[job.task.priority].delete(job);
		if (job.task.priority === "interactive" || job.task.priority === "visitor") servedAt = now();
	}

	function nextJob(): Job | undefined {
		// An interactive job waiting for a busy engine holds back background jobs for that engine only.
		const { interactive, visitor, background } = idle;
		return (
			first(interactive, canStart) ??
			first(visitor, canStartVisitor) ??
			first(background, canStart) ??
			(isQuiet() ? first(idle.idle, canStart) : undefined)
		);
	}

	/** Also tries again when the quiet time is over. */
	function isQuiet(): boolean {
		if (idle.idle.size === 0 || count(admitted.idle, ({ active }) => active) > 0) return false;
		if (size() + admitted.visitor.size > 0) return false;
		const [waitingJob] = idle.idle;
		const expectedUntil = Math.min(expectedAt + personMs, (waitingJob?.admittedAt ?? 0) + maxYieldMs);
		const wait = Math.max(servedAt + quietMs, expectedUntil) - now();
		if (wait <= 0) return true;
		if (!waiting)
			setTimeout(() => {
				waiting = false;
				pump();
			}, wait).unref();
		waiting = true;
		return false;
	}

	/**
	 * A running segment cannot be preempted, so a visitor must not take a slot that a customer is about to need: that of
	 * a job between two segments whose client has not caught up yet. Visitors also get at most a quarter of an engine's
	 * slots, so that new customers find a free one.
	 */
	function canStartVisitor(job: Job): boolean {
		const segment = job.task.segments[job.next];
		if (!segment || !canStart(job)) return false;
		const { lane, parallel } = segment;
		const visiting = count(
			admitted.visitor,
			({ active, task, next }) => active && task.segments[next - 1]?.lane === lane,
		);
		const time = now();
		const neededSoon = count(
			idle.interactive,
			({ task, next, idleSince }) => task.segments[next]?.lane === lane && time - idleSince < slowClientMs,
		);
		return visiting < Math.max(1, Math.floor(parallel / 4)) && (busy.get(lane) ?? 0) + neededSoon < parallel;
	}

	function canStart(job: Job): boolean {
		if (job.active || job.over || job.next > job.delivering + 1 || job.error !== undefined) return false;
		const segment = job.task.segments[job.next];
		return segment !== undefined && (busy.get(segment.lane) ?? 0) < segment.parallel;
	}

	function pump(): void {
		for (let job = nextJob(); job; job = nextJob()) void run(job);
		if (polling || first(idle.visitor, canStart) === undefined) return;
		// No event fires when a client becomes slow, so poll.
		polling = true;
		setTimeout(() => {
			polling = false;
			pump();
		}, slowClientMs / 4).unref();
	}

	async function run(job: Job): Promise<void> {
		const index = job.next++;
		const segment = job.task.segments[index];
		if (!segment) return;
		const { lane, render } = segment;
		const startedAt = now();
		job.active = true;
		idle[job.task.priority].delete(job);
		busy.set(lane, (busy.get(lane) ?? 0) + 1);
		try {
			for await (const pcm of render(job.abort.signal)) {
				if (job.over) break;
				job.parts.push({ index, pcm });
				job.wake();
			}
			job.parts.push({ index, done: true });
			if (!job.over) measure(segment, startedAt);
		} catch (error) {
			job.error ??= error ?? new Error("the engine failed without a reason");
		}
		job.active = false;
		job.idleSince = now();
		busy.set(lane, (busy.get(lane) ?? 1) - 1);
		// Round robin: back to the end of the line.
		if (!job.over && job.next < job.task.segments.length) idle[job.task.priority].add(job);
		job.wake();
		pump();
	}

	async function* deliver(job: Job): AsyncIterable<SegmentPart> {
		try {
			let delivered = 0;
			while (delivered < job.task.segments.length) {
				if (job.task.signal.aborted) throw job.error;
				const part = job.parts.shift();
				if (part) {
					if (part.index > job.delivering) {
						job.delivering = part.index;
						pump();
					}
					yield part;
					if ("done" in part) delivered++;
					continue;
				}
				if (job.error !== undefined) throw job.error;
				await new Promise<void>((resolve) => {
					job.wake = resolve;
				});
			}
		} finally {
			release(job);
			pump();
		}
	}

	return {
		submit(task) {
			const job = admit(task);
			job.stop = () => {
				job.error ??= task.signal.reason ?? new Error("aborted");
				release(job);
				job.wake();
				pump();
			};
			// Registered here and not in `deliver`, so that a task that is never read still frees its place.
			if (task.signal.aborted) job.stop();
			else task.signal.addEventListener("abort", job.stop, { once: true });
			pump();
			return deliver(job);
		},
		expectSpeed(lane, secondsPerCharacter) {
			if (!speeds.has(lane)) speeds.set(lane, secondsPerCharacter);
		},
		expectPerson() {
			expectedAt = now();
		},
		load() {
			const all = priorities.flatMap((priority) => [...admitted[priority]]);
			const queued = all.filter((job) => job.next === 0).length;
			return { queued, running: all.length - queued, capacity };
		},
	};
}

function jobsByPriority(): Record<Priority, Set<Job>> {
	return { interactive: new Set(), visitor: new Set(), background: new Set(), idle: new Set() };
}

function first(jobs: Iterable<Job>, matches: (job: Job) => boolean): Job | undefined {
	for (const job of jobs) if (matches(job)) return job;
	return undefined;
}

function count(jobs: Iterable<Job>, matches: (job: Job) => boolean): number {
	let found = 0;
	for (const job of jobs) if (matches(job)) found++;
	return found;
}
