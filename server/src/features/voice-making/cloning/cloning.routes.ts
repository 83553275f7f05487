import type { InputOf } from "@timbre/contract/endpoint.ts";
import { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import { replicateVoice } from "../replication/replication.service.ts";
import { cancelTraining, getTraining } from "../training/training.service.ts";
import type { WithTerms } from "../types.ts";
import { type CloningDeps, createInstantVoice } from "./cloning.service.ts";
import { editVoice } from "./editing.service.ts";

export function cloningRoutes(http: Http, deps: CloningDeps, withTerms: WithTerms): void {
	const { db } = deps;
	implement(
		http,
		voiceMakingEndpoints.createInstantVoice,
		withTerms((context, { body }) => createInstantVoice(deps, context, body)),
	);
	const editWithTerms = withTerms((context, { params, body }: InputOf<typeof voiceMakingEndpoints.editVoice>) =>
		editVoice(deps, context, params.voice_id, body),
	);
	implement(http, voiceMakingEndpoints.editVoice, (context, input) =>
		(input.body.files?.length ?? 0) > 0
			? editWithTerms(context, input)
			: editVoice(deps, context, input.params.voice_id, input.body),
	);
	implement(http, voiceMakingEndpoints.replicateVoice, (context, { params, body }) =>
		replicateVoice(deps, context, params.voice_id, body),
	);
	implement(http, voiceMakingEndpoints.getTraining, (context, { params }) => getTraining(db, context, params.voice_id));
	implement(http, voiceMakingEndpoints.cancelTraining, (context, { params }) =>
		cancelTraining(db, context, params.voice_id),
	);
}
