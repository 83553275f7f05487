// Sharing voices by link, and adding shared voices.
// Invariant: only usable voices that the workspace created can be shared. Adding a voice creates a copy, which is
// usable while the original is and for the promised notice period after its removal. Shipped voices are not copied.

import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { primaryLanguage } from "@timbre/contract/language.ts";
import type { voiceLibraryEndpoints } from "@timbre/contract/voice-library/endpoints.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { publishEvent } from "../../../core/events/events.ts";
import { type MailSettings, queueMail } from "../../../core/mail/mail.ts";
import { renderMail } from "../../../core/mail/mail-template.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { unix } from "../../../core/time.ts";
import { getUser, type UserRecord } from "../../auth/auth.public.ts";
import {
	copyPreviews,
	createVoice,
	findPublication,
	getUsableVoice,
	insertFavorite,
	lockVoices,
	type PublicationRow,
	requireConsentFor,
	requireVoiceRole,
} from "../../voices/voices.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { type LibraryViewer, presentLibraryVoice, presentSharing } from "../published/published.present.ts";
import { findClips } from "../published/published.repo.ts";
import { isShipped, libraryVoiceNotFound, presentLibraryVoices } from "../published/published.service.ts";
import { measuredLabels, unmatchedClaims } from "./claims.ts";
import {
	findCopies,
	findShare,
	findShareable,
	findShared,
	incrementAddedCount,
	type ShareableRow,
	type ShareRow,
	saveShare,
} from "./sharing.repo.ts";

type Endpoints = typeof voiceLibraryEndpoints;
export type SharingDeps = {
	db: Database;
	storage: Storage;
	mail: MailSettings;
	viewer: Omit<LibraryViewer, "workspaceId" | "userId">;
};

export async function getVoiceShare(
	{ db, viewer }: SharingDeps,
	caller: ResourceCaller,
	voiceId: string,
): Promise<ResponseOf<Endpoints["getVoiceShare"]>> {
	const voice = await requireShareable(db, caller, voiceId);
	const share = await findShare(db, caller.workspaceId, voiceId);
	const publication = await findPublication(db, GLOBAL, voiceId);
	const owner = await getOwner(db, caller, voice);
	return {
		link: presentLink(voiceId, owner, share, viewer.publicUrl),
		library: publication ? presentSharing(publication, share?.emails ?? []) : null,
		measured_labels: measuredLabels(voice),
		unmatched_claims: unmatchedClaims(voice, `${voice.name}. ${voice.description ?? ""}`),
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
	const published = await findPublication(db, GLOBAL, voice_id);
	if (published?.listed && published.public_owner_id === public_user_id) {
		if (published.workspace_id !== null) await getUsableVoice(db, published.workspace_id, voice_id);
		return { row: published, unlisted: false };
	}
	const shared = await findShared(db, GLOBAL, public_user_id, voice_id);
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
		? [presentLibraryVoice(row, libraryViewer, { clips: await findClips(db, GLOBAL, [row.voice_id]), copy })]
		: await presentLibraryVoices(db, libraryViewer, [row]);
	if (!voice) throw libraryVoiceNotFound(ids.voice_id);
	if (isShipped(row)) return { voice, unlisted, can_add: false, reason: null };
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
	if (isShipped(row)) return saveShippedVoice(db, caller, row.voice_id, bookmarked);
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
			labels: row.labels,
			language: row.locale ?? row.language,
			engine: row.engine,
			speaker: row.speaker,
			origin: "library",
			originFacts: { origin: row.origin },
			publicationId: unlisted ? null : row.id,
			sourceVoiceId: row.voice_id,
			bookmarked,
		});
		if (!unlisted) await incrementAddedCount(tx, GLOBAL, row.id);
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

/** Saves the voice as a favorite of the user instead of copying it. */
async function saveShippedVoice(
	db: Database,
	{ workspaceId, userId }: ResourceCaller,
	voiceId: string,
	bookmarked: boolean,
): Promise<{ voice_id: string }> {
	await db.transaction().execute(async (tx) => {
		if (bookmarked) await insertFavorite(tx, workspaceId, userId, voiceId);
		const name = "voice_added_from_library_to_voice_lab";
		await publishEvent(tx, { name, workspaceId, userId, data: { voiceId } });
	});
	return { voice_id: voiceId };
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

export async function requireShareable(db: Db, caller: ResourceCaller, voiceId: string): Promise<ShareableRow> {
	await requireVoiceRole(db, caller, voiceId, "admin");
	const voice = await findShareable(db, caller.workspaceId, voiceId);
	if (!voice) throw new AppError("conflict", "This voice was added from another owner. Only they can share it.");
	return voice;
}

export async function getOwner(db: Db, caller: ResourceCaller, voice: ShareableRow): Promise<UserRecord> {
	const owner = await getUser(db, voice.created_by ?? caller.userId);
	if (!owner) throw new AppError("conflict", "This voice can't be shared because its owner no longer exists.");
	return owner;
}

/** A voice shared by link, in the form of a publication. */
function toPublicationRow(
	voice: ShareableRow,
	{ engine, speaker }: { engine: string; speaker: string },
	publicOwnerId: string,
	ownerName: string,
): PublicationRow {
	const labels = voice.labels;
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
		created_at_unix: share ? unix(share.created_at) : null,
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
