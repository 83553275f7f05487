// The list of models. Always: only engines this server is configured to run, with the languages their shipped voices speak.
import type { Model } from "@timbre/contract/models.ts";
import { shippedVoices } from "@timbre/engines/speech/catalogue.ts";
import { parseRemoteSpeakers } from "@timbre/engines/speech/remote-speakers.ts";
import { presentModel } from "./models.present.ts";
import { modelsOf } from "./models.public.ts";

export function readModels(engines: readonly string[], remoteVoices: readonly string[] = []): Model[] {
	const voices = shippedVoices(engines, parseRemoteSpeakers(remoteVoices));
	return modelsOf(engines).map((model) => {
		const languages = new Set(
			voices
				.filter((voice) => voice.engine === model.engine)
				.map((voice) => voice.language.split("-")[0] ?? voice.language),
		);
		return presentModel(model, [...languages]);
	});
}
