import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import type { speechEndpoints } from "@timbre/contract/speech/endpoints.ts";
import type { Context } from "../../../core/http/context.ts";
import { invalidRecording, speechError } from "../../../core/speech-errors.ts";
import type { SpeechDeps } from "../generate/types.ts";

type Endpoint = typeof speechEndpoints.forcedAlignment;

/** Aligns a text with a recording. Free, because nothing is generated. */
export async function alignRecording(
	{ speech }: Pick<SpeechDeps, "speech">,
	context: Context,
	{ file, text, language_code }: InputOf<Endpoint>["body"],
): Promise<ResponseOf<Endpoint>> {
	try {
		const recording = { bytes: file.bytes, text, ...(language_code ? { language: language_code } : {}) };
		const { characters, words, loss } = await speech.align(recording, context.signal);
		return { characters, words, loss };
	} catch (error) {
		throw speechError(error, { invalid: invalidRecording("file") });
	}
}
