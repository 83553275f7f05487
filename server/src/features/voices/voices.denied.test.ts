import { voicesEndpoints } from "@timbre/contract/voices.ts";
import { aVoice } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import { denied } from "../../testing/denied.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { insertCollection } from "./voices.collections.repo.ts";

/** A voice of somebody else's workspace, with a recording. */
const theirs = {
	make: async (app: TestApp) => {
		const { voiceId, sampleIds } = await aVoice(app.db, app.storage, await app.person(), { samples: 1 });
		return { voice_id: voiceId, sample_id: sampleIds[0] ?? "" };
	},
	code: "voice_not_found",
} as const;
const theirCollection = {
	make: async (app: TestApp) => {
		const { userId, workspaceId } = await app.person();
		const id = newId();
		await insertCollection(app.db, workspaceId, { id, userId, title: "Theirs", icon: "star" });
		return { collection_id: id, voice_id: app.voiceId };
	},
	code: "voice_collection_not_found",
} as const;

denied(voicesEndpoints.listVoices);
denied(voicesEndpoints.searchVoices);
denied(voicesEndpoints.getVoice, { foreign: theirs });
denied(voicesEndpoints.getPreviewProgress);
denied(voicesEndpoints.getDefaultVoiceSettings);
denied(voicesEndpoints.getVoiceSettings, { foreign: theirs });
denied(voicesEndpoints.editVoiceSettings, { body: { speed: 1.1 }, foreign: theirs });
denied(voicesEndpoints.favouriteVoice, { body: { favorite: true }, foreign: theirs });
denied(voicesEndpoints.editVoice);
denied(voicesEndpoints.replicateVoice, { body: { target_workspace_id: "elsewhere" }, foreign: theirs });
denied(voicesEndpoints.deleteVoice, { foreign: theirs });
denied(voicesEndpoints.getSampleAudio, { foreign: theirs });
denied(voicesEndpoints.deleteSample, { foreign: theirs });
denied(voicesEndpoints.listAccents);
denied(voicesEndpoints.listCollections);
denied(voicesEndpoints.createCollection, { body: { title: "Mine", icon: "star" } });
denied(voicesEndpoints.getCollection, { foreign: theirCollection });
denied(voicesEndpoints.updateCollection, { body: { title: "Mine" }, foreign: theirCollection });
denied(voicesEndpoints.deleteCollection, { foreign: theirCollection });
denied(voicesEndpoints.addVoiceToCollection, { foreign: theirCollection });
denied(voicesEndpoints.removeVoiceFromCollection, { foreign: theirCollection });

const description = "A calm older man with a deep voice";
denied(voicesEndpoints.designVoice, { body: { voice_description: description } });
denied(voicesEndpoints.createVoicePreviews, { body: { voice_description: description } });
denied(voicesEndpoints.remixVoice, { body: { voice_description: "deeper and slower" } });
denied(voicesEndpoints.streamVoicePreview);
denied(voicesEndpoints.createDesignedVoice, {
	body: { voice_name: "Deep", voice_description: description, generated_voice_id: "nobody" },
});

denied(voicesEndpoints.createInstantVoice);
denied(voicesEndpoints.getTraining);
denied(voicesEndpoints.cancelTraining);
denied(voicesEndpoints.getConsent);
denied(voicesEndpoints.giveConsent);
denied(voicesEndpoints.revokeConsent);
denied(voicesEndpoints.getCaptcha);
denied(voicesEndpoints.solveCaptcha);
denied(voicesEndpoints.requestVerification);
denied(voicesEndpoints.createProfessionalVoice, { body: { name: "Ada", language: "en" } });
denied(voicesEndpoints.updateProfessionalVoice, { body: { name: "Ada" } });
denied(voicesEndpoints.addSamples);
denied(voicesEndpoints.updateSample, { body: { trim_start_time: 0 } });
denied(voicesEndpoints.deleteProfessionalSample);
denied(voicesEndpoints.getSamplePreview);
denied(voicesEndpoints.getSampleWaveform);
denied(voicesEndpoints.getSampleSpeakers);
denied(voicesEndpoints.separateSpeakers);
denied(voicesEndpoints.getSpeakerAudio);
denied(voicesEndpoints.getProfessionalCaptcha);
denied(voicesEndpoints.solveProfessionalCaptcha);
denied(voicesEndpoints.trainProfessionalVoice, { body: {} });
denied(voicesEndpoints.requestProfessionalVerification);

denied(voicesEndpoints.listSharedVoices);
denied(voicesEndpoints.listLibraryFilters);
denied(voicesEndpoints.getSharedVoice);
denied(voicesEndpoints.findSimilarVoices);
denied(voicesEndpoints.addSharedVoice, { body: { new_name: "Theirs" } });
denied(voicesEndpoints.getVoiceShare);
denied(voicesEndpoints.shareVoice, { body: { enable: true } });
denied(voicesEndpoints.getSharedLink);
denied(voicesEndpoints.publishVoice, { body: { enable_library: true } });
denied(voicesEndpoints.unpublishVoice);
denied(voicesEndpoints.getShareStats, { body: {} });
