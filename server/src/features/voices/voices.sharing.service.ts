// A voice for others: by a link, and in the library. Always: only what is the workspace's own work and may be spoken is offered; whoever adds
// it has a copy, which speaks as long as its original may and for as long after its removal as was promised.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { type libraryEndpoints, rateMultiplier, type SharingOptions } from "@timbre/contract/voices.library.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { publishEvent } from "../../core/events.ts";
import { type MailSettings, queueMail } from "../../core/mail.ts";
import { writeMail } from "../../core/mail-words.ts";
import type { Storage } from "../../core/storage.ts";
import { getUser, type UserRecord } from "../auth/auth.public.ts";
import { findHistoryItem } from "../history/history.public.ts";
import { getTier } from "../workspace/workspace.public.ts";
import type { Sharer } from "../workspace/workspace.sharing.public.ts";
import { requireConsentFor } from "./voices.consent.service.ts";
import { type LibraryViewer, presentLibraryVoice, presentSharing, primary } from "./voices.library.present.ts";
import { addWords, countFacets, findClips, findPublication, type PublicationRow } from "./voices.library.repo.ts";
import { folded, marksOf, searchTextOf } from "./voices.library-words.service.ts";
import { beginNotice, cancelNotice } from "./voices.notice.service.ts";
import { lockVoices, withdrawPublication } from "./voices.own.repo.ts";
import { copyClips, keepOwnPreview, makeVoice, requireOwn } from "./voices.own.service.ts";
import { getSpeakableVoice } from "./voices.public.ts";
import { noSuchVoice, presentAll } from "./voices.published.service.ts";
import { tellOfRemoval } from "./voices.removal.workflow.ts";
import {
	countAdded,
	findCopies,
	findShare,
	findShareable,
	findShared,
	type NewPublication,
	type ShareableRow,
	type ShareRow,
	savePublications,
	saveShare,
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
	caller: Sharer,
	voiceId: string,
	options: SharingOptions,
): Promise<NonNullable<Voice["sharing"]>> {
	if (!options.enable_library) return unpublishVoice({ db }, caller, voiceId);
	const voice = await requireShareable(db, caller, voiceId);
	await requireConsentFor(db, caller.workspaceId, voice, "library");
	// What its own workspace may not use is offered to nobody.
	const { engine, speaker } = await getSpeakableVoice(db, caller.workspaceId, voiceId);
	if (options.preview_history_item_id)
		await takePreview({ db, storage }, caller, voice, options.preview_history_item_id);
	const owner = await ownerOf(db, caller, voice);
	const publication = publicationOf(voice, { engine, speaker }, owner, options);
	await db.transaction().execute(async (tx) => {
		const before = await findPublication(tx, voiceId);
		if (before?.listed) await countFacets(tx, voiceId, -1);
		await savePublications(tx, [publication]);
		const after = await findPublication(tx, voiceId);
		if (after?.listed) await countFacets(tx, voiceId, 1);
		await addWords(tx, publication.searchText.split(" "));
		if (before?.status === "disabled") await cancelNotice(tx, voiceId);
	});
	return readSharing(db, caller.workspaceId, voiceId);
}

/** Removes it: nobody can add it from now on, and the notice period of the copies begins. Removing again changes nothing. */
export async function unpublishVoice(
	{ db }: Pick<SharingDeps, "db">,
	caller: Sharer,
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
		await tellOfRemoval(tx, withdrawn.id, withdrawn.disable_at);
	});
	return readSharing(db, caller.workspaceId, voiceId);
}

export async function readVoiceShare(
	{ db, viewer }: SharingDeps,
	caller: Sharer,
	voiceId: string,
): Promise<ResponseOf<Endpoints["getVoiceShare"]>> {
	const voice = await requireShareable(db, caller, voiceId);
	const share = await findShare(db, caller.workspaceId, voiceId);
	const publication = await findPublication(db, voiceId);
	const owner = await ownerOf(db, caller, voice);
	return {
		link: presentLink(voiceId, owner, share, viewer.publicUrl),
		library: publication ? presentSharing(publication, share?.emails ?? []) : null,
	};
}

/** Those who are named get a mail, each once: sharing again tells only whom it did not know before. */
export async function shareVoice(
	{ db, mail, viewer }: SharingDeps,
	caller: Sharer,
	voiceId: string,
	{ enable, emails }: InputOf<Endpoints["shareVoice"]>["body"],
): Promise<ResponseOf<Endpoints["shareVoice"]>> {
	const voice = await requireShareable(db, caller, voiceId);
	if (enable) {
		await requireConsentFor(db, caller.workspaceId, voice, "share");
		await getSpeakableVoice(db, caller.workspaceId, voiceId);
	}
	const owner = await ownerOf(db, caller, voice);
	const named = [...new Set(emails.map((email) => email.toLowerCase()))];
	const share = await db.transaction().execute(async (tx) => {
		const before = await findShare(tx, caller.workspaceId, voiceId);
		await saveShare(tx, caller.workspaceId, voiceId, {
			enabled: enable,
			emails: named,
			publicUserId: before?.public_user_id ?? owner.publicId,
		});
		const known = new Set(before?.enabled ? before.emails : []);
		const url = linkUrl(viewer.publicUrl, before?.public_user_id ?? owner.publicId, voiceId);
		for (const to of enable ? named.filter((email) => !known.has(email)) : [])
			await queueMail(tx, mail, { to, ...shareMail(voice.name, owner.publicName, url) });
		return findShare(tx, caller.workspaceId, voiceId);
	});
	return presentLink(voiceId, owner, share, viewer.publicUrl);
}

type Offer = { row: PublicationRow; unlisted: boolean };

/** What a link leads to: a voice of the library, or one that is shared with the caller. */
async function findOffer(
	db: Database,
	caller: Sharer,
	{ public_user_id, voice_id }: { public_user_id: string; voice_id: string },
): Promise<Offer> {
	const published = await findPublication(db, voice_id);
	if (published?.listed && published.public_owner_id === public_user_id) {
		if (published.workspace_id !== null) await getSpeakableVoice(db, published.workspace_id, voice_id);
		return { row: published, unlisted: false };
	}
	const shared = await findShared(db, public_user_id, voice_id);
	if (!shared) throw noSuchVoice(voice_id);
	const own = shared.voice.workspace_id === caller.workspaceId;
	if (!own && shared.share.emails.length > 0) {
		const person = await getUser(db, caller.userId);
		// An address that nobody has proven to have could be anybody's.
		if (!person?.emailVerified || !shared.share.emails.includes(person.email.toLowerCase()))
			throw noSuchVoice(voice_id);
	}
	const { engine, speaker } = await getSpeakableVoice(db, shared.voice.workspace_id, voice_id);
	const maker = shared.voice.created_by ? await getUser(db, shared.voice.created_by) : undefined;
	return { row: asOffer(shared.voice, { engine, speaker }, public_user_id, maker?.publicName ?? ""), unlisted: true };
}

export async function readSharedLink(
	{ db, viewer }: SharingDeps,
	caller: Sharer,
	ids: { public_user_id: string; voice_id: string },
): Promise<ResponseOf<Endpoints["getSharedLink"]>> {
	const { row, unlisted } = await findOffer(db, caller, ids);
	const looking = { ...viewer, workspaceId: caller.workspaceId, userId: caller.userId };
	const [copy] = await findCopies(db, caller.workspaceId, caller.userId, [row.voice_id]);
	const [voice] = unlisted
		? [presentLibraryVoice(row, looking, { clips: await findClips(db, [row.voice_id]), copy })]
		: await presentAll(db, looking, [row]);
	if (!voice) throw noSuchVoice(ids.voice_id);
	const reason = await whyNot(db, caller, row, copy !== undefined);
	return { voice, unlisted, can_add: reason === null, reason };
}

export async function addSharedVoice(
	{ db, storage }: SharingDeps,
	caller: Sharer,
	ids: { public_user_id: string; voice_id: string },
	{ new_name, bookmarked }: InputOf<Endpoints["addSharedVoice"]>["body"],
): Promise<{ voice_id: string }> {
	const { row, unlisted } = await findOffer(db, caller, ids);
	await requireAddable(db, caller, row);
	const { id, fresh } = await db.transaction().execute(async (tx) => {
		await lockVoices(tx, caller.workspaceId);
		// Who asks again, perhaps because the answer got lost, has it already.
		const [copy] = await findCopies(tx, caller.workspaceId, caller.userId, [row.voice_id]);
		if (copy) return { id: copy.id, fresh: false };
		const made = await makeVoice(tx, caller, {
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
		if (!unlisted) await countAdded(tx, row.id);
		const { workspaceId, userId } = caller;
		await publishEvent(tx, {
			name: "voice_added_from_library_to_voice_lab",
			workspaceId,
			userId,
			data: { voiceId: made },
		});
		return { id: made, fresh: true };
	});
	const original = { voiceId: row.voice_id, language: row.locale ?? row.language };
	if (fresh) await copyClips({ db, storage }, { workspaceId: caller.workspaceId, voiceId: id }, original);
	return { voice_id: id };
}

async function requireAddable(db: Db, caller: Sharer, row: PublicationRow): Promise<void> {
	if (row.workspace_id === caller.workspaceId)
		throw new AppError("conflict", "This voice is already one of this workspace's own.");
	if (!row.free_users_allowed && (await getTier(db, caller.workspaceId)) === "free")
		throw new AppError("only_for_higher_plan", "The owner of this voice lets it be used with a paid plan only.");
}

async function whyNot(db: Db, caller: Sharer, row: PublicationRow, added: boolean): Promise<string | null> {
	if (added) return "You have added this voice already.";
	try {
		await requireAddable(db, caller, row);
		return null;
	} catch (error) {
		if (error instanceof AppError) return error.message;
		throw error;
	}
}

async function requireShareable(db: Db, caller: Sharer, voiceId: string): Promise<ShareableRow> {
	await requireOwn(db, caller, voiceId, "admin");
	const voice = await findShareable(db, caller.workspaceId, voiceId);
	if (!voice) throw new AppError("conflict", "This voice was added from somebody else, who alone can share it.");
	return voice;
}

async function ownerOf(db: Db, caller: Sharer, voice: ShareableRow): Promise<UserRecord> {
	const owner = await getUser(db, voice.created_by ?? caller.userId);
	if (!owner) throw new AppError("conflict", "This voice has no owner who could share it.");
	return owner;
}

async function readSharing(db: Db, workspaceId: string, voiceId: string): Promise<NonNullable<Voice["sharing"]>> {
	const row = await findPublication(db, voiceId);
	if (!row) throw noSuchVoice(voiceId);
	return presentSharing(row, (await findShare(db, workspaceId, voiceId))?.emails ?? []);
}

/** Something the voice has said becomes what it is chosen by. */
async function takePreview(
	{ db, storage }: Pick<SharingDeps, "db" | "storage">,
	caller: Sharer,
	voice: ShareableRow,
	itemId: string,
): Promise<void> {
	const item = await findHistoryItem(db, caller.workspaceId, itemId);
	if (!item || item.voice_id !== voice.id)
		throw new AppError("history_item_not_found", "This voice has said nothing with that id.", {
			param: "preview_history_item_id",
		});
	const stored = await storage.get(item.audio_key);
	if (!stored) throw new AppError("history_item_not_found", "The sound of this item is gone.");
	if (!item.content_type.startsWith("audio/mpeg"))
		throw new AppError("conflict", "A preview has to be an mp3, which every browser plays.", {
			param: "preview_history_item_id",
		});
	const parts: Uint8Array[] = [];
	for await (const part of stored.body) parts.push(part);
	await keepOwnPreview(db, storage, caller.workspaceId, voice.id, {
		language: voice.language,
		bytes: Buffer.concat(parts),
		contentType: item.content_type,
		durationSeconds: item.duration_seconds,
	});
}

/** Names and descriptions that are not shown to everybody. Whole words, in small letters. */
const unfit = new Set(
	"nazi hitler rape rapist porn porno pornographic xxx nigger faggot kike chink spic tranny retard pedo pedophile paedophile genocide terrorist isis".split(
		" ",
	),
);

function reviewOf(texts: readonly string[]): Pick<NewPublication, "reviewStatus" | "reviewMessage"> {
	const found = [...new Set(texts.flatMap((text) => folded(text).split(/[^\p{L}\p{N}]+/u)))].filter((word) =>
		unfit.has(word),
	);
	return found.length === 0
		? { reviewStatus: "allowed", reviewMessage: null }
		: {
				reviewStatus: "declined",
				reviewMessage: `The name, the description and the labels are shown to everybody, so they may not say: ${found.join(", ")}.`,
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
	const language = primary(voice.language);
	const facts = {
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
		nameKey: folded(voice.name),
		description: voice.description,
		category: voice.category,
		origin: voice.origin,
		language,
		locale: facts.locale,
		accent: facts.accent,
		gender: facts.gender,
		age: facts.age,
		descriptive: facts.descriptive,
		useCase: facts.use_case,
		labels,
		engine,
		speaker,
		...reviewOf([voice.name, voice.description ?? "", ...Object.values(labels)]),
		rate: multiplier === 1 ? null : multiplier,
		fiatRate: options.custom_rate ?? null,
		noticePeriodDays: options.notice_period,
		liveModeration: options.enable_live_moderation,
		freeUsersAllowed: options.free_users_allowed,
		mixingAllowed: options.voice_mixing_allowed,
		readerApp: options.reader_app_enabled,
		readerRestrictedOn: options.reader_restricted_on,
		previewHistoryItemId: options.preview_history_item_id ?? null,
		featured: false,
		trendBase: 0,
		searchText: searchTextOf({
			...facts,
			name: voice.name,
			description: voice.description,
			owner_name: owner.publicName,
		}),
		marks: marksOf(facts),
	};
}

/** A voice that is shared by its link, as if it stood in the library. */
function asOffer(
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
		language: primary(voice.language),
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
	const heading = `${ownerName} shares a voice with you`;
	return {
		subject: heading,
		...writeMail({
			heading,
			lines: [
				`The voice is called ${voiceName}. Sign in with this address to hear it and to add it to your own voices.`,
			],
			link: { label: "Hear the voice", url },
			after: ["If you do not know who that is, you need not do anything."],
		}),
	};
}
