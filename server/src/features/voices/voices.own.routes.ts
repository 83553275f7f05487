import { defaultVoiceSettings } from "@timbre/contract/voices.own.ts";
import { voicesEndpoints } from "@timbre/contract/voices.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import type { Storage } from "../../core/storage.ts";
import { readAccents, readVoice, readVoices, searchVoices } from "./voices.catalogue.service.ts";
import {
	addToCollection,
	changeCollection,
	makeCollection,
	readCollection,
	readCollections,
	removeCollection,
	removeFromCollection,
} from "./voices.collections.service.ts";
import {
	type AddRecordings,
	deleteSample,
	deleteVoice,
	editSettings,
	editVoice,
	favouriteVoice,
	readSampleAudio,
	readSettings,
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
	implement(http, voicesEndpoints.listVoices, (context) => readVoices(catalogue, context));
	implement(http, voicesEndpoints.searchVoices, (context, { query }) => searchVoices(catalogue, context, query));
	implement(http, voicesEndpoints.getVoice, (context, { params }) => readVoice(catalogue, context, params.voice_id));
	implement(http, voicesEndpoints.listAccents, (_context, { query }) => readAccents(catalogue, query));

	implement(http, voicesEndpoints.getDefaultVoiceSettings, async () => ({ ...defaultVoiceSettings }));
	implement(http, voicesEndpoints.getVoiceSettings, (context, { params }) =>
		readSettings(db, context, params.voice_id),
	);
	implement(http, voicesEndpoints.editVoiceSettings, (context, { params, body }) =>
		editSettings(db, context, params.voice_id, body),
	);
	implement(http, voicesEndpoints.favouriteVoice, (context, { params, body }) =>
		favouriteVoice(db, context, params.voice_id, body.favorite),
	);

	implement(http, voicesEndpoints.editVoice, (context, { params, body }) =>
		editVoice(db, context, params.voice_id, body, addRecordings),
	);
	implement(http, voicesEndpoints.replicateVoice, (context, { params, body }) =>
		replicateVoice({ db, storage }, context, params.voice_id, body),
	);
	implement(http, voicesEndpoints.deleteVoice, (context, { params }) => deleteVoice(db, context, params.voice_id));
	implement(http, voicesEndpoints.getSampleAudio, (context, { params }) =>
		readSampleAudio(db, storage, context, { voiceId: params.voice_id, sampleId: params.sample_id }, context.range),
	);
	implement(http, voicesEndpoints.deleteSample, (context, { params }) =>
		deleteSample(db, storage, context, { voiceId: params.voice_id, sampleId: params.sample_id }),
	);

	implement(http, voicesEndpoints.listCollections, (context) => readCollections(db, context));
	implement(http, voicesEndpoints.createCollection, (context, { body }) => makeCollection(db, context, body));
	implement(http, voicesEndpoints.getCollection, (context, { params }) =>
		readCollection(db, context, params.collection_id),
	);
	implement(http, voicesEndpoints.updateCollection, (context, { params, body }) =>
		changeCollection(db, context, params.collection_id, body),
	);
	implement(http, voicesEndpoints.deleteCollection, (context, { params }) =>
		removeCollection(db, context, params.collection_id),
	);
	implement(http, voicesEndpoints.addVoiceToCollection, (context, { params }) => addToCollection(db, context, params));
	implement(http, voicesEndpoints.removeVoiceFromCollection, (context, { params }) =>
		removeFromCollection(db, context, params),
	);
}
