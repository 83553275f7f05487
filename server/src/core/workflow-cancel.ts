import { PermanentFailure } from "./workflow-failure.ts";

const checkMs = 1_000;

type Watched = {
	/** Asked every second. */
	isRunning: () => Promise<boolean>;
	/** What users are told when it no longer is. */
	canceled: string;
	attemptEnded: AbortSignal;
};

/** Stops the work of a long step when a user cancels it, or when the engine has given up on this attempt. */
export async function whileRunning<T>(
	{ isRunning, canceled, attemptEnded }: Watched,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const canceling = new AbortController();
	const watch = setInterval(() => {
		isRunning().then(
			(running) => running || canceling.abort(new PermanentFailure(canceled)),
			() => {},
		);
	}, checkMs);
	try {
		return await work(AbortSignal.any([canceling.signal, attemptEnded]));
	} finally {
		clearInterval(watch);
	}
}
