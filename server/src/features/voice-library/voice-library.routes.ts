import { voiceLibraryEndpoints } from "@timbre/contract/voice-library/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { Context } from "../../core/http/context.ts";
import { type Http, implement } from "../../core/http/http.ts";
import type { MailSettings } from "../../core/mail/mail.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { getFacets, getPublishedVoice, listPublished } from "./published/published.service.ts";
import { publishVoice, unpublishVoice } from "./sharing/publishing.service.ts";
import { addSharedVoice, getSharedLink, getVoiceShare, shareVoice } from "./sharing/sharing.service.ts";
import { getPreviewProgress } from "./shipped/previews.service.ts";
import { findSimilar } from "./similar/similar.service.ts";
import { getShareStats } from "./stats/stats.service.ts";

export type LibraryDeps = {
	db: Database;
	storage: Storage;
	speech: Pick<SpeechClient, "measure">;
	mail: MailSettings;
	publicUrl: string;
	/** Rejects callers who must accept the biometric terms first. */
	requireBiometricTerms: (context: Context) => Promise<void>;
};

export function voiceLibraryRoutes(http: Http, { publicUrl, ...rest }: LibraryDeps): void {
	const { db } = rest;
	const deps = { ...rest, viewer: { publicUrl } };
	const viewerOf = ({ workspaceId, userId }: Context) => ({ ...deps.viewer, workspaceId, userId });
	implement(http, voiceLibraryEndpoints.getPreviewProgress, () => getPreviewProgress(db));
	implement(http, voiceLibraryEndpoints.listSharedVoices, (context, { query }) =>
		listPublished(db, viewerOf(context), query),
	);
	implement(http, voiceLibraryEndpoints.listLibraryFilters, () => getFacets(db));
	implement(http, voiceLibraryEndpoints.getSharedVoice, (context, { params }) =>
		getPublishedVoice(db, viewerOf(context), params),
	);
	implement(http, voiceLibraryEndpoints.findSimilarVoices, async (context, { body }) => {
		await deps.requireBiometricTerms(context);
		return findSimilar(deps, context, body);
	});
	implement(http, voiceLibraryEndpoints.addSharedVoice, (context, { params, body }) =>
		addSharedVoice(deps, context, params, body),
	);
	implement(http, voiceLibraryEndpoints.getVoiceShare, (context, { params }) =>
		getVoiceShare(deps, context, params.voice_id),
	);
	implement(http, voiceLibraryEndpoints.shareVoice, (context, { params, body }) =>
		shareVoice(deps, context, params.voice_id, body),
	);
	implement(http, voiceLibraryEndpoints.getSharedLink, (context, { params }) => getSharedLink(deps, context, params));
	implement(http, voiceLibraryEndpoints.publishVoice, (context, { params, body }) =>
		publishVoice(deps, context, params.voice_id, body),
	);
	implement(http, voiceLibraryEndpoints.unpublishVoice, (context, { params }) =>
		unpublishVoice(deps, context, params.voice_id),
	);
	implement(http, voiceLibraryEndpoints.getShareStats, (context, { params, body }) =>
		getShareStats(db, context, params.voice_id, body),
	);
}
