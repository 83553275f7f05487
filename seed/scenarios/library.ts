import type { Database } from "@timbre/db/connect.ts";
import { shippedVoices } from "@timbre/engines/speech/catalogue.ts";
import { GLOBAL } from "@timbre/server/core/tenancy.ts";
import { insertPublications } from "@timbre/server/features/voice-library/published/published.repo.ts";
import { buildSearchText, searchTagsOf } from "@timbre/server/features/voice-library/search/search-text.ts";
import { addWords } from "@timbre/server/features/voice-library/search/words.repo.ts";
import { foldText } from "@timbre/server/features/voices/catalog/query.ts";
import { recountFacets } from "@timbre/server/features/voices/publication/facets.repo.ts";
import type { SeedContext } from "../context.ts";

const rows = 5_000;
const chunk = 2_000;
const owners = 2_000;

/** A large voice library of made-up voices. Each uses the engine and speaker of a shipped voice. */
export async function seedLibrary({ db, config, log }: SeedContext): Promise<void> {
	if (config.NODE_ENV === "production") throw new Error("Made-up voices are not for production.");
	const speakers = shippedVoices(config.SPEECH_ENGINES).map(({ engine, speaker }) => ({ engine, speaker }));
	await fillLibrary(db, rows, speakers);
	await db.transaction().execute((tx) => recountFacets(tx, GLOBAL));
	log(`library: ${rows} made-up voices`);
}

type Speaker = { engine: string; speaker: string };

/** Inserts the same rows every time; existing rows stay. */
export async function fillLibrary(
	db: Database,
	count: number,
	speakers: readonly Speaker[],
	onProgress: (done: number) => void = () => {},
): Promise<void> {
	const words = new Set<string>();
	for (let first = 0; first < count; first += chunk) {
		const voices = Array.from({ length: Math.min(chunk, count - first) }, (_, at) =>
			createVoiceRow(first + at, speakers),
		);
		for (const { search_text } of voices) for (const word of search_text.split(" ")) words.add(word);
		await insertPublications(db, GLOBAL, voices);
		onProgress(first + voices.length);
	}
	await addWords(db, GLOBAL, [...words]);
}

/** Shares in percent, as in a library with publishers from all over the world. */
const languages: [tag: string, share: number, accents: string][] = [
	[
		"en",
		46,
		"american:US american:US american:US british:GB british:GB australian:AU irish:IE indian:IN canadian:CA scottish:GB",
	],
	["es", 9, "mexican:MX castilian:ES colombian:CO argentinian:AR"],
	["de", 6, "standard:DE austrian:AT swiss:CH"],
	["fr", 6, "parisian:FR canadian:CA"],
	["pt", 6, "brazilian:BR brazilian:BR european:PT"],
	["hi", 5, "standard:IN"],
	["it", 4, "standard:IT"],
	["ja", 3, "standard:JP"],
	["zh", 3, "beijing:CN taiwan:TW"],
	["pl", 2, "standard:PL"],
	["nl", 2, "standard:NL flemish:BE"],
	["ar", 2, "egyptian:EG gulf:SA"],
	["ko", 1, "standard:KR"],
	["tr", 1, "standard:TR"],
	["sv", 1, "standard:SE"],
	["fi", 1, "standard:FI"],
	["cs", 1, "standard:CZ"],
	["is", 0.05, "standard:IS"],
];
const genders: [string, number][] = [
	["female", 47],
	["male", 47],
	["neutral", 6],
];
const ages: [string, number][] = [
	["young", 38],
	["middle_aged", 46],
	["old", 16],
];
const useCases: [string, number][] = [
	["narrative_story", 28],
	["conversational", 26],
	["characters_animation", 14],
	["social_media", 12],
	["informative_educational", 10],
	["entertainment_tv", 6],
	["advertisement", 4],
];
const categories: [string, number][] = [
	["generated", 70],
	["professional", 25],
	["high_quality", 5],
];
export const adjectives =
	"calm warm deep bright soft crisp raspy smooth gentle confident energetic relaxed upbeat serious cheerful husky clear mellow wise friendly playful dramatic casual formal sassy velvety rough breathy booming quiet lively grounded meditative anxious robotic hoarse steady pleasant chill classy".split(
		" ",
	);
const moods =
	"long evenings, late radio, bedtime tales, product tours, quiet documentaries, fast sports reports, mountain legends, sea stories, science lessons, museum guides, city walks, cooking shows, ghost stories, yoga classes, train announcements, fairy tales, detective novels, company news, language courses, space adventures".split(
		", ",
	);
export const firstNames =
	"Amelia Oliver Sofia Noah Mila Lucas Emma Liam Hannah Felix Clara Jonas Isla Arthur Maya Leo Nora Hugo Alice Oscar Ruby Theo Lena Max Eva Anton Julia Simon Ines Pablo Lucia Mateo Carmen Diego Elena Bruno Chiara Marco Giulia Luca Aiko Kenji Yuki Haru Mei Wei Ling Jun Priya Arjun Anika Rohan Fatima Omar Layla Yusuf Zofia Jakub Kasia Piotr Freya Erik Astrid Lars Saga Nils Aino Eero Tomas Petra Milan Vera Ivan Olga Dmitri Katya Sean Aoife Niamh Conor Fiona Hamish Gwen Rhys Tallulah Jasper Beatrix Cornelius Winifred Barnaby Ottilie Leopold Seraphina Ignatius".split(
		" ",
	);
const lastNames =
	"Hart Vale Stone Rivers Wren Ashford Bell Carter Dale Everly Frost Gray Holm Ives Jansen Keller Lund Marsh North Oakes Penn Quill Reed Silva Thorn Underhill Voss West Yates Zeller Brook Crane Drake Ember Fields Grove Hale Iversen Jude Knox Lane Moss Noble Orr Pike Quinn Rowe Sage Tate Ursa Vance Wolfe York Zane Abbot Birch Cole Dunn Ellis Finch".split(
		" ",
	);

function createVoiceRow(at: number, speakers: readonly Speaker[]) {
	const random = seededRandom(at + 1);
	const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
	const pickWeighted = <T extends [string, number, ...unknown[]]>(list: readonly T[]): T => {
		let remaining = random() * list.reduce((sum, [, share]) => sum + share, 0);
		for (const entry of list) {
			remaining -= entry[1];
			if (remaining <= 0) return entry;
		}
		return list[0] as T;
	};
	const [language, , accents] = pickWeighted(languages);
	const [accent = "", country = ""] = pick(accents.split(" ")).split(":");
	const [gender] = pickWeighted(genders);
	const [age] = pickWeighted(ages);
	const [useCase] = pickWeighted(useCases);
	const [category] = pickWeighted(categories);
	const descriptive = pick(adjectives);
	const name =
		random() < 0.7
			? `${pick(firstNames)} ${pick(lastNames)}`
			: `${pick(firstNames)} - ${descriptive} and ${pick(adjectives)}`;
	const person =
		gender === "neutral"
			? "voice"
			: `${age === "middle_aged" ? "" : `${age} `}${gender === "female" ? "woman" : "man"}`;
	const description = `A ${descriptive} and ${pick(adjectives)} ${person} with a ${accent} accent, made for ${pick(moods)}.`;
	const owner = Math.floor(owners * random() ** 2);
	const used = random() < 0.3 ? Math.floor(1_000 / random()) : 0;
	const week = Math.floor(used * random() * 0.05);
	const metadata = {
		language,
		locale: `${language}-${country}`,
		accent,
		gender,
		age,
		use_case: useCase,
		descriptive,
		category,
		owner: `made-up-${owner}`,
		featured: random() < 0.001,
		reader: random() < 0.3,
		labels: { accent, gender, age, use_case: useCase, descriptive, made_up: "yes" },
	};
	const ownerName = `Studio ${owner}`;
	const fiat = random() < 0.1 ? Math.round((0.04 + 0.26 * random()) * 100) / 100 : null;
	return {
		id: `made-up-voice-${String(at).padStart(7, "0")}`,
		public_owner_id: metadata.owner,
		owner_name: ownerName,
		name,
		name_key: foldText(name),
		description,
		...metadata,
		...(speakers[at % speakers.length] ?? { engine: "fake", speaker: "tone-low" }),
		rate: fiat === null ? null : Math.round((fiat / 0.03) * 100) / 100,
		fiat_rate: fiat,
		notice_period_days: random() < 0.2 ? pick([14, 30, 90, 180, 365, 730]) : 0,
		live_moderation_enabled: random() < 0.02,
		reader_app_enabled: metadata.reader,
		added_count: used > 0 ? Math.floor(Math.sqrt(used) * random()) : 0,
		characters_7d: week,
		characters_1y: used,
		trending: week > 0 ? Math.round(Math.log(1 + week) * 1_000) / 1_000 : 0,
		pitch_hz: (gender === "female" ? 190 : gender === "male" ? 115 : 150) * (0.75 + 0.5 * random()),
		speaker_vector: unitVector(random),
		search_text: buildSearchText({ ...metadata, name, description, owner_name: ownerName }),
		marks: searchTagsOf(metadata),
		published_at: new Date(Date.UTC(2026, 10, 1) - Math.floor(random() * 730 * 86_400_000)).toISOString(),
	};
}

function unitVector(random: () => number): number[] {
	const vector = Array.from({ length: 32 }, () => random() + random() - 1);
	const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
	return vector.map((value) => Math.round((value / length) * 10_000) / 10_000);
}

/** A pseudorandom generator that returns the same numbers for the same seed on every machine. */
export function seededRandom(seed: number): () => number {
	let state = Math.imul(seed, 0x9e3779b1) >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
