import { acceptedTypesText, bareType, isAcceptedAudio, isAcceptedVideo } from "@timbre/contract/files.ts";
import { maxUploadBytes } from "@timbre/contract/uploads/rules.ts";
import { bytes } from "../../../lib/text/format.ts";

/** MIME types and extensions, because some systems have no type for opus or mkv. */
export const acceptedFiles =
	"audio/*,video/*,.aac,.aif,.aiff,.ogg,.oga,.mp3,.opus,.wav,.webm,.flac,.m4a,.mp4,.avi,.mkv,.mov,.wmv,.flv,.mpg,.mpeg,.3gp";

/**
 * Why a file can't be uploaded, or undefined. Only rejects what is surely wrong: the server decides by content, and
 * browsers report no type for many audio files.
 */
export function fileProblem(file: { name: string; type: string; size: number }): string | undefined {
	if (file.size === 0) return `${file.name} is empty.`;
	if (file.size > maxUploadBytes)
		return `${file.name} is over ${bytes(maxUploadBytes)}. Trim it or upload a compressed format.`;
	const type = bareType(file.type);
	const known = /^(image|text|font|model)\//.test(type) || /^application\/(pdf|zip|json|xml|msword|vnd\.)/.test(type);
	if (known && !isAcceptedAudio(type) && !isAcceptedVideo(type))
		return `${file.name} is not an audio or video file. ${acceptedTypesText}`;
	return undefined;
}
