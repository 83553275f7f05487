// Finds the lines of dialogue of a work and who says each, with a confidence.
// Invariant: it only reads; the same text always has the same result.
import { type Clue, findClue, narrationOf } from "./clues.ts";
import { findMentions, type Mention, wordsOf } from "./mentions.ts";
import { createPeople, type Introduction, type NamedPerson, type People, type Person } from "./people.ts";
import { findQuotes, type Paragraph, type Quote } from "./quotes.ts";
import { type Gender, genderWord, isGenericRole, isTitle } from "./words.ts";

export type Line = {
	paragraph: number;
	start: number;
	end: number;
	/** Null if nothing tells who speaks. "narrator" is the one who says "I". */
	speaker: Person | "narrator" | null;
	/** From 0, no idea, to 1. */
	confidence: number;
};
/** What one chapter tells by itself. */
export type Dialogue = {
	paragraphs: readonly Paragraph[];
	turns: Turn[];
	names: NamedPerson[];
	speaking: string[];
	introductions: Introduction[];
};

/** What one person says in a paragraph. */
type Turn = {
	paragraph: number;
	quotes: Quote[];
	/** What the paragraph itself tells. */
	clue: Clue | undefined;
	speaker: Person | "narrator" | null;
	confidence: number;
	/** Who is spoken to. */
	addressees: Person[];
};

/** Turns that are further apart belong to different scenes. */
const maxSceneGap = 3;
const minConfidence = 0.35;

export function readDialogue(paragraphs: readonly Paragraph[]): Dialogue {
	const turns = findTurns(paragraphs);
	return { paragraphs, turns, ...countNames(paragraphs, turns) };
}

/** The people of all chapters. Names count if they speak or are spoken to somewhere, or have a title. */
export function findPeople(chapters: readonly Pick<Dialogue, "names" | "speaking" | "introductions">[]): People {
	const speaking = new Set(chapters.flatMap((chapter) => chapter.speaking));
	const named = new Map<string, NamedPerson>();
	for (const { name, kind, count, genders } of chapters.flatMap(({ names }) => names)) {
		const key = keyOf({ name, kind });
		if (!speaking.has(key) && !isTitle(name.split(" ")[0] ?? "") && !isPartOfSpeaker(name, speaking)) continue;
		const known = named.get(key) ?? { name, kind, count: 0, genders: { female: 0, male: 0 } };
		known.count += count;
		known.genders.female += genders.female;
		known.genders.male += genders.male;
		named.set(key, known);
	}
	return createPeople(
		[...named.values()],
		chapters.flatMap(({ introductions }) => introductions),
	);
}

export function attributeLines({ paragraphs, turns: found }: Dialogue, people: People): Line[] {
	const turns = found.map((turn) => ({ ...turn }));
	attribute(paragraphs, turns, people);
	return turns.flatMap(({ paragraph, quotes, speaker, confidence }) =>
		quotes.map(({ start, end }) => ({ paragraph, start, end, speaker, confidence })),
	);
}

function findTurns(paragraphs: readonly Paragraph[]): Turn[] {
	const quotesOf = Map.groupBy(findQuotes(paragraphs), ({ paragraph }) => paragraph);
	return [...quotesOf].flatMap(([paragraph, quotes]) => turnsIn(paragraph, paragraphs[paragraph]?.text ?? "", quotes));
}

/** A paragraph belongs to one speaker, unless it names another one: `"Out," said Ada. "When?" asked Tom.` */
function turnsIn(paragraph: number, text: string, quotes: readonly Quote[]): Turn[] {
	const turns: (Turn & { clues: Clue[] })[] = [];
	for (const [at, quote] of quotes.entries()) {
		const from = quotes[at - 1]?.end ?? 0;
		const to = quotes[at + 1]?.start ?? text.length;
		const clue = findClue(text, quote, from, to);
		let turn = turns.at(-1);
		if (!turn || (clue && turn.clues.some((other) => namesAnother(clue, other)))) {
			turn = { paragraph, quotes: [], clues: [], clue: undefined, speaker: null, confidence: 0, addressees: [] };
			turns.push(turn);
		}
		turn.quotes.push(quote);
		if (clue) turn.clues.push(clue);
	}
	return turns.map(({ clues, ...turn }) => ({
		...turn,
		clue: clues.toSorted((a, b) => b.confidence - a.confidence)[0],
	}));
}

const namesAnother = (one: Clue, other: Clue): boolean =>
	one.kind === "said" &&
	other.kind === "said" &&
	one.mention.kind === "name" &&
	other.mention.kind === "name" &&
	keyOf(one.mention) !== keyOf(other.mention);

function countNames(
	paragraphs: readonly Paragraph[],
	turns: readonly Turn[],
): Pick<Dialogue, "names" | "speaking" | "introductions"> {
	const found = new Map<string, NamedPerson>();
	const speaking = new Set<string>();
	const count = (mention: Mention, genders: readonly Gender[]) => {
		const known = found.get(keyOf(mention)) ?? {
			name: mention.name,
			kind: mention.kind === "role" ? "role" : "name",
			count: 0,
			genders: { female: 0, male: 0 },
		};
		known.count++;
		for (const gender of genders) known.genders[gender]++;
		if (mention.gender) known.genders[mention.gender] += 3;
		found.set(keyOf(mention), known);
	};
	for (const { clue, paragraph, quotes } of turns) {
		if (clue) speaking.add(keyOf(clue.mention));
		for (const { mention, isFirst } of calledNames(paragraphs[paragraph]?.text ?? "", quotes)) {
			// "Gladly, …" is no name, "…, Tom" is one.
			if (isFirst) continue;
			speaking.add(keyOf(mention));
			count(mention, []);
		}
	}
	const turnsOf = Map.groupBy(turns, ({ paragraph }) => paragraph);
	const introductions: Introduction[] = [];
	for (const [at, { text, type }] of paragraphs.entries()) {
		if (type !== "p") continue;
		for (const { mention, genders, introduced, isSubject } of narratedNames(text, quotesIn(turnsOf.get(at)))) {
			count(mention, genders);
			// Who acts just before somebody speaks may be the one: "Our mother looked up."
			if (mention.kind === "role" && isSubject && turnsOf.has(at + 1)) speaking.add(keyOf(mention));
			if (introduced === undefined) continue;
			introductions.push({ role: mention.name, name: introduced.name });
			speaking.add(keyOf(introduced));
		}
	}
	return { names: [...found.values()], speaking: [...speaking], introductions };
}

const quotesIn = (turns: readonly Turn[] = []) => turns.flatMap(({ quotes }) => quotes);
const keyOf = ({ name, kind }: Pick<Mention, "name" | "kind">) => `${kind} ${name.toLowerCase()}`;

/** "Ada" is a person if "Ada Hale" speaks, and the other way. */
function isPartOfSpeaker(name: string, speaking: ReadonlySet<string>): boolean {
	const own = name.toLowerCase().split(" ");
	return [...speaking].some((key) => {
		if (!key.startsWith("name ")) return false;
		const other = key.slice(5).split(" ");
		return own.length > other.length
			? other.every((part) => own.includes(part))
			: own.every((part) => other.includes(part));
	});
}

type NarratedName = {
	mention: Mention;
	/** What the rest of its sentence shows. */
	genders: Gender[];
	/** The name that is given to a person with a role: "a boy named Pip". */
	introduced: Mention | undefined;
	isSubject: boolean;
};

function narratedNames(text: string, quotes: readonly Quote[]): NarratedName[] {
	const found: NarratedName[] = [];
	for (const { text: part, words, mentions } of narrations(text, quotes))
		for (const [at, mention] of mentions.entries()) {
			if (mention.kind !== "name" && mention.kind !== "role") continue;
			const next = mentions.slice(at + 1).find(({ kind }) => kind === "name" || kind === "role");
			const until = Math.min(next?.from ?? words.length, mention.to + 12);
			const genders = words.slice(mention.to, until).flatMap((word) => genderWord(word.text) ?? []);
			const between = words
				.slice(mention.to, next?.from)
				.map((word) => word.text)
				.join(" ");
			const before = part.slice(0, words[mention.from]?.start ?? 0).trimEnd();
			found.push({
				mention,
				genders: genders.slice(0, 1),
				introduced: mention.kind === "role" && next?.kind === "name" && introducing.test(between) ? next : undefined,
				isSubject: before === "" || /[.!?…]$/.test(before),
			});
		}
	return found;
}

const introducing = /^(?:named|called|whose name was|by the name of)$/;

function narrations(text: string, quotes: readonly Quote[]) {
	const parts: ReturnType<typeof narrationOf>[] = [];
	let from = 0;
	for (const { start, end } of [...quotes, { start: text.length, end: text.length }]) {
		if (start > from) parts.push(narrationOf(text, from, start));
		from = end;
	}
	return parts;
}

function attribute(paragraphs: readonly Paragraph[], turns: Turn[], people: People): void {
	/** Who was last mentioned or spoke, latest last. */
	const recent: { person: Person; paragraph: number }[] = [];
	const turnsOf = Map.groupBy(turns, ({ paragraph }) => paragraph);
	let previous: Turn | undefined;
	for (const [at, { text, type }] of paragraphs.entries()) {
		if (type !== "p") continue;
		const here = turnsOf.get(at) ?? [];
		for (const turn of here) {
			turn.addressees = findAddressees(text, turn.quotes, people);
			resolve(turn, recent, previous, people);
			if (turn.quotes[0]?.continues && previous) {
				turn.speaker = previous.speaker;
				turn.confidence = previous.confidence;
			}
			previous = turn;
		}
		for (const { mentions } of narrations(text, quotesIn(here)))
			for (const mention of mentions) {
				const person = mention.kind === "name" || mention.kind === "role" ? people.find(mention) : undefined;
				if (person) recent.push({ person, paragraph: at });
			}
		for (const { speaker } of here)
			if (speaker && speaker !== "narrator") recent.push({ person: speaker, paragraph: at });
	}
	for (const scene of scenesOf(turns)) alternate(scene);
}

/** Applies what the paragraph itself tells. */
function resolve(
	turn: Turn,
	recent: readonly { person: Person; paragraph: number }[],
	previous: Turn | undefined,
	people: People,
): void {
	const { clue } = turn;
	if (!clue) return;
	if (clue.mention.kind === "narrator") {
		set(turn, "narrator", clue.confidence);
		return;
	}
	if (clue.mention.kind !== "pronoun") {
		const person = people.find(clue.mention);
		if (!person) return;
		const isKnown = recent.some((one) => one.person === person && turn.paragraph - one.paragraph <= 12);
		if (isKnown || !isAnaphor(clue.mention)) {
			set(turn, person, clue.confidence);
			return;
		}
		set(turn, person, clue.confidence * 0.8);
	}
	const { gender } = clue.mention;
	const near = recent
		.filter(({ paragraph }) => turn.paragraph - paragraph <= 6)
		.map(({ person }) => person)
		.filter((person) => person.gender === gender || person.gender === undefined)
		.filter((person) => clue.mention.kind === "pronoun" || person.gender === gender)
		.filter((person) => !turn.addressees.includes(person))
		.toReversed();
	const candidates = [...new Set(near)];
	const exact = candidates.filter((person) => person.gender === gender);
	// A new paragraph is a new speaker more often than not.
	const lastSpeaker = previous && turn.paragraph - previous.paragraph === 1 ? previous.speaker : null;
	const pool = exact.length > 0 ? exact : candidates;
	const chosen = pool.find((person) => person !== lastSpeaker) ?? pool[0];
	if (!chosen) return;
	const certainty = pool.length === 1 ? 1 : pool[0] === chosen ? 0.85 : 0.75;
	set(turn, chosen, clue.confidence * certainty * (chosen.gender === gender ? 1 : 0.85));
}

/** "The old man" after Mr. Olsen has spoken is Mr. Olsen. */
const isAnaphor = ({ kind, name }: Mention): boolean =>
	kind === "role" && name.startsWith("the ") && isGenericRole(name.split(" ").at(-1) ?? "");

function set(turn: Turn, speaker: Turn["speaker"], confidence: number): void {
	turn.speaker = speaker;
	turn.confidence = Math.round(confidence * 100) / 100;
}

const findAddressees = (text: string, quotes: readonly Quote[], people: People): Person[] =>
	calledNames(text, quotes).flatMap(({ mention }) => people.find(mention) ?? []);

/** Names of those who are spoken to: "Come in, Ada." */
function calledNames(text: string, quotes: readonly Quote[]): { mention: Mention; isFirst: boolean }[] {
	return quotes.flatMap(({ start, end }) => {
		const speech = text.slice(start, end);
		const words = wordsOf(speech);
		return findMentions(words, () => false).flatMap((mention) => {
			if (mention.kind !== "name") return [];
			const before = speech.slice(0, words[mention.from]?.start ?? 0).trimEnd();
			const after = speech.slice(words[mention.to - 1]?.end ?? 0).trimStart();
			const isFirst = /^[“"«„‘']?$/.test(before);
			// A name alone may be an answer.
			const isCalled =
				(isFirst || before.endsWith(",")) && /^[,.!?…”"»’']/.test(after) && !(isFirst && /^[.…]/.test(after));
			return isCalled ? [{ mention, isFirst }] : [];
		});
	});
}

function scenesOf(turns: readonly Turn[]): Turn[][] {
	const scenes: Turn[][] = [];
	for (const turn of turns) {
		const scene = scenes.at(-1);
		const last = scene?.at(-1);
		if (scene && last && turn.paragraph - last.paragraph <= maxSceneGap) scene.push(turn);
		else scenes.push([turn]);
	}
	return scenes;
}

/** Two people who talk take turns. */
function alternate(scene: Turn[]): void {
	const isKnown = (turn: Turn) => turn.speaker !== null;
	for (let at = 0; at < scene.length; at++) {
		if (isKnown(scene[at] as Turn)) continue;
		let end = at;
		while (end < scene.length && !isKnown(scene[end] as Turn)) end++;
		fill(scene, at, end);
		at = end;
	}
}

/** Gives the turns from `from` up to `to`, which nothing names, to the two people of the scene in turn. */
function fill(scene: Turn[], from: number, to: number): void {
	const before = scene[from - 1];
	const after = scene[to];
	const two = participants(scene, from, to);
	const other = (speaker: Turn["speaker"]) => two.find((one) => one !== speaker) ?? null;
	const gap = to - from;
	// With as many turns between them as there should be, both ends say the same.
	const agrees = !before || !after || (gap % 2 === 0) === (before.speaker !== after.speaker);
	for (let at = from; at < to; at++) {
		const turn = scene[at] as Turn;
		const fromStart = at - from + 1;
		const fromEnd = to - at;
		const useStart = before !== undefined && (after === undefined || agrees || fromStart <= fromEnd);
		const anchor = useStart ? before : after;
		if (!anchor) return;
		const distance = useStart ? fromStart : fromEnd;
		let speaker = distance % 2 === 0 ? anchor.speaker : other(anchor.speaker);
		if (speaker !== null && speaker !== "narrator" && turn.addressees.includes(speaker)) speaker = other(speaker);
		if (speaker === null) continue;
		const neighbor = scene[useStart ? at - 1 : at + 1];
		const interrupted = neighbor !== undefined && Math.abs(neighbor.paragraph - turn.paragraph) > 1;
		const base = (two.length === 2 ? 0.8 : 0.6) - (agrees ? 0 : 0.25) - (interrupted ? 0.15 : 0);
		set(turn, speaker, Math.max(minConfidence, (base - 0.03 * (distance - 1)) * Math.min(1, anchor.confidence + 0.1)));
	}
}

/** The people who talk around these turns, at most two: those who speak or are spoken to nearest. */
function participants(scene: readonly Turn[], from: number, to: number): NonNullable<Turn["speaker"]>[] {
	const found: NonNullable<Turn["speaker"]>[] = [];
	const add = (speaker: Turn["speaker"]) => {
		if (speaker !== null && !found.includes(speaker)) found.push(speaker);
	};
	const addFrom = (turn: Turn | undefined) => {
		add(turn?.speaker ?? null);
		for (const person of turn?.addressees ?? []) add(person);
	};
	// Who comes later may not have entered yet.
	for (let distance = 1; distance <= 6 && found.length < 2; distance++) addFrom(scene[from - distance]);
	for (let distance = 1; distance <= 6 && found.length < 2; distance++) addFrom(scene[to - 1 + distance]);
	for (const turn of scene.slice(from, to)) for (const person of turn.addressees) if (found.length < 2) add(person);
	return found.slice(0, 2);
}
