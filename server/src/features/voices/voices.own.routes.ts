import { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import { defaultVoiceSettings } from "@timbre/contract/voices/own.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import type { Storage } from "../../core/storage.ts";
import { getVoice, listAccents, listVoices, searchVoices } from "./voices.catalog.service.ts";
import {
	addToCollection,
	createCollection,
	deleteCollection,
	getCollection,
	listCollections,
	removeFromCollection,
	updateCollection,
} from "./voices.collections.service.ts";
import {
	type AddRecordings,
	deleteSample,
	deleteVoice,
	editVoice,
	getSampleAudio,
	getSettings,
	setFavorite,
	updateSettings,
} from "./voices.own.service.ts";
import { replicateVoice } from "./voices.replication.service.ts";

export type OwnDeps = {
	db: Database;
	storage: Storage;
	publicUrl: string;
	modelOf: (engine: string) => string;
	addRecordings: AddRecordings;
};

export function ownRoutes(http: Http, { db, storage, publicUrl, modelOf, addRecordings }: OwnDeps): void {
	const catalogue = { db, modelOf, publicUrl };
	implement(http, voicesEndpoints.listVoices, (context) => listVoices(catalogue, context));
	implement(http, voicesEndpoints.searchVoices, (context, { query }) => searchVoices(catalogue, context, query));
	implement(http, voicesEndpoints.getVoice, (context, { params }) => getVoice(catalogue, context, params.voice_id));
	implement(http, voicesEndpoints.listAccents, (_context, { query }) => listAccents(catalogue, query));

	implement(http, voicesEndpoints.getDefaultVoiceSettings, async () => ({ ...defaultVoiceSettings }));
	implement(http, voicesEndpoints.getVoiceSettings, (context, { params }) => getSettings(db, context, params.voice_id));
	implement(http, voicesEndpoints.editVoiceSettings, (context, { params, body }) =>
		updateSettings(db, context, params.voice_id, body),
	);
	implement(http, voicesEndpoints.favoriteVoice, (context, { params, body }) =>
		setFavorite(db, context, params.voice_id, body.favorite),
	);

	implement(http, voicesEndpoints.editVoice, (context, { params, body }) =>
		editVoice(db, context, params.voice_id, body, addRecordings),
	);
	implement(http, voicesEndpoints.replicateVoice, (context, { params, body }) =>
		replicateVoice({ db, storage }, context, params.voice_id, body),
	);
	implement(http, voicesEndpoints.deleteVoice, (context, { params }) => deleteVoice(db, context, params.voice_id));
	implement(http, voicesEndpoints.getSampleAudio, (context, { params }) =>
		getSampleAudio(db, storage, context, { voiceId: params.voice_id, sampleId: params.sample_id }, context.range),
	);
	implement(http, voicesEndpoints.deleteSample, (context, { params }) =>
		deleteSample(db, storage, context, { voiceId: params.voice_id, sampleId: params.sample_id }),
	);

	implement(http, voicesEndpoints.listCollections, (context) => listCollections(db, context));
	implement(http, voicesEndpoints.createCollection, (context, { body }) => createCollection(db, context, body));
	implement(http, voicesEndpoints.getCollection, (context, { params }) =>
		getCollection(db, context, params.collection_id),
	);
	implement(http, voicesEndpoints.updateCollection, (context, { params, body }) =>
		updateCollection(db, context, params.collection_id, body),
	);
	implement(http, voicesEndpoints.deleteCollection, (context, { params }) =>
		deleteCollection(db, context, params.collection_id),
	);
	implement(http, voicesEndpoints.addVoiceToCollection, (context, { params }) => addToCollection(db, context, params));
	implement(http, voicesEndpoints.removeVoiceFromCollection, (context, { params }) =>
		removeFromCollection(db, context, params),
	);
}
