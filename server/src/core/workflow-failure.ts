import { AppError } from "@timbre/contract/errors.ts";
import { SpeechBadRequestError } from "@timbre/engines/errors.ts";
import { z } from "zod";

/** Thrown in a workflow to give up without retrying. The message is a sentence for users. */
export class PermanentFailure extends Error {
	override name = "PermanentFailure";
}

/**
 * Why a step that failed with this error would fail again, as a sentence for users. Undefined if a retry may succeed:
 * the database, the storage, the network or the speech node did not respond.
 */
export function permanentReason(error: unknown): string | undefined {
	if (error instanceof PermanentFailure) return error.message;
	if (error instanceof SpeechBadRequestError) return sentence(error.message);
	if (error instanceof AppError) return isTransient(error) ? undefined : error.message;
	if (error instanceof z.ZodError) return "Stored data is invalid.";
	return databaseReason(error);
}

/** What users are told of an error: the reason if it is permanent, otherwise the given text. */
export function reasonFor(error: unknown, otherwise: string): string {
	return permanentReason(error) ?? otherwise;
}

function isTransient({ httpStatus, retryAfterSeconds }: AppError): boolean {
	return httpStatus >= 500 || httpStatus === 408 || httpStatus === 429 || retryAfterSeconds !== undefined;
}

/** Rows that are missing or that violate a constraint. A duplicate key may be a race, so it is retried. */
function databaseReason(error: unknown): string | undefined {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (code === "23503") return "What this belongs to was deleted.";
	return /^22...$|^23(502|514)$/.test(code) ? "Stored data is invalid." : undefined;
}

/** Messages of the speech node are fragments: "the recordings contain no speech". */
function sentence(message: string): string {
	const text = message.charAt(0).toUpperCase() + message.slice(1);
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
