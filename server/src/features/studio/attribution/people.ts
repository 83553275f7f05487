// The people of a work: one person for all the names that a text has for them.
import type { Mention } from "./mentions.ts";
import { type Gender, isTitle, titleGender } from "./words.ts";

export type Person = { name: string; aliases: string[]; gender: Gender | undefined };
export type People = {
	/** The person with this name. Undefined for names of places and things. */
	find(mention: Pick<Mention, "name" | "kind">): Person | undefined;
	all: readonly Person[];
};

/** "The cabin boy, whose name was Pip": both names are one person. */
export type Introduction = { role: string; name: string };

export type NamedPerson = { name: string; kind: "name" | "role"; count: number; genders: Record<Gender, number> };

/** Merges "Mr. Hale", "Thomas Hale" and "Thomas" where only one person can be meant. */
export function createPeople(named: readonly NamedPerson[], introductions: readonly Introduction[] = []): People {
	const persons = new Map<string, Person & { count: number; genders: Record<Gender, number> }>();
	const keyOf = new Map<string, string>();
	// Names before roles, and the longest first: short ones are merged into them.
	const ordered = named.toSorted(
		(a, b) =>
			Number(a.kind === "role") - Number(b.kind === "role") ||
			b.name.split(" ").length - a.name.split(" ").length ||
			b.count - a.count,
	);
	for (const { name, kind, count, genders } of ordered) {
		const key = normalize(name, kind);
		const introduced = kind === "role" && introductions.find(({ role }) => normalize(role, "role") === key);
		const candidates = [...persons.entries()].filter(([, person]) => {
			if (introduced) return person.aliases.includes(introduced.name);
			return !contradicts(name, person.aliases) && person.aliases.some((alias) => isShortFor(kind, name, alias));
		});
		// A last name alone is not a woman whom the text calls "Mrs."
		const likely = candidates.filter(([, { aliases }]) => titleOf(aliases) !== "female");
		const [same] = candidates.length === 1 ? candidates : likely.length === 1 ? likely : [];
		const target = persons.has(key) ? key : (same?.[0] ?? key);
		const person = persons.get(target) ?? {
			name: display(name, kind),
			aliases: [],
			gender: undefined,
			count: 0,
			genders: { female: 0, male: 0 },
		};
		if (!person.aliases.includes(name)) person.aliases.push(name);
		person.count += count;
		person.genders.female += genders.female;
		person.genders.male += genders.male;
		persons.set(target, person);
		keyOf.set(key, target);
	}
	for (const person of persons.values()) {
		person.gender = titleOf(person.aliases);
		const { female, male } = person.genders;
		if (!person.gender && Math.max(female, male) >= 1 && female !== male)
			person.gender = female > male ? "female" : "male";
	}
	return {
		all: [...persons.values()],
		find: ({ name, kind }) => persons.get(keyOf.get(normalize(name, kind === "role" ? "role" : "name")) ?? ""),
	};
}

const titleOf = (names: readonly string[]): Gender | undefined =>
	names.map((name) => titleGender(name.split(" ")[0] ?? "")).find((gender) => gender !== undefined);

function contradicts(name: string, aliases: readonly string[]): boolean {
	const [own, theirs] = [titleOf([name]), titleOf(aliases)];
	return own !== undefined && theirs !== undefined && own !== theirs;
}

const partsOf = (name: string) => name.split(" ").filter((part) => !isTitle(part));

/** Whether the short name may stand for the long one: its first name, its last name, its last name with a title. */
function isShortFor(kind: "name" | "role", short: string, long: string): boolean {
	if (kind === "role") {
		// "The inspector" is Inspector Vale, "the keeper" the old keeper.
		const [title] = long.split(" ");
		return isSameTitle(title ?? "", roleNoun(short)) || long.toLowerCase().endsWith(` ${roleNoun(short)}`);
	}
	const [shortParts, longParts] = [partsOf(short), partsOf(long)];
	if (shortParts.length !== 1) return shortParts.join(" ") === longParts.join(" ");
	const [part] = shortParts;
	if (isTitle(short.split(" ")[0] ?? "")) return part === longParts.at(-1);
	return part === longParts[0] || part === longParts.at(-1);
}

const isSameTitle = (title: string, noun: string): boolean => {
	const word = title.toLowerCase().replace(/\.$/, "");
	return isTitle(title) && (word === noun || (word === "dr" && noun === "doctor"));
};

const roleNoun = (name: string) => name.split(" ").at(-1) ?? "";

/** "his father" and "her father" are one person more often than not. */
const withoutOwner = (name: string) => name.replace(/^(his|her|their|my|our) /i, "");
const normalize = (name: string, kind: "name" | "role") =>
	kind === "role" ? withoutOwner(name).toLowerCase() : name.toLowerCase().replaceAll(".", "");

function display(name: string, kind: "name" | "role"): string {
	if (kind === "name") return name;
	const role = withoutOwner(name);
	return role.charAt(0).toUpperCase() + role.slice(1);
}
