import { isAcceptedAudio } from "@timbre/contract/files.ts";
import { maxSampleBytes, maxSampleFiles } from "@timbre/contract/voice-making/rules.ts";
import { bytes } from "../../../lib/text/format.ts";

/** MIME types and extensions, because some systems have no type for opus or aiff. */
export const acceptedSamples = "audio/*,.mp3,.wav,.flac,.ogg,.opus,.m4a,.aac,.aiff,.webm";

/** Splits new files into accepted files and error messages. The server checks the actual content. */
export function addFiles(
	before: readonly File[],
	added: readonly File[],
	max = maxSampleFiles,
): { files: File[]; errors: string[] } {
	const files = [...before];
	const errors: string[] = [];
	for (const file of added) {
		const error = errorOf(file, files, max);
		if (error) errors.push(`${file.name}: ${error}`);
		else files.push(file);
	}
	return { files, errors };
}

function errorOf(file: File, chosen: readonly File[], max: number): string | null {
	// A file without a type may still be audio; videos report theirs.
	if (file.type !== "" && !isAcceptedAudio(file.type)) return "unsupported file type.";
	if (file.size === 0) return "file is empty.";
	if (file.size > maxSampleBytes) return `file is larger than ${bytes(maxSampleBytes)}.`;
	if (chosen.some((other) => other.name === file.name && other.size === file.size)) return "already added.";
	if (chosen.length >= max) return `the limit is ${max} files.`;
	return null;
}
