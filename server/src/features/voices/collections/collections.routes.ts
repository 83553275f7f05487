import { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import {
	addToCollection,
	createCollection,
	deleteCollection,
	getCollection,
	listCollections,
	removeFromCollection,
	updateCollection,
} from "./collections.service.ts";

export function collectionsRoutes(http: Http, { db }: { db: Database }): void {
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
