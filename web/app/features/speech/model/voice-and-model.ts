import { isSameLanguage } from "@timbre/contract/language.ts";
import type { Model } from "@timbre/contract/models/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { useSearchParams } from "react-router";
import { localKeys } from "../../../lib/storage/local-keys.ts";
import { useStored } from "../../../lib/storage/use-stored.ts";
import { useRecentVoices } from "../../voices/voices.choice.public.ts";

const isCompatible = (voice: Voice, model: Model | undefined) =>
	model !== undefined && voice.high_quality_base_model_ids.includes(model.model_id);

/** Whether a voice speaks a language, in any region. */
export function speaksLanguage(voice: Pick<Voice, "language" | "verified_languages">, language: string): boolean {
	return [voice, ...voice.verified_languages].some((one) => isSameLanguage(one.language, language));
}

type StoredChoice = { voices: Voice[]; models: Model[]; modelId: string; voiceId: string; recent: readonly string[] };

/**
 * Picks the last chosen model, or the first one, and of its voices the last chosen one, or the first. If the model was
 * changed and does not support the chosen voice, a recently used voice is preferred. A voice requested in the URL
 * brings its own model.
 */
export function resolveVoice(
	stored: StoredChoice,
	requestedVoiceId: string | null,
): { voice: Voice | undefined; model: Model | undefined } {
	const { voices, models } = stored;
	const model = models.find((one) => one.model_id === stored.modelId) ?? models[0];
	const requested = voices.find((voice) => voice.voice_id === requestedVoiceId);
	const compatible = voices.filter((voice) => isCompatible(voice, model));
	const recent = voices.some((one) => one.voice_id === stored.voiceId) ? stored.recent : [];
	const voice =
		requested ??
		compatible.find((one) => one.voice_id === stored.voiceId) ??
		recent.flatMap((id) => compatible.find((one) => one.voice_id === id) ?? [])[0] ??
		compatible[0] ??
		voices[0];
	if (!voice || isCompatible(voice, model)) return { voice, model };
	return { voice, model: models.find((one) => isCompatible(voice, one)) };
}

/** The chosen voice and model, stored in this browser. Choosing one changes the other if they are not compatible. */
export function useVoiceAndModel(voices: Voice[], allModels: Model[]) {
	const [search, setSearch] = useSearchParams();
	const [voiceId, setVoiceId] = useStored(localKeys.speechVoice, "");
	const [modelId, setModelId] = useStored(localKeys.speechModel, "");
	const [recent, addRecent] = useRecentVoices();
	const models = allModels.filter((model) => model.can_do_text_to_speech);
	const chosen = resolveVoice({ voices, models, modelId, voiceId, recent }, search.get("voice"));
	const clearRequested = () => {
		if (!search.has("voice")) return;
		search.delete("voice");
		setSearch(search, { replace: true });
	};
	return {
		...chosen,
		models,
		/** Stores the voice and model in use as the selection. */
		use: (voice: Voice) => {
			addRecent(voice.voice_id);
			setVoiceId(voice.voice_id);
			if (chosen.model) setModelId(chosen.model.model_id);
		},
		chooseVoice: (voice: Voice) => {
			setVoiceId(voice.voice_id);
			if (!isCompatible(voice, chosen.model)) {
				const own = models.find((model) => isCompatible(voice, model));
				if (own) setModelId(own.model_id);
			}
			clearRequested();
		},
		chooseModel: (model: Model) => {
			setModelId(model.model_id);
			clearRequested();
		},
	};
}
