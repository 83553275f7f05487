import { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import { type Http, implement } from "../../core/http.ts";
import { type CloningDeps, createInstantVoice } from "./voices.cloning.service.ts";
import {
	getCaptcha,
	getConsent,
	giveConsent,
	requestVerification,
	revokeConsent,
	solveCaptcha,
} from "./voices.consent.service.ts";
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
} from "./voices.professional.service.ts";
import { cancelTraining, getTraining } from "./voices.training.service.ts";

export function cloningRoutes(http: Http, deps: CloningDeps): void {
	const { db } = deps;
	implement(http, voicesEndpoints.createInstantVoice, (context, { body }) => createInstantVoice(deps, context, body));
	implement(http, voicesEndpoints.getTraining, (context, { params }) => getTraining(db, context, params.voice_id));
	implement(http, voicesEndpoints.cancelTraining, (context, { params }) =>
		cancelTraining(db, context, params.voice_id),
	);

	implement(http, voicesEndpoints.getConsent, (context, { params }) => getConsent(db, context, params.voice_id));
	implement(http, voicesEndpoints.giveConsent, (context, { params, body }) =>
		giveConsent(deps, context, params.voice_id, body),
	);
	implement(http, voicesEndpoints.revokeConsent, (context, { params }) => revokeConsent(db, context, params.voice_id));
	implement(http, voicesEndpoints.getCaptcha, (context, { params }) => getCaptcha(db, context, params.voice_id));
	implement(http, voicesEndpoints.solveCaptcha, (context, { params, body }) =>
		solveCaptcha(deps, context, params.voice_id, body.recording),
	);
	implement(http, voicesEndpoints.requestVerification, (context, { params, body }) =>
		requestVerification(deps, context, params.voice_id, body),
	);
	implement(http, voicesEndpoints.getProfessionalCaptcha, (context, { params }) =>
		getCaptcha(db, context, params.voice_id),
	);
	implement(http, voicesEndpoints.solveProfessionalCaptcha, (context, { params, body }) =>
		solveCaptcha(deps, context, params.voice_id, body.recording),
	);
	implement(http, voicesEndpoints.requestProfessionalVerification, (context, { params, body }) =>
		requestVerification(deps, context, params.voice_id, body),
	);

	professionalRoutes(http, deps);
}

function professionalRoutes(http: Http, deps: CloningDeps): void {
	const { db } = deps;
	const ids = (params: { voice_id: string; sample_id: string }) => ({
		voiceId: params.voice_id,
		sampleId: params.sample_id,
	});
	implement(http, voicesEndpoints.createProfessionalVoice, (context, { body }) =>
		createProfessionalVoice(db, context, body),
	);
	implement(http, voicesEndpoints.updateProfessionalVoice, (context, { params, body }) =>
		updateProfessionalVoice(db, context, params.voice_id, body),
	);
	implement(http, voicesEndpoints.addSamples, (context, { params, body }) =>
		addProfessionalSamples(deps, context, params.voice_id, body.files, body.remove_background_noise),
	);
	implement(http, voicesEndpoints.updateSample, (context, { params, body }) =>
		updateProfessionalSample(deps, context, ids(params), body),
	);
	implement(http, voicesEndpoints.deleteProfessionalSample, (context, { params }) =>
		deleteProfessionalSample(deps, context, ids(params)),
	);
	implement(http, voicesEndpoints.getSamplePreview, (context, { params, query }) =>
		readSamplePreview(deps, context, ids(params), query.remove_background_noise),
	);
	implement(http, voicesEndpoints.getSampleWaveform, (context, { params }) => readWaveform(db, context, ids(params)));
	implement(http, voicesEndpoints.getSampleSpeakers, (context, { params }) => readSpeakers(db, context, ids(params)));
	implement(http, voicesEndpoints.separateSpeakers, (context, { params }) => startSeparation(db, context, ids(params)));
	implement(http, voicesEndpoints.getSpeakerAudio, (context, { params }) =>
		readSpeakerAudio(deps, context, { ...ids(params), speakerId: params.speaker_id }),
	);
	implement(http, voicesEndpoints.trainProfessionalVoice, (context, { params, body }) =>
		trainVoice(deps, context, params.voice_id, body.model_id),
	);
}
