import { AppError } from "@timbre/contract/errors.ts";
import type { Session } from "./types.ts";

export const timedOut = ({ query }: Session) =>
	new AppError(
		"input_timeout_exceeded",
		`No text arrived for ${query.inactivity_timeout} seconds. Send a space to keep the socket open.`,
	);
