import { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import { defaultVoiceSettings } from "@timbre/contract/voices/own.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { deleteSample, getSampleAudio } from "../samples/samples.service.ts";
import { deleteVoice, setFavorite } from "./own.service.ts";
import { getSettings, updateSettings } from "./settings.service.ts";

export function ownRoutes(http: Http, { db, storage }: { db: Database; storage: Storage }): void {
	implement(http, voicesEndpoints.getDefaultVoiceSettings, async () => ({ ...defaultVoiceSettings }));
	implement(http, voicesEndpoints.getVoiceSettings, (context, { params }) => getSettings(db, context, params.voice_id));
	implement(http, voicesEndpoints.editVoiceSettings, (context, { params, body }) =>
		updateSettings(db, context, params.voice_id, body),
	);
	implement(http, voicesEndpoints.favoriteVoice, (context, { params, body }) =>
		setFavorite(db, context, params.voice_id, body.favorite),
	);

	implement(http, voicesEndpoints.deleteVoice, (context, { params }) => deleteVoice(db, context, params.voice_id));
	implement(http, voicesEndpoints.getSampleAudio, (context, { params }) =>
		getSampleAudio(db, storage, context, { voiceId: params.voice_id, sampleId: params.sample_id }, context.range),
	);
	implement(http, voicesEndpoints.deleteSample, (context, { params }) =>
		deleteSample(db, storage, context, { voiceId: params.voice_id, sampleId: params.sample_id }),
	);
}
