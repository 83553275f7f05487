import { z } from "zod";

const minSeconds = 1;

/** The start and end of the part to use, entered in seconds and submitted in milliseconds. */
export function trimForm(seconds: number) {
	const time = z
		.string()
		.trim()
		.min(1, { error: "Enter both times in seconds.", abort: true })
		.transform(Number)
		.refine(Number.isFinite, { error: "Enter both times in seconds.", abort: true })
		.refine((at) => at >= 0 && at <= seconds + 0.05, {
			error: `Times must be between 0 and ${seconds.toFixed(1)} seconds.`,
			abort: true,
		})
		.transform((at) => Math.round(Math.min(at, seconds) * 1000));
	return z.object({ start: time, end: time }).refine(({ start, end }) => end - start >= minSeconds * 1000, {
		error: "Keep at least one second.",
		path: ["end"],
	});
}
