import type { Model } from "@timbre/contract/models/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { useSearchParams } from "react-router";
import { localKeys } from "../../../lib/storage/local-keys.ts";
import { useStored } from "../../../lib/storage/use-stored.ts";

/** The chosen one if it is still available, otherwise the first. */
export function chosenOrFirst<T>(all: readonly T[], idOf: (one: T) => string, chosen: string): T | undefined {
	return all.find((one) => idOf(one) === chosen) ?? all[0];
}

/** The chosen voice and model, stored in this browser. A voice in the URL takes precedence. */
export function useConversionChoice(voices: readonly Voice[], models: readonly Model[]) {
	const [search, setSearch] = useSearchParams();
	const [modelId, setModelId] = useStored(localKeys.conversionModel, "");
	const [voiceId, setVoiceId] = useStored(localKeys.conversionVoice, "");
	return {
		model: chosenOrFirst(models, (model) => model.model_id, modelId),
		voice: chosenOrFirst(voices, (voice) => voice.voice_id, search.get("voice") ?? voiceId),
		chooseModel: (model: Model) => setModelId(model.model_id),
		chooseVoice: (voice: Voice) => {
			setVoiceId(voice.voice_id);
			if (!search.has("voice")) return;
			search.delete("voice");
			setSearch(search, { replace: true });
		},
	};
}
