// Sharing voices by link and in the library.
// Invariant: only usable voices that the workspace created can be shared. Adding a voice creates a copy, which is
// usable while the original is and for the promised notice period after its removal.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { primaryLanguage } from "@timbre/contract/language.ts";
import {
	type libraryEndpoints,
	rateMultiplier,
	type SharingOptions,
} from "@timbre/contract/voice-library/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { publishEvent } from "../../core/events.ts";
import { type MailSettings, queueMail } from "../../core/mail.ts";
import { renderMail } from "../../core/mail-template.ts";
import type { Storage } from "../../core/storage.ts";
import { getUser, type UserRecord } from "../auth/auth.public.ts";
import { findHistoryItem } from "../history/history.public.ts";
import { getTier } from "../workspace/workspace.public.ts";
import type { ResourceCaller } from "../workspace/workspace.sharing.public.ts";
import { requireConsentFor } from "./voices.consent.service.ts";
import { type LibraryViewer, presentLibraryVoice, presentSharing } from "./voices.library.present.ts";
import { addWords, countFacets, findClips, findPublication, type PublicationRow } from "./voices.library.repo.ts";
import { buildSearchText, foldText, searchTagsOf } from "./voices.library-query.service.ts";
import { beginNotice, cancelNotice } from "./voices.notice.service.ts";
import { lockVoices, withdrawPublication } from "./voices.own.repo.ts";
import { copyPreviews, createVoice, requireVoiceRole, savePreview } from "./voices.own.service.ts";
import { getUsableVoice } from "./voices.public.ts";
import { libraryVoiceNotFound, presentLibraryVoices } from "./voices.published.service.ts";
import { notifyOfRemoval } from "./voices.removal.workflow.ts";
import {
	findCopies,
	findShare,
	findShareable,
	findShared,
	incrementAddedCount,
	type NewPublication,
	type ShareableRow,
	type ShareRow,
	saveShare,
	upsertPublications,
} from "./voices.sharing.repo.ts";

type Endpoints = typeof libraryEndpoints;
export type SharingDeps = {
	db: Database;
	storage: Storage;
	mail: MailSettings;
	viewer: Omit<LibraryViewer, "workspaceId" | "userId">;
};

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
	const publication = publicationOf(voice, { engine, speaker }, owner, options);
	await db.transaction().execute(async (tx) => {
		const before = await findPublication(tx, voiceId);
		if (before?.listed) await countFacets(tx, voiceId, -1);
		await upsertPublications(tx, [publication]);
		const after = await findPublication(tx, voiceId);
		if (after?.listed) await countFacets(tx, voiceId, 1);
		await addWords(tx, publication.searchText.split(" "));
		if (before?.status === "disabled") await cancelNotice(tx, voiceId);
	});
	return getSharing(db, caller.workspaceId, voiceId);
}

/** Removes a voice from the library and starts the notice period of its copies. Safe to repeat. */
export async function unpublishVoice(
	{ db }: Pick<SharingDeps, "db">,
	caller: ResourceCaller,
	voiceId: string,
): Promise<NonNullable<Voice["sharing"]>> {
	await requireShareable(db, caller, voiceId);
	await db.transaction().execute(async (tx) => {
		const before = await findPublication(tx, voiceId);
		if (!before || before.workspace_id !== caller.workspaceId)
			throw new AppError("conflict", "This voice is not in the library.");
		if (before.status === "disabled") return;
		if (before.listed) await countFacets(tx, voiceId, -1);
		const withdrawn = await withdrawPublication(tx, caller.workspaceId, voiceId);
		if (!withdrawn?.disable_at) return;
		await beginNotice(tx, withdrawn.id, withdrawn.disable_at);
		await notifyOfRemoval(tx, withdrawn.id, withdrawn.disable_at);
	});
	return getSharing(db, caller.workspaceId, voiceId);
}

export async function getVoiceShare(
	{ db, viewer }: SharingDeps,
	caller: ResourceCaller,
	voiceId: string,
): Promise<ResponseOf<Endpoints["getVoiceShare"]>> {
	const voice = await requireShareable(db, caller, voiceId);
	const share = await findShare(db, caller.workspaceId, voiceId);
	const publication = await findPublication(db, voiceId);
	const owner = await getOwner(db, caller, voice);
	return {
		link: presentLink(voiceId, owner, share, viewer.publicUrl),
		library: publication ? presentSharing(publication, share?.emails ?? []) : null,
	};
}

/** Emails each listed address once: sharing again emails only new addresses. */
export async function shareVoice(
	{ db, mail, viewer }: SharingDeps,
	caller: ResourceCaller,
	voiceId: string,
	{ enable, emails }: InputOf<Endpoints["shareVoice"]>["body"],
): Promise<ResponseOf<Endpoints["shareVoice"]>> {
	const voice = await requireShareable(db, caller, voiceId);
	if (enable) {
		await requireConsentFor(db, caller.workspaceId, voice, "share");
		await getUsableVoice(db, caller.workspaceId, voiceId);
	}
	const owner = await getOwner(db, caller, voice);
	const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
	const share = await db.transaction().execute(async (tx) => {
		const before = await findShare(tx, caller.workspaceId, voiceId);
		await saveShare(tx, caller.workspaceId, voiceId, {
			enabled: enable,
			emails: addresses,
			publicUserId: before?.public_user_id ?? owner.publicId,
		});
		const known = new Set(before?.enabled ? before.emails : []);
		const url = linkUrl(viewer.publicUrl, before?.public_user_id ?? owner.publicId, voiceId);
		for (const to of enable ? addresses.filter((email) => !known.has(email)) : [])
			await queueMail(tx, mail, { to, ...shareMail(voice.name, owner.publicName, url) });
		return findShare(tx, caller.workspaceId, voiceId);
	});
	return presentLink(voiceId, owner, share, viewer.publicUrl);
}

type SharedVoice = { row: PublicationRow; unlisted: boolean };

/** The voice behind a share link: one in the library, or one shared with the caller. */
async function findSharedVoice(
	db: Database,
	caller: ResourceCaller,
	{ public_user_id, voice_id }: { public_user_id: string; voice_id: string },
): Promise<SharedVoice> {
	const published = await findPublication(db, voice_id);
	if (published?.listed && published.public_owner_id === public_user_id) {
		if (published.workspace_id !== null) await getUsableVoice(db, published.workspace_id, voice_id);
		return { row: published, unlisted: false };
	}
	const shared = await findShared(db, public_user_id, voice_id);
	if (!shared) throw libraryVoiceNotFound(voice_id);
	const own = shared.voice.workspace_id === caller.workspaceId;
	if (!own && shared.share.emails.length > 0) {
		const user = await getUser(db, caller.userId);
		// An unverified email address proves nothing.
		if (!user?.emailVerified || !shared.share.emails.includes(user.email.toLowerCase()))
			throw libraryVoiceNotFound(voice_id);
	}
	const { engine, speaker } = await getUsableVoice(db, shared.voice.workspace_id, voice_id);
	const creator = shared.voice.created_by ? await getUser(db, shared.voice.created_by) : undefined;
	return {
		row: toPublicationRow(shared.voice, { engine, speaker }, public_user_id, creator?.publicName ?? ""),
		unlisted: true,
	};
}

export async function getSharedLink(
	{ db, viewer }: SharingDeps,
	caller: ResourceCaller,
	ids: { public_user_id: string; voice_id: string },
): Promise<ResponseOf<Endpoints["getSharedLink"]>> {
	const { row, unlisted } = await findSharedVoice(db, caller, ids);
	const libraryViewer = { ...viewer, workspaceId: caller.workspaceId, userId: caller.userId };
	const [copy] = await findCopies(db, caller.workspaceId, caller.userId, [row.voice_id]);
	const [voice] = unlisted
		? [presentLibraryVoice(row, libraryViewer, { clips: await findClips(db, [row.voice_id]), copy })]
		: await presentLibraryVoices(db, libraryViewer, [row]);
	if (!voice) throw libraryVoiceNotFound(ids.voice_id);
	const reason = await getDenialReason(db, caller, row, copy !== undefined);
	return { voice, unlisted, can_add: reason === null, reason };
}

export async function addSharedVoice(
	{ db, storage }: SharingDeps,
	caller: ResourceCaller,
	ids: { public_user_id: string; voice_id: string },
	{ new_name, bookmarked }: InputOf<Endpoints["addSharedVoice"]>["body"],
): Promise<{ voice_id: string }> {
	const { row, unlisted } = await findSharedVoice(db, caller, ids);
	await requireAddable(db, caller, row);
	const { id, isNew } = await db.transaction().execute(async (tx) => {
		await lockVoices(tx, caller.workspaceId);
		// A retry, perhaps after a lost response, returns the existing copy.
		const [copy] = await findCopies(tx, caller.workspaceId, caller.userId, [row.voice_id]);
		if (copy) return { id: copy.id, isNew: false };
		const created = await createVoice(tx, caller, {
			name: new_name,
			description: row.description,
			category: row.category,
			labels: row.labels as Record<string, string>,
			language: row.locale ?? row.language,
			engine: row.engine,
			speaker: row.speaker,
			origin: "library",
			originFacts: { origin: row.origin },
			publicationId: unlisted ? null : row.id,
			sourceVoiceId: row.voice_id,
			bookmarked,
		});
		if (!unlisted) await incrementAddedCount(tx, row.id);
		const { workspaceId, userId } = caller;
		await publishEvent(tx, {
			name: "voice_added_from_library_to_voice_lab",
			workspaceId,
			userId,
			data: { voiceId: created },
		});
		return { id: created, isNew: true };
	});
	const original = { voiceId: row.voice_id, language: row.locale ?? row.language };
	if (isNew) await copyPreviews({ db, storage }, { workspaceId: caller.workspaceId, voiceId: id }, original);
	return { voice_id: id };
}

async function requireAddable(db: Db, caller: ResourceCaller, row: PublicationRow): Promise<void> {
	if (row.workspace_id === caller.workspaceId)
		throw new AppError("conflict", "This voice already belongs to this workspace.");
	if (!row.free_users_allowed && (await getTier(db, caller.workspaceId)) === "free")
		throw new AppError(
			"only_for_higher_plan",
			"The owner of this voice only allows workspaces on a paid plan to use it.",
		);
}

async function getDenialReason(
	db: Db,
	caller: ResourceCaller,
	row: PublicationRow,
	added: boolean,
): Promise<string | null> {
	if (added) return "You already added this voice.";
	try {
		await requireAddable(db, caller, row);
		return null;
	} catch (error) {
		if (error instanceof AppError) return error.message;
		throw error;
	}
}

async function requireShareable(db: Db, caller: ResourceCaller, voiceId: string): Promise<ShareableRow> {
	await requireVoiceRole(db, caller, voiceId, "admin");
	const voice = await findShareable(db, caller.workspaceId, voiceId);
	if (!voice) throw new AppError("conflict", "This voice was added from another owner. Only they can share it.");
	return voice;
}

async function getOwner(db: Db, caller: ResourceCaller, voice: ShareableRow): Promise<UserRecord> {
	const owner = await getUser(db, voice.created_by ?? caller.userId);
	if (!owner) throw new AppError("conflict", "This voice can't be shared because its owner no longer exists.");
	return owner;
}

async function getSharing(db: Db, workspaceId: string, voiceId: string): Promise<NonNullable<Voice["sharing"]>> {
	const row = await findPublication(db, voiceId);
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

/** Words not allowed in published names and descriptions. Full words, lowercase. */
const blockedWords = new Set(
	"nazi hitler rape rapist porn porno pornographic xxx nigger faggot kike chink spic tranny retard pedo pedophile paedophile genocide terrorist isis".split(
		" ",
	),
);

function reviewTexts(texts: readonly string[]): Pick<NewPublication, "reviewStatus" | "reviewMessage"> {
	const found = [...new Set(texts.flatMap((text) => foldText(text).split(/[^\p{L}\p{N}]+/u)))].filter((word) =>
		blockedWords.has(word),
	);
	return found.length === 0
		? { reviewStatus: "allowed", reviewMessage: null }
		: {
				reviewStatus: "declined",
				reviewMessage: `The name, description and labels are public and can't contain: ${found.join(", ")}.`,
			};
}

function publicationOf(
	voice: ShareableRow,
	{ engine, speaker }: { engine: string; speaker: string },
	owner: Pick<UserRecord, "publicId" | "publicName">,
	options: SharingOptions,
): NewPublication {
	const labels = { ...(voice.labels as Record<string, string>), ...options.labels };
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
			description: voice.description,
			owner_name: owner.publicName,
		}),
		marks: searchTagsOf(details),
	};
}

/** A voice shared by link, in the form of a publication. */
function toPublicationRow(
	voice: ShareableRow,
	{ engine, speaker }: { engine: string; speaker: string },
	publicOwnerId: string,
	ownerName: string,
): PublicationRow {
	const labels = voice.labels as Record<string, string>;
	return {
		id: voice.id,
		voice_id: voice.id,
		workspace_id: voice.workspace_id,
		public_owner_id: publicOwnerId,
		owner_name: ownerName,
		name: voice.name,
		description: voice.description,
		category: voice.category,
		origin: voice.origin,
		language: primaryLanguage(voice.language),
		locale: voice.language.includes("-") ? voice.language : null,
		accent: labels.accent ?? "",
		gender: labels.gender ?? "",
		age: labels.age ?? "",
		descriptive: labels.descriptive ?? "",
		use_case: labels.use_case ?? "",
		labels: voice.labels,
		engine,
		speaker,
		status: "enabled",
		review_status: "not_requested",
		review_message: null,
		listed: false,
		rate: null,
		fiat_rate: null,
		notice_period_days: 0,
		disable_at: null,
		live_moderation_enabled: false,
		free_users_allowed: true,
		voice_mixing_allowed: false,
		reader_app_enabled: false,
		reader_restricted_on: [],
		preview_history_item_id: null,
		featured: false,
		added_count: 0,
		characters_7d: 0,
		characters_1y: 0,
		published_at: voice.created_at,
	};
}

function presentLink(
	voiceId: string,
	owner: Pick<UserRecord, "publicId">,
	share: ShareRow | undefined,
	publicUrl: string,
): ResponseOf<Endpoints["shareVoice"]> {
	const publicOwnerId = share?.public_user_id ?? owner.publicId;
	return {
		enabled: share?.enabled ?? false,
		emails: share?.emails ?? [],
		url: linkUrl(publicUrl, publicOwnerId, voiceId),
		public_owner_id: publicOwnerId,
		voice_id: voiceId,
		created_at_unix: share ? Math.floor(share.created_at.getTime() / 1000) : null,
	};
}

function linkUrl(publicUrl: string, publicOwnerId: string, voiceId: string): string {
	return new URL(`/app/voice-lab/share/${publicOwnerId}/${voiceId}`, publicUrl).href;
}

function shareMail(voiceName: string, ownerName: string, url: string) {
	const heading = `${ownerName} shared a voice with you`;
	return {
		subject: heading,
		...renderMail({
			heading,
			lines: [
				`The voice is called ${voiceName}. Sign in with this email address to listen to it and add it to your voices.`,
			],
			link: { label: "Listen to the voice", url },
			after: ["If you don't know this person, you can ignore this email."],
		}),
	};
}
