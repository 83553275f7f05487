import { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { Context } from "../../core/context.ts";
import { type Http, implement } from "../../core/http.ts";
import type { MailSettings } from "../../core/mail.ts";
import type { Storage } from "../../core/storage.ts";
import type { ModelNames } from "./voices.present.ts";
import { getFacets, getPublishedVoice, listPublished } from "./voices.published.service.ts";
import {
	addSharedVoice,
	getSharedLink,
	getVoiceShare,
	publishVoice,
	shareVoice,
	unpublishVoice,
} from "./voices.sharing.service.ts";
import { findSimilar } from "./voices.similar.service.ts";
import { getShareStats } from "./voices.usage.service.ts";

export type LibraryDeps = {
	db: Database;
	storage: Storage;
	speech: Pick<SpeechClient, "measure">;
	mail: MailSettings;
	publicUrl: string;
	models: ModelNames;
};

export function libraryRoutes(http: Http, { models, publicUrl, ...rest }: LibraryDeps): void {
	const { db } = rest;
	const deps = { ...rest, viewer: { models, publicUrl } };
	const viewerOf = ({ workspaceId, userId }: Context) => ({ ...deps.viewer, workspaceId, userId });
	implement(http, voicesEndpoints.listSharedVoices, (context, { query }) =>
		listPublished(db, viewerOf(context), query),
	);
	implement(http, voicesEndpoints.listLibraryFilters, () => getFacets(db));
	implement(http, voicesEndpoints.getSharedVoice, (context, { params }) =>
		getPublishedVoice(db, viewerOf(context), params),
	);
	implement(http, voicesEndpoints.findSimilarVoices, (context, { body }) => findSimilar(deps, context, body));
	implement(http, voicesEndpoints.addSharedVoice, (context, { params, body }) =>
		addSharedVoice(deps, context, params, body),
	);
	implement(http, voicesEndpoints.getVoiceShare, (context, { params }) =>
		getVoiceShare(deps, context, params.voice_id),
	);
	implement(http, voicesEndpoints.shareVoice, (context, { params, body }) =>
		shareVoice(deps, context, params.voice_id, body),
	);
	implement(http, voicesEndpoints.getSharedLink, (context, { params }) => getSharedLink(deps, context, params));
	implement(http, voicesEndpoints.publishVoice, (context, { params, body }) =>
		publishVoice(deps, context, params.voice_id, body),
	);
	implement(http, voicesEndpoints.unpublishVoice, (context, { params }) =>
		unpublishVoice(deps, context, params.voice_id),
	);
	implement(http, voicesEndpoints.getShareStats, (context, { params, body }) =>
		getShareStats(db, context, params.voice_id, body),
	);
}
