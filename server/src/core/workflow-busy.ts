import { AppError } from "@timbre/contract/errors.ts";
import { SpeechBusyError } from "@timbre/engines/errors.ts";
import type { WorkflowContext } from "./workflow.ts";
import { PermanentFailure } from "./workflow-failure.ts";

const minPauseMs = 2_000;
const maxPauseMs = 60_000;

/** No slot of the plan or of the speech node is free: not a failure, so it uses up no attempt. */
export function isBusy(error: unknown): boolean {
	if (error instanceof SpeechBusyError) return true;
	return error instanceof AppError && (error.code === "too_many_concurrent_requests" || error.code === "system_busy");
}

/** The pause before the next attempt to find a free slot. */
export function busyPauseMs(pauses: number): number {
	return Math.min(maxPauseMs, minPauseMs * 2 ** Math.min(pauses, 10));
}

/** Runs a long step, again and again while no slot is free. Gives up after `maxPauses`: at 300, after almost five hours. */
export async function longStepWhenFree<T>(
	context: WorkflowContext,
	name: string,
	work: (signal: AbortSignal) => Promise<T>,
	maxPauses = 300,
): Promise<T> {
	for (let pauses = 0; ; pauses++) {
		const result = await context.longStep(pauses === 0 ? name : `${name}, try ${pauses + 1}`, async (signal) => {
			try {
				return { value: await work(signal) };
			} catch (error) {
				if (isBusy(error)) return { busy: true as const };
				throw error;
			}
		});
		if (!("busy" in result)) return result.value;
		if (pauses === maxPauses) throw new PermanentFailure("The speech engine was busy for hours. Try again later.");
		await context.sleep(busyPauseMs(pauses));
	}
}

/** Aborts if it is not reset for the given time: what is waited for has stopped responding. */
export function createSilenceTimer(milliseconds: number) {
	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort(new Error("no response")), milliseconds);
	return {
		signal: controller.signal,
		reset: () => void timer.refresh(),
		stop: () => clearTimeout(timer),
		expired: () => controller.signal.aborted,
	};
}
