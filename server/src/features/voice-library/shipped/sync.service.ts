// Shipped voices and their publications in the library, owned by the server.
// Invariant: both equal the catalog of the engines this server runs.
import { primaryLanguage } from "@timbre/contract/language.ts";
import { serverOwnerId } from "@timbre/contract/voice-library/rules.ts";
import type { VoiceTier } from "@timbre/contract/voices/endpoints.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { CatalogueVoice } from "@timbre/engines/speech/catalogue.ts";
import { shippedTraits } from "@timbre/engines/voices/shipped-traits.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import {
	featuredSpeakers,
	foldText,
	type NewShippedVoice,
	recountFacets,
	replaceShippedVoices,
} from "../../voices/voices.public.ts";
import { buildSearchText, searchTagsOf } from "../search/search-text.ts";
import { addWords } from "../search/words.repo.ts";
import {
	deletePublications,
	listShippedPublications,
	type NewPublication,
	upsertPublications,
} from "../sharing/sharing.repo.ts";

/** Base trend, so better engines rank first while there is no usage. */
const trendBases: Record<VoiceTier, number> = { quality: 0.4, remote: 0.3, fast: 0.2, basic: 0.1, fake: 0 };

export async function syncShippedVoices(
	db: Database,
	engines: readonly string[],
	remoteVoices: readonly string[] = [],
): Promise<CatalogueVoice[]> {
	return db.transaction().execute(async (tx) => {
		const { voices, rows } = await replaceShippedVoices(tx, engines, remoteVoices);
		await syncShippedPublications(tx, rows);
		return voices;
	});
}

/** Makes the publications of shipped voices equal to the catalog without touching unchanged rows. */
async function syncShippedPublications(tx: Db, voices: readonly NewShippedVoice[]): Promise<void> {
	const now = Date.now();
	const popular = voices.filter(({ speaker }) => featuredSpeakers.includes(speaker));
	const featuredIds = new Set(
		(popular.length > 0 ? popular : voices.slice(0, featuredSpeakers.length)).map(({ id }) => id),
	);
	const publications = voices.map((voice, position) =>
		publicationOf(voice, { position, featured: featuredIds.has(voice.id), publishedAt: new Date(now - position) }),
	);
	const existing = new Map((await listShippedPublications(tx, GLOBAL)).map((row) => [row.id, row]));
	const changed = publications.filter((voice) => {
		const known = existing.get(voice.id);
		return (
			known?.search_text !== voice.searchText ||
			known.description !== voice.description ||
			known.engine !== voice.engine ||
			known.speaker !== voice.speaker ||
			known.featured !== voice.featured ||
			known.trend_base !== voice.trendBase
		);
	});
	const publishedIds = new Set(publications.map(({ id }) => id));
	const removedIds = [...existing.keys()].filter((id) => !publishedIds.has(id));
	if (changed.length === 0 && removedIds.length === 0) return;
	await deletePublications(tx, GLOBAL, removedIds);
	await upsertPublications(tx, GLOBAL, changed);
	await addWords(
		tx,
		GLOBAL,
		changed.flatMap(({ searchText }) => searchText.split(" ")),
	);
	await recountFacets(tx, GLOBAL);
}

function publicationOf(
	voice: NewShippedVoice,
	{ position, featured, publishedAt }: { position: number; featured: boolean; publishedAt: Date },
): NewPublication {
	const { tier, ...labels } = voice.labels;
	const language = primaryLanguage(voice.language);
	const details = {
		language,
		locale: voice.language.includes("-") ? voice.language : null,
		accent: labels.accent ?? "",
		gender: labels.gender ?? "",
		age: "",
		use_case: labels.use_case ?? "",
		descriptive: labels.descriptive ?? "",
		category: "premade",
		owner: serverOwnerId,
		featured,
		reader: false,
		labels: { ...shippedTraits(voice.engine, voice.speaker), ...labels },
	};
	return {
		id: voice.id,
		workspaceId: null,
		publicOwnerId: serverOwnerId,
		ownerName: "Timbre",
		name: voice.name,
		nameKey: foldText(voice.name),
		description: voice.description,
		category: details.category,
		origin: "shipped",
		language,
		locale: details.locale,
		accent: details.accent,
		gender: details.gender,
		age: details.age,
		descriptive: details.descriptive,
		useCase: details.use_case,
		labels: voice.labels,
		engine: voice.engine,
		speaker: voice.speaker,
		reviewStatus: "allowed",
		reviewMessage: null,
		rate: null,
		fiatRate: null,
		noticePeriodDays: 0,
		liveModeration: false,
		freeUsersAllowed: true,
		remixingAllowed: true,
		readerApp: false,
		readerRestrictedOn: [],
		previewHistoryItemId: null,
		featured,
		trendBase: (trendBases[tier as VoiceTier] ?? 0) - position / 1_000_000,
		searchText: buildSearchText({ ...details, name: voice.name, description: voice.description, owner_name: "" }),
		marks: searchTagsOf(details),
		publishedAt,
	};
}
