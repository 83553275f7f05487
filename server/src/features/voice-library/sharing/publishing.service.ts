// Publishing voices in the library and removing them from it.
// Invariant: only voices that their own workspace can use and whose speaker consented are published.

import { AppError } from "@timbre/contract/errors.ts";
import { primaryLanguage } from "@timbre/contract/language.ts";
import type { SharingOptions } from "@timbre/contract/voice-library/endpoints.ts";
import { rateMultiplier } from "@timbre/contract/voice-library/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import type { Db } from "@timbre/db/connect.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import type { UserRecord } from "../../auth/auth.public.ts";
import { findHistoryItem } from "../../history/history.public.ts";
import {
	cancelNotice,
	countFacets,
	findPublication,
	foldText,
	getUsableVoice,
	requireConsentFor,
	savePreview,
	withdrawVoice,
} from "../../voices/voices.public.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { presentSharing } from "../published/published.present.ts";
import { libraryVoiceNotFound } from "../published/published.service.ts";
import { buildSearchText, searchTagsOf } from "../search/search-text.ts";
import { addWords } from "../search/words.repo.ts";
import { formatClaims, unmatchedLabels, withoutUnmatched } from "./claims.ts";
import { notifyOfRemoval } from "./removal.workflow.ts";
import { reviewTexts } from "./review.ts";
import { findShare, type NewPublication, type ShareableRow, upsertPublications } from "./sharing.repo.ts";
import { getOwner, requireShareable, type SharingDeps } from "./sharing.service.ts";

export async function publishVoice(
	{ db, storage }: SharingDeps,
	caller: ResourceCaller,
	voiceId: string,
	options: SharingOptions,
): Promise<NonNullable<Voice["sharing"]>> {
	if (!options.enable_library) return unpublishVoice({ db }, caller, voiceId);
	const voice = await requireShareable(db, caller, voiceId);
	await requireConsentFor(db, caller.workspaceId, voice, "library");
	// A voice its own workspace cannot use must not be published.
	const { engine, speaker } = await getUsableVoice(db, caller.workspaceId, voiceId);
	if (options.preview_history_item_id)
		await setPreviewFromHistory({ db, storage }, caller, voice, options.preview_history_item_id);
	const owner = await getOwner(db, caller, voice);
	requireMatchedLabels(voice, { ...voice.labels, ...options.labels });
	const publication = publicationOf(voice, { engine, speaker }, owner, options);
	await db.transaction().execute(async (tx) => {
		const before = await findPublication(tx, GLOBAL, voiceId);
		if (before?.listed) await countFacets(tx, GLOBAL, voiceId, -1);
		await upsertPublications(tx, GLOBAL, [publication]);
		const after = await findPublication(tx, GLOBAL, voiceId);
		if (after?.listed) await countFacets(tx, GLOBAL, voiceId, 1);
		await addWords(tx, GLOBAL, publication.searchText.split(" "));
		if (before?.status === "disabled") await cancelNotice(tx, voiceId);
	});
	return getSharing(db, caller.workspaceId, voiceId);
}

/** A designed voice can't be found by traits it doesn't have. */
function requireMatchedLabels(voice: ShareableRow, labels: Record<string, string>): void {
	const unmatched = unmatchedLabels(voice, labels);
	if (unmatched.length > 0)
		throw new AppError(
			"invalid_request",
			`The voice doesn't match these labels: ${formatClaims(unmatched)}. Remove or correct them before publishing.`,
			{ param: "labels" },
		);
}

/** Removes a voice from the library and starts the notice period of its copies. Safe to repeat. */
export async function unpublishVoice(
	{ db }: Pick<SharingDeps, "db">,
	caller: ResourceCaller,
	voiceId: string,
): Promise<NonNullable<Voice["sharing"]>> {
	await requireShareable(db, caller, voiceId);
	await db.transaction().execute(async (tx) => {
		const before = await findPublication(tx, GLOBAL, voiceId);
		if (!before || before.workspace_id !== caller.workspaceId)
			throw new AppError("conflict", "This voice is not in the library.");
		if (before.status === "disabled") return;
		const withdrawn = await withdrawVoice(tx, caller.workspaceId, voiceId);
		if (withdrawn) await notifyOfRemoval(tx, withdrawn.publicationId, withdrawn.disableAt);
	});
	return getSharing(db, caller.workspaceId, voiceId);
}

async function getSharing(db: Db, workspaceId: string, voiceId: string): Promise<NonNullable<Voice["sharing"]>> {
	const row = await findPublication(db, GLOBAL, voiceId);
	if (!row) throw libraryVoiceNotFound(voiceId);
	return presentSharing(row, (await findShare(db, workspaceId, voiceId))?.emails ?? []);
}

/** Uses a generation of the voice as its preview. */
async function setPreviewFromHistory(
	{ db, storage }: Pick<SharingDeps, "db" | "storage">,
	caller: ResourceCaller,
	voice: ShareableRow,
	itemId: string,
): Promise<void> {
	const item = await findHistoryItem(db, caller.workspaceId, itemId);
	if (!item || item.voice_id !== voice.id)
		throw new AppError("history_item_not_found", "This voice has no generation with that id.", {
			param: "preview_history_item_id",
		});
	const stored = await storage.get(item.audio_key);
	if (!stored) throw new AppError("history_item_not_found", "The audio of this generation no longer exists.");
	if (!item.content_type.startsWith("audio/mpeg"))
		throw new AppError("conflict", "A preview must be an MP3 file.", {
			param: "preview_history_item_id",
		});
	const parts: Uint8Array[] = [];
	for await (const part of stored.body) parts.push(part);
	await savePreview(db, storage, caller.workspaceId, voice.id, {
		language: voice.language,
		bytes: Buffer.concat(parts),
		contentType: item.content_type,
		durationSeconds: item.duration_seconds,
	});
}

function publicationOf(
	voice: ShareableRow,
	{ engine, speaker }: { engine: string; speaker: string },
	owner: Pick<UserRecord, "publicId" | "publicName">,
	options: SharingOptions,
): NewPublication {
	const labels = { ...voice.labels, ...options.labels };
	const label = (name: string) => (labels[name] ?? "").toLowerCase();
	const language = primaryLanguage(voice.language);
	const details = {
		language,
		locale: voice.language.includes("-") ? voice.language : null,
		accent: label("accent"),
		gender: label("gender"),
		age: label("age").replaceAll(/[ -]/g, "_"),
		use_case: label("use_case"),
		descriptive: label("descriptive"),
		category: voice.category,
		owner: owner.publicId,
		featured: false,
		reader: options.reader_app_enabled,
		labels,
	};
	const multiplier = rateMultiplier(options.custom_rate);
	return {
		id: voice.id,
		workspaceId: voice.workspace_id,
		publicOwnerId: owner.publicId,
		ownerName: owner.publicName,
		name: voice.name,
		nameKey: foldText(voice.name),
		description: voice.description,
		category: voice.category,
		origin: voice.origin,
		language,
		locale: details.locale,
		accent: details.accent,
		gender: details.gender,
		age: details.age,
		descriptive: details.descriptive,
		useCase: details.use_case,
		labels,
		engine,
		speaker,
		...reviewTexts([voice.name, voice.description ?? "", ...Object.values(labels)]),
		rate: multiplier === 1 ? null : multiplier,
		fiatRate: options.custom_rate ?? null,
		noticePeriodDays: options.notice_period,
		liveModeration: options.enable_live_moderation,
		freeUsersAllowed: options.free_users_allowed,
		remixingAllowed: options.voice_mixing_allowed,
		readerApp: options.reader_app_enabled,
		readerRestrictedOn: options.reader_restricted_on,
		previewHistoryItemId: options.preview_history_item_id ?? null,
		featured: false,
		trendBase: 0,
		searchText: buildSearchText({
			...details,
			name: voice.name,
			description: withoutUnmatched(voice, voice.description ?? ""),
			owner_name: owner.publicName,
		}),
		marks: searchTagsOf(details),
	};
}
