import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { speechEndpoints } from "@timbre/contract/speech.ts";
import { SpeechBadRequestError } from "@timbre/engines/node/errors.ts";
import type { Context } from "../../core/context.ts";
import { type SpeechDeps, speechError } from "./speech.generate.service.ts";

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
		if (error instanceof SpeechBadRequestError)
			throw new AppError("invalid_audio", `This recording cannot be used: ${error.message}.`, {
				param: "file",
				cause: error,
			});
		throw speechError(error);
	}
}
