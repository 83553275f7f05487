// The list of models. Always: only engines this server is configured to run, with the languages their shipped voices speak, and what the
// engines themselves say has an effect on them.
import type { Model, ModelCapability } from "@timbre/contract/models.ts";
import { shippedVoices } from "@timbre/engines/speech/catalogue.ts";
import type { EngineInfo } from "@timbre/engines/speech/engine-info.ts";
import { parseRemoteSpeakers } from "@timbre/engines/speech/remote-speakers.ts";
import { presentModel } from "./models.present.ts";
import { modelsOf } from "./models.public.ts";

export type ModelsDeps = {
	engines: readonly string[];
	remoteVoices: readonly string[];
	/** What a running engine says of itself; fails while none runs. */
	engineFacts(engine: string): Promise<Pick<EngineInfo, "capabilities">>;
};

export async function readModels({ engines, remoteVoices, engineFacts }: ModelsDeps): Promise<Model[]> {
	const voices = shippedVoices(engines, parseRemoteSpeakers(remoteVoices));
	return Promise.all(
		modelsOf(engines).map(async (model) => {
			const languages = new Set(
				voices
					.filter((voice) => voice.engine === model.engine)
					.map((voice) => voice.language.split("-")[0] ?? voice.language),
			);
			// A model whose engine does not answer is listed all the same: nothing is promised for it until it does.
			const info = await engineFacts(model.engine).catch(() => undefined);
			return presentModel(model, [...languages], info ? capabilitiesOf(info, languages.size) : []);
		}),
	);
}

export function capabilitiesOf(
	{ capabilities }: Pick<EngineInfo, "capabilities">,
	languages: number,
): ModelCapability[] {
	const held: [ModelCapability, boolean][] = [
		["stability", capabilities.stability],
		["similarity_boost", capabilities.similarity],
		["style", capabilities.style],
		["use_speaker_boost", capabilities.speakerBoost],
		["speed", capabilities.speed],
		["seed", capabilities.seed],
		["language_code", languages > 1],
		["ssml_phonemes", capabilities.phonemes],
	];
	return held.filter(([, has]) => has).map(([name]) => name);
}
