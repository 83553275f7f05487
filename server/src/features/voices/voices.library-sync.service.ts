// The voices that come with the server stand in the library too, published by the server itself.
import { serverOwnerId } from "@timbre/contract/voices.library.ts";
import type { VoiceTier } from "@timbre/contract/voices.ts";
import type { Db } from "@timbre/db/connect.ts";
import { primary } from "./voices.library.present.ts";
import { addWords, recountFacets } from "./voices.library.repo.ts";
import { favourites } from "./voices.library.service.ts";
import { folded, marksOf, searchTextOf } from "./voices.library-words.service.ts";
import type { NewShippedVoice } from "./voices.repo.ts";
import {
	deletePublications,
	listShippedPublications,
	type NewPublication,
	savePublications,
} from "./voices.sharing.repo.ts";

/** Where nobody has used anything yet, the better engine comes first. */
const trendBases: Record<VoiceTier, number> = { quality: 0.4, remote: 0.3, fast: 0.2, basic: 0.1, fake: 0 };

/** Makes their part of the library equal to the catalogue; what has not changed is not touched. */
export async function syncShippedPublications(tx: Db, voices: readonly NewShippedVoice[]): Promise<void> {
	const now = Date.now();
	const liked = voices.filter(({ speaker }) => favourites.includes(speaker));
	const forward = new Set((liked.length > 0 ? liked : voices.slice(0, favourites.length)).map(({ id }) => id));
	const wanted = voices.map((voice, position) =>
		publicationOf(voice, { position, featured: forward.has(voice.id), publishedAt: new Date(now - position) }),
	);
	const there = new Map((await listShippedPublications(tx)).map((row) => [row.id, row]));
	const changed = wanted.filter((voice) => {
		const known = there.get(voice.id);
		return (
			known?.search_text !== voice.searchText ||
			known.description !== voice.description ||
			known.engine !== voice.engine ||
			known.speaker !== voice.speaker ||
			known.featured !== voice.featured ||
			known.trend_base !== voice.trendBase
		);
	});
	const kept = new Set(wanted.map(({ id }) => id));
	const gone = [...there.keys()].filter((id) => !kept.has(id));
	if (changed.length === 0 && gone.length === 0) return;
	await deletePublications(tx, gone);
	await savePublications(tx, changed);
	await addWords(
		tx,
		changed.flatMap(({ searchText }) => searchText.split(" ")),
	);
	await recountFacets(tx);
}

function publicationOf(
	voice: NewShippedVoice,
	{ position, featured, publishedAt }: { position: number; featured: boolean; publishedAt: Date },
): NewPublication {
	const { tier, ...labels } = voice.labels;
	const language = primary(voice.language);
	const facts = {
		language,
		locale: voice.language.includes("-") ? voice.language : null,
		accent: labels.accent ?? "",
		gender: labels.gender ?? "",
		age: "",
		use_case: "",
		descriptive: "",
		category: "premade",
		owner: serverOwnerId,
		featured,
		reader: false,
		labels,
	};
	return {
		id: voice.id,
		workspaceId: null,
		publicOwnerId: serverOwnerId,
		ownerName: "Timbre",
		name: voice.name,
		nameKey: folded(voice.name),
		description: voice.description,
		category: facts.category,
		origin: "shipped",
		language,
		locale: facts.locale,
		accent: facts.accent,
		gender: facts.gender,
		age: facts.age,
		descriptive: facts.descriptive,
		useCase: facts.use_case,
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
		mixingAllowed: true,
		readerApp: false,
		readerRestrictedOn: [],
		previewHistoryItemId: null,
		featured,
		trendBase: (trendBases[tier as VoiceTier] ?? 0) - position / 1_000_000,
		searchText: searchTextOf({ ...facts, name: voice.name, description: voice.description, owner_name: "" }),
		marks: marksOf(facts),
		publishedAt,
	};
}
