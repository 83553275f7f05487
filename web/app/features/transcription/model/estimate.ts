import { creditsForSeconds, creditsPerMinute } from "@timbre/contract/plans.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { count, counted } from "../../../lib/text/format.ts";

/** `unknown`: recordings whose length the browser can't tell. */
export type Estimate = { files: number; seconds: number; credits: number; unknown: number };

/** What recordings cost, by their lengths in seconds. Each is charged on its own. */
export function estimateOf(lengths: readonly (number | undefined)[]): Estimate {
	const known = lengths.filter((seconds) => seconds !== undefined);
	return {
		files: lengths.length,
		seconds: known.reduce((sum, seconds) => sum + seconds, 0),
		credits: known.reduce((sum, seconds) => sum + creditsForSeconds("transcription", seconds), 0),
		unknown: lengths.length - known.length,
	};
}

/** "3 recordings, 12:30: 625 credits". */
export function estimateText({ files, seconds, credits, unknown }: Estimate): string {
	const rate = `${count(creditsPerMinute.transcription)} credits per minute`;
	if (files === 0) return `${rate}, charged by the second.`;
	const recordings = counted(files, "recording");
	if (unknown === files) return `${recordings}: ${rate}.`;
	const price = `${formatTime(seconds)}: ${counted(credits, "credit")}`;
	if (unknown === 0) return `${recordings}, ${price}.`;
	return `${recordings}. ${counted(files - unknown, "recording")}, ${price}. The others cost ${rate}.`;
}
