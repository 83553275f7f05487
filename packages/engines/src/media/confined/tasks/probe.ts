import { files } from "../../../confined/files.ts";
import type { MediaReport, MediaTask } from "../protocol.ts";
import { describe, openInput } from "./input.ts";

export async function probe(
	{ input }: Extract<MediaTask, { name: "probe" }>,
	report: (message: MediaReport) => void,
): Promise<void> {
	const demuxer = await openInput(files.input, input.bytes, input.format);
	report({ type: "info", info: describe(demuxer, input.format) });
}
