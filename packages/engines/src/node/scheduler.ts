import { SpeechBusyError } from "./errors.ts";

/** Makes the sound of one segment. */
export type Render = (signal: AbortSignal) => AsyncIterable<Float32Array>;

export type SpeechTask = {
	/** Tasks of one lane share its slots: one lane is one engine. */
	lane: string;
	/** Slots of the lane. */
	parallel: number;
	priority: "interactive" | "background";
	segments: readonly Render[];
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
	parts: SegmentPart[];
	error: unknown;
	over: boolean;
	wake: () => void;
	stop: () => void;
	abort: AbortController;
};

type Lane = { busy: number; waiting: Record<SpeechTask["priority"], Job[]> };

/** How long a place usually takes to come free; only a hint for whoever was turned away. */
const secondsPerPlace = 2;

/**
 * Shares an engine among requests. At most `capacity` requests are admitted, background ones at most half of it; their segments
 * take turns; background segments run only while no interactive one waits; and no request is made more than one
 * segment in advance of its listener, so a listener who leaves has cost little.
 */
export function createScheduler({ capacity }: { capacity: number }): Scheduler {
	const lanes = new Map<string, Lane>();
	const jobs = new Set<Job>();

	function admit(task: SpeechTask): Job {
		const background = [...jobs].filter((job) => job.task.priority === "background").length;
		const full = task.priority === "background" ? background >= Math.ceil(capacity / 2) : false;
		if (full || jobs.size >= capacity) {
			throw new SpeechBusyError(
				Math.min(30, Math.max(1, Math.ceil((jobs.size * secondsPerPlace) / (2 * task.parallel)))),
			);
		}
		const abort = new AbortController();
		const job: Job = {
			task,
			next: 0,
			hearing: 0,
			active: false,
			parts: [],
			error: undefined,
			over: false,
			wake: () => {},
			stop: () => {},
			abort,
		};
		jobs.add(job);
		return job;
	}

	function leave(job: Job, lane: Lane): void {
		if (job.over) return;
		job.over = true;
		job.task.signal.removeEventListener("abort", job.stop);
		job.abort.abort();
		jobs.delete(job);
		const queue = lane.waiting[job.task.priority];
		const place = queue.indexOf(job);
		if (place >= 0) queue.splice(place, 1);
	}

	function pump(lane: Lane): void {
		for (;;) {
			const job = nextJob(lane);
			if (!job || lane.busy >= job.task.parallel) return;
			void run(job, lane);
		}
	}

	async function run(job: Job, lane: Lane): Promise<void> {
		const index = job.next++;
		const render = job.task.segments[index];
		job.active = true;
		lane.busy++;
		try {
			if (render) {
				for await (const pcm of render(job.abort.signal)) {
					if (job.over) break;
					job.parts.push({ index, pcm });
					job.wake();
				}
			}
			job.parts.push({ index, done: true });
		} catch (error) {
			job.error ??= error ?? new Error("the engine failed without a reason");
		}
		job.active = false;
		lane.busy--;
		// To the back of the line: whoever came or was served before this moment comes first.
		const queue = lane.waiting[job.task.priority];
		const place = queue.indexOf(job);
		if (place >= 0) queue.push(...queue.splice(place, 1));
		job.wake();
		pump(lane);
	}

	async function* listen(job: Job, lane: Lane): AsyncIterable<SegmentPart> {
		try {
			let heard = 0;
			while (heard < job.task.segments.length) {
				if (job.task.signal.aborted) throw job.error;
				const part = job.parts.shift();
				if (part) {
					if (part.index > job.hearing) {
						job.hearing = part.index;
						pump(lane);
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
			leave(job, lane);
			pump(lane);
		}
	}

	return {
		submit(task) {
			const job = admit(task);
			let lane = lanes.get(task.lane);
			if (!lane) {
				lane = { busy: 0, waiting: { interactive: [], background: [] } };
				lanes.set(task.lane, lane);
			}
			const place = lane;
			job.stop = () => {
				job.error ??= task.signal.reason ?? new Error("aborted");
				leave(job, place);
				job.wake();
			};
			lane.waiting[task.priority].push(job);
			// Heard even if nobody ever reads: an abandoned task must not keep its place.
			if (task.signal.aborted) job.stop();
			else task.signal.addEventListener("abort", job.stop, { once: true });
			pump(lane);
			return listen(job, lane);
		},
		load() {
			const queued = [...jobs].filter((job) => job.next === 0).length;
			return { queued, running: jobs.size - queued, capacity };
		},
	};
}

function nextJob(lane: Lane): Job | undefined {
	return lane.waiting.interactive.find(mayBegin) ?? lane.waiting.background.find(mayBegin);
}

function mayBegin(job: Job): boolean {
	return (
		!job.active &&
		!job.over &&
		job.error === undefined &&
		job.next < job.task.segments.length &&
		job.next <= job.hearing + 1
	);
}
