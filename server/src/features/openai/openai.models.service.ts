import { AppError } from "@timbre/contract/errors.ts";
import { isForeignModelId } from "@timbre/contract/models/rules.ts";
import {
	isOpenaiSpeechModel,
	openaiSpeechModels,
	openaiTranscriptionModel,
	openaiTranscriptionModels,
} from "@timbre/contract/openai/rules.ts";
import type { OpenaiModel } from "@timbre/contract/openai/schemas.ts";
import { transcriptionModels } from "@timbre/contract/transcription/rules.ts";
import { modelsForEngines } from "../models/models.public.ts";

export type ModelsDeps = {
	/** Speech engines that this server runs. */
	engines: readonly string[];
};

const present = (id: string, owner: string): OpenaiModel => ({ id, object: "model", created: 0, owned_by: owner });

export function listModels({ engines }: ModelsDeps): { object: "list"; data: OpenaiModel[] } {
	return {
		object: "list",
		data: [
			...modelsForEngines(engines).map(({ id }) => present(id, "timbre")),
			...transcriptionModels.map(({ id }) => present(id, "timbre")),
			...[...openaiSpeechModels, ...Object.keys(openaiTranscriptionModels)].map((id) => present(id, "timbre-alias")),
		],
	};
}

export function getModel(deps: ModelsDeps, id: string): OpenaiModel {
	const listed = listModels(deps).data.find((model) => model.id === id);
	if (listed) return listed;
	if (isOpenaiSpeechModel(id) || openaiTranscriptionModel(id)) return present(id, "timbre-alias");
	throw modelNotFound(id);
}

/** The product's own id of the requested model, or undefined for whichever model the voice has. */
export function getSpeechModelId({ engines }: ModelsDeps, id: string): string | undefined {
	if (isOpenaiSpeechModel(id) || isForeignModelId(id)) return undefined;
	if (modelsForEngines(engines).some((model) => model.id === id)) return id;
	throw modelNotFound(id);
}

export function modelNotFound(id: string): AppError {
	return new AppError("model_not_found", `The model ${id} doesn't exist. GET /openai/v1/models lists all models.`, {
		param: "model",
	});
}
