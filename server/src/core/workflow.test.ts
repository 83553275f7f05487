import { AppError } from "@timbre/contract/errors.ts";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError } from "@timbre/engines/errors.ts";
import { expect, test } from "vitest";
import { z } from "zod";
import { runWorkflow } from "../testing/workflows/run-workflow.ts";
import { defineWorkflow, maxAttempts } from "./workflow.ts";
import { PermanentFailure, permanentReason } from "./workflow-failure.ts";

const databaseError = (code: string) => Object.assign(new Error("a database error"), { code });

test.each([
	["a failure that says so", new PermanentFailure("It can't work."), "It can't work."],
	[
		"a request that the engine rejects",
		new SpeechBadRequestError("kokoro has no speaker x"),
		"Kokoro has no speaker x.",
	],
	["an error of the caller", new AppError("sample_not_found", "It no longer exists."), "It no longer exists."],
	["stored data of another shape", z.string().safeParse(1).error, "Stored data is invalid."],
	["a reference to a deleted row", databaseError("23503"), "What this belongs to was deleted."],
	["a violated constraint", databaseError("23514"), "Stored data is invalid."],
])("%s is permanent and has a reason", (_, error, reason) => {
	expect(permanentReason(error)).toBe(reason);
});

test.each([
	["a busy speech node", new SpeechBusyError(2)],
	["an engine that failed", new SpeechFailedError("no response")],
	["a service that is down", new AppError("service_unavailable", "Try again.")],
	["a rate limit", new AppError("rate_limit_exceeded", "Try again.")],
	["a lost connection", databaseError("ECONNREFUSED")],
	["a serialization failure", databaseError("40001")],
	["a duplicate key, which may be a race", databaseError("23505")],
	["any other error", new Error("unknown")],
])("%s is transient", (_, error) => {
	expect(permanentReason(error)).toBeUndefined();
});

/** Counts the attempts of one step that fails with these errors in turn. */
async function countAttempts(errors: unknown[]): Promise<{ attempts: number; error: unknown }> {
	const attempts = new Map<string, number>();
	const workflow = defineWorkflow<object, object>({
		name: "Test",
		input: z.object({}),
		run: (context) =>
			context.step("work", async () => {
				const error = errors.length > 1 ? errors.shift() : errors[0];
				if (error) throw error;
			}),
	});
	const error = await runWorkflow(workflow, {}, {}, undefined, attempts).catch((thrown: unknown) => thrown);
	return { attempts: attempts.get("work") ?? 0, error };
}

test("a step is tried once if it fails permanently, and again if it may succeed", async () => {
	const rejected = new SpeechBadRequestError("the recording is empty");
	expect(await countAttempts([rejected])).toEqual({
		attempts: 1,
		error: new PermanentFailure("The recording is empty."),
	});
	expect(await countAttempts([new Error("down"), new Error("down"), undefined])).toMatchObject({ attempts: 3 });
	expect(await countAttempts([new Error("down")])).toEqual({ attempts: maxAttempts, error: new Error("down") });
});

test("invalid input fails permanently before any step runs", async () => {
	let ran = false;
	const workflow = defineWorkflow<{ id: string }, object>({
		name: "Test",
		input: z.object({ id: z.string() }),
		run: async () => {
			ran = true;
		},
	});
	const invalid = runWorkflow(workflow, { id: 1 } as never, {});
	await expect(invalid).rejects.toThrow(PermanentFailure);
	await expect(invalid).rejects.toThrow(/Invalid input of Test: .*id/s);
	expect(ran).toBe(false);
});
