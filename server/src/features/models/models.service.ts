// Invariant: the list contains only engines this server is configured to run, with the languages of their shipped voices and the
// capabilities the engines report, followed by the models that convert recordings.

import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { primaryLanguage } from "@timbre/contract/language.ts";
import type { Model, ModelCapability, modelsEndpoints } from "@timbre/contract/models/endpoints.ts";
import { accentsOf, extendedLanguages } from "@timbre/contract/models/languages.ts";
import { transcriptionModels } from "@timbre/contract/transcription/rules.ts";
import { conversionModels, installedConversionModel } from "@timbre/contract/voice-changer/rules.ts";
import { shippedVoices } from "@timbre/engines/speech/catalogue.ts";
import type { EngineInfo } from "@timbre/engines/speech/engine-info.ts";
import { parseRemoteSpeakers } from "@timbre/engines/speech/remote-speakers.ts";
import { presentConversionModel, presentModel, presentTranscriptionModel } from "./models.present.ts";
import { modelsForEngines } from "./models.public.ts";

export type ModelsDeps = {
	engines: readonly string[];
	remoteVoices: readonly string[];
	/** Whether the operator has installed a voice conversion model. */
	hasConversionModel: boolean;
	/** Rejects while the engine isn't running. */
	getEngineInfo(engine: string): Promise<Pick<EngineInfo, "capabilities">>;
};

export async function listModels({
	engines,
	remoteVoices,
	hasConversionModel,
	getEngineInfo,
}: ModelsDeps): Promise<Model[]> {
	const voices = shippedVoices(engines, parseRemoteSpeakers(remoteVoices));
	const speech = await Promise.all(
		modelsForEngines(engines).map(async (model) => {
			const languages = new Set(
				voices.filter((voice) => voice.engine === model.engine).map((voice) => primaryLanguage(voice.language)),
			);
			// List a model even if its engine doesn't respond, but without capabilities.
			const info = await getEngineInfo(model.engine).catch(() => undefined);
			return presentModel(model, [...languages], info ? capabilitiesOf(info, languages.size) : []);
		}),
	);
	const languages = [...new Set(voices.map((voice) => primaryLanguage(voice.language)))];
	const converting = hasConversionModel ? [...conversionModels, installedConversionModel] : conversionModels;
	return [
		...speech,
		...converting.map((model) => presentConversionModel(model, languages)),
		...transcriptionModels.map(presentTranscriptionModel),
	];
}

export function listLanguages(): ResponseOf<typeof modelsEndpoints.listLanguages> {
	return {
		languages: extendedLanguages.map((language) => ({ ...language, accents: accentsOf(language.languageCode) })),
	};
}

export function capabilitiesOf(
	{ capabilities }: Pick<EngineInfo, "capabilities">,
	languages: number,
): ModelCapability[] {
	const supported: [ModelCapability, boolean][] = [
		["stability", capabilities.stability],
		["similarity_boost", capabilities.similarity],
		["style", capabilities.style],
		["use_speaker_boost", capabilities.speakerBoost],
		["speed", capabilities.speed],
		["seed", capabilities.seed],
		["language_code", languages > 1],
		["ssml_phonemes", capabilities.phonemes],
	];
	return supported.filter(([, has]) => has).map(([name]) => name);
}
