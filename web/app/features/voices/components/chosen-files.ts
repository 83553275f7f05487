import { isAcceptedAudio } from "@timbre/contract/files.ts";
import { maxSampleBytes, maxSampleFiles } from "@timbre/contract/voices.cloning.ts";
import { bytes } from "../../../lib/format.ts";

/** For a file chooser: types and endings, since some systems know no type for opus or aiff. */
export const acceptedSamples = "audio/*,.mp3,.wav,.flac,.ogg,.opus,.m4a,.aac,.aiff,.webm";

/** The files that can be sent, and why others cannot. What is in a file the server finds out; here is only what a page can know. */
export function takeFiles(
	before: readonly File[],
	added: readonly File[],
	most = maxSampleFiles,
): { files: File[]; faults: string[] } {
	const files = [...before];
	const faults: string[] = [];
	for (const file of added) {
		const fault = faultOf(file, files, most);
		if (fault) faults.push(`${file.name}: ${fault}`);
		else files.push(file);
	}
	return { files, faults };
}

function faultOf(file: File, chosen: readonly File[], most: number): string | null {
	// No type at all may still be sound; a video says that it is one.
	if (file.type !== "" && !isAcceptedAudio(file.type)) return "this is no kind of sound that can be read.";
	if (file.size === 0) return "the file is empty.";
	if (file.size > maxSampleBytes) return `larger than ${bytes(maxSampleBytes)}.`;
	if (chosen.some((other) => other.name === file.name && other.size === file.size)) return "chosen already.";
	if (chosen.length >= most) return `at most ${most} files.`;
	return null;
}
