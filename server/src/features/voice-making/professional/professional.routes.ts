import { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import type { CloningDeps } from "../cloning/cloning.service.ts";
import type { WithTerms } from "../types.ts";
import {
	addProfessionalSamples,
	createProfessionalVoice,
	deleteProfessionalSample,
	readSamplePreview,
	readSpeakerAudio,
	readSpeakers,
	readWaveform,
	startSeparation,
	trainVoice,
	updateProfessionalSample,
	updateProfessionalVoice,
} from "./professional.service.ts";

export function professionalRoutes(http: Http, deps: CloningDeps, withTerms: WithTerms): void {
	const { db } = deps;
	const ids = (params: { voice_id: string; sample_id: string }) => ({
		voiceId: params.voice_id,
		sampleId: params.sample_id,
	});
	implement(http, voiceMakingEndpoints.createProfessionalVoice, (context, { body }) =>
		createProfessionalVoice(db, context, body),
	);
	implement(http, voiceMakingEndpoints.updateProfessionalVoice, (context, { params, body }) =>
		updateProfessionalVoice(db, context, params.voice_id, body),
	);
	implement(
		http,
		voiceMakingEndpoints.addSamples,
		withTerms((context, { params, body }) =>
			addProfessionalSamples(deps, context, params.voice_id, body.files, body.remove_background_noise),
		),
	);
	implement(http, voiceMakingEndpoints.updateSample, (context, { params, body }) =>
		updateProfessionalSample(deps, context, ids(params), body),
	);
	implement(http, voiceMakingEndpoints.deleteProfessionalSample, (context, { params }) =>
		deleteProfessionalSample(deps, context, ids(params)),
	);
	implement(http, voiceMakingEndpoints.getSamplePreview, (context, { params, query }) =>
		readSamplePreview(deps, context, ids(params), query.remove_background_noise),
	);
	implement(http, voiceMakingEndpoints.getSampleWaveform, (context, { params }) =>
		readWaveform(db, context, ids(params)),
	);
	implement(http, voiceMakingEndpoints.getSampleSpeakers, (context, { params }) =>
		readSpeakers(db, context, ids(params)),
	);
	implement(
		http,
		voiceMakingEndpoints.separateSpeakers,
		withTerms((context, { params }) => startSeparation(db, context, ids(params))),
	);
	implement(http, voiceMakingEndpoints.getSpeakerAudio, (context, { params }) =>
		readSpeakerAudio(deps, context, { ...ids(params), speakerId: params.speaker_id }),
	);
	implement(
		http,
		voiceMakingEndpoints.trainProfessionalVoice,
		withTerms((context, { params, body }) => trainVoice(deps, context, params.voice_id, body.model_id)),
	);
}
