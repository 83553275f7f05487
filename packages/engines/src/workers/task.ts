import { move, transferableSymbol, valueSymbol } from "piscina";
import { type PackedError, packError } from "../errors.ts";

/** Tells a task that its caller has left. */
export type CancelSignal = Pick<AbortSignal, "throwIfAborted">;

/** What a pool sends to a thread. The caller sets `canceled[0]` to 1. */
export type TaskCall<Input> = { input: Input; canceled: Int32Array };
export type TaskReply<Output> = { result: Output } | { error: PackedError };
export type Task<Input, Output> = (call: TaskCall<Input>) => Promise<TaskReply<Output>>;

/**
 * Defines what the threads of a pool do: a task file exports it as `run`. Errors are replies, so that a call that
 * rejects in the pool always means that its thread has ended.
 */
export function defineTask<Input, Output>(
	handler: (input: Input, signal: CancelSignal) => Output | Promise<Output>,
	/** Returns the buffers of the result that are handed over instead of copied. */
	transfer: (result: Output) => ArrayBuffer[] = () => [],
): Task<Input, Output> {
	return async ({ input, canceled }) => {
		try {
			const result = await handler(input, cancelSignal(canceled));
			const reply: TaskReply<Output> = { result };
			const movable: unknown = move({ [transferableSymbol]: transfer(result), [valueSymbol]: reply });
			return movable as TaskReply<Output>;
		} catch (error) {
			return { error: packError(error) };
		}
	};
}

function cancelSignal(canceled: Int32Array): CancelSignal {
	return {
		throwIfAborted() {
			if (Atomics.load(canceled, 0) === 1) throw new Error("the task was canceled");
		},
	};
}
