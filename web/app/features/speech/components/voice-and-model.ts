import type { Model } from "@timbre/contract/models.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { useSearchParams } from "react-router";
import { localKeys } from "../../../lib/local-keys.ts";
import { useStored } from "../../../lib/use-stored.ts";
import { useRecentVoices } from "../../voices/voices.choice.public.ts";

const speaks = (voice: Voice, model: Model | undefined) =>
	model !== undefined && voice.high_quality_base_model_ids.includes(model.model_id);

type Wanted = { voices: Voice[]; models: Model[]; modelId: string; voiceId: string; recent: readonly string[] };

/**
 * The model chosen last, or the first there is; and of its voices the one chosen last, else the first. Where the model was changed from
 * under a voice, one used lately comes before the first. A voice asked for by name (`asked`) brings its own model.
 */
export function resolveVoice(
	wanted: Wanted,
	asked: string | null,
): { voice: Voice | undefined; model: Model | undefined } {
	const { voices, models } = wanted;
	const model = models.find((known) => known.model_id === wanted.modelId) ?? models[0];
	const named = voices.find((voice) => voice.voice_id === asked);
	const fitting = voices.filter((voice) => speaks(voice, model));
	const left = voices.some((known) => known.voice_id === wanted.voiceId) ? wanted.recent : [];
	const voice =
		named ??
		fitting.find((known) => known.voice_id === wanted.voiceId) ??
		left.flatMap((id) => fitting.find((known) => known.voice_id === id) ?? [])[0] ??
		fitting[0] ??
		voices[0];
	if (!voice || speaks(voice, model)) return { voice, model };
	return { voice, model: models.find((known) => speaks(voice, known)) };
}

/** Voice and model belong together: choosing one changes the other where it must. Both are kept in this browser. */
export function useVoiceAndModel(voices: Voice[], allModels: Model[]) {
	const [search, setSearch] = useSearchParams();
	const [voiceId, setVoiceId] = useStored(localKeys.speechVoice, "");
	const [modelId, setModelId] = useStored(localKeys.speechModel, "");
	const [recent, use] = useRecentVoices();
	const models = allModels.filter((model) => model.can_do_text_to_speech);
	const chosen = resolveVoice({ voices, models, modelId, voiceId, recent }, search.get("voice"));
	const forgetAsked = () => {
		if (!search.has("voice")) return;
		search.delete("voice");
		setSearch(search, { replace: true });
	};
	return {
		...chosen,
		models,
		/** What one speaks with is what is selected from then on, however it came to be. */
		use: (voice: Voice) => {
			use(voice.voice_id);
			setVoiceId(voice.voice_id);
			if (chosen.model) setModelId(chosen.model.model_id);
		},
		chooseVoice: (voice: Voice) => {
			setVoiceId(voice.voice_id);
			if (!speaks(voice, chosen.model)) {
				const own = models.find((model) => speaks(voice, model));
				if (own) setModelId(own.model_id);
			}
			forgetAsked();
		},
		chooseModel: (model: Model) => {
			setModelId(model.model_id);
			forgetAsked();
		},
	};
}
