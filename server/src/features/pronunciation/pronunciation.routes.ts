import { Readable } from "node:stream";
import { pronunciationEndpoints } from "@timbre/contract/pronunciation/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http/http.ts";
import { parseLexicon, serializeLexicon } from "./lexicon.ts";
import {
	addRules,
	createDictionary,
	getDefaults,
	getDictionary,
	getVersionRules,
	listDictionaries,
	listVersions,
	removeRules,
	restoreVersion,
	setDefaults,
	setRules,
	updateDictionary,
} from "./pronunciation.service.ts";

export function pronunciationRoutes(http: Http, db: Database): void {
	implement(http, pronunciationEndpoints.createFromFile, (context, { body }) =>
		createDictionary(db, context, body, body.file ? parseLexicon(body.file.bytes) : []),
	);
	implement(http, pronunciationEndpoints.createFromRules, (context, { body }) =>
		createDictionary(db, context, body, body.rules),
	);
	implement(http, pronunciationEndpoints.updateDictionary, (context, { params, body }) =>
		updateDictionary(db, context, params.pronunciation_dictionary_id, body),
	);
	implement(http, pronunciationEndpoints.getDictionary, (context, { params }) =>
		getDictionary(db, context, params.pronunciation_dictionary_id),
	);
	implement(http, pronunciationEndpoints.setRules, (context, { params, body }) =>
		setRules(db, context, params.pronunciation_dictionary_id, body.rules),
	);
	implement(http, pronunciationEndpoints.addRules, (context, { params, body }) =>
		addRules(db, context, params.pronunciation_dictionary_id, body.rules),
	);
	implement(http, pronunciationEndpoints.removeRules, (context, { params, body }) =>
		removeRules(db, context, params.pronunciation_dictionary_id, body.rule_strings),
	);
	implement(http, pronunciationEndpoints.downloadVersion, async (context, { params }) => {
		const { name, rules } = await getVersionRules(db, context.workspaceId, params.dictionary_id, params.version_id);
		const bytes = Buffer.from(serializeLexicon(rules));
		return { contentType: "text/plain; charset=utf-8", body: Readable.from([bytes]), fileName: `${name}.pls` };
	});
	implement(http, pronunciationEndpoints.listDictionaries, (context, { query }) =>
		listDictionaries(db, context, query),
	);
	implement(http, pronunciationEndpoints.listVersions, (context, { params, query }) =>
		listVersions(db, context, params.pronunciation_dictionary_id, query),
	);
	implement(http, pronunciationEndpoints.restoreVersion, (context, { params }) =>
		restoreVersion(db, context, params.pronunciation_dictionary_id, params.version_id),
	);
	implement(http, pronunciationEndpoints.getDefaults, (context) => getDefaults(db, context.workspaceId));
	implement(http, pronunciationEndpoints.setDefaults, (context, { body }) =>
		setDefaults(db, context, body.pronunciation_dictionary_locators),
	);
}
