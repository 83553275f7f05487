import { AppError } from "@timbre/contract/errors.ts";
import type { z } from "zod";
import { findUnstorableText, hasNoNul, unstorableReason } from "../../../core/security/unstorable-text.ts";
import type { Session } from "./types.ts";

export function parseMessage<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
	const result = schema.safeParse(value ?? {});
	if (result.success) {
		const path = findUnstorableText(result.data, hasNoNul);
		if (path === undefined) return result.data;
		throw new AppError("invalid_request", `${path.join(".")}: ${unstorableReason}`, { param: String(path[0]) });
	}
	const [issue] = result.error.issues;
	throw new AppError("invalid_request", `${issue?.path.join(".") || "The message"}: ${issue?.message}.`, {
		...(issue?.path[0] === undefined ? {} : { param: String(issue.path[0]) }),
	});
}

export const timedOut = ({ query }: Session) =>
	new AppError(
		"input_timeout_exceeded",
		`No text arrived for ${query.inactivity_timeout} seconds. Send a space to keep the socket open.`,
	);
