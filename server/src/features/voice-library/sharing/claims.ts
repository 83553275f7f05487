// What a designed voice may be published as.
// Invariant: a label never states a trait that the voice was measured not to have.
import { parseDescription, type Scale } from "@timbre/engines/voices/description.ts";
import { z } from "zod";

const scales = ["pitch", "pace", "brightness", "liveliness"] as const satisfies Scale[];
const names: Record<Scale, readonly [less: string, more: string]> = {
	pitch: ["low", "high"],
	pace: ["slow", "fast"],
	brightness: ["warm", "bright"],
	liveliness: ["calm", "lively"],
};
const accents: Record<string, string> = { "en-US": "american", "en-GB": "british" };

const results = z.array(
	z.looseObject({ trait: z.string(), asked: z.string(), met: z.boolean().nullable(), explanation: z.string() }),
);
type Results = z.output<typeof results>;

type Described = { language: string; origin_facts: Record<string, unknown> };

/** A trait that a text states and the voice does not have. */
export type UnmatchedClaim = { trait: string; claimed: string; explanation: string };

/** What was measured when the voice was designed; undefined for voices that were not designed. */
function resultsOf({ origin_facts }: Described): Results | undefined {
	return results.safeParse(origin_facts.traits).data;
}

/** Labels that follow from the measurements; null for voices that were not designed. */
export function measuredLabels(voice: Described): Record<string, string> | null {
	const measured = resultsOf(voice);
	if (!measured) return null;
	const accent = accents[voice.language];
	const matched = measured.filter(({ trait, met }) => met && trait !== "language" && trait !== "accent");
	return {
		...(accent ? { accent } : {}),
		...Object.fromEntries(matched.map(({ trait, asked }) => [trait, asked])),
	};
}

/** Traits that a text states, such as a description, and the voice was measured not to have. */
export function unmatchedClaims(voice: Described, text: string): UnmatchedClaim[] {
	const measured = resultsOf(voice);
	if (!measured) return [];
	const { requested } = parseDescription(text);
	const claims: UnmatchedClaim[] = [];
	if (requested.accent) claims.push(...accentClaim(voice, requested.accent));
	if (requested.gender) claims.push(...contradiction(measured, "gender", requested.gender));
	for (const scale of scales) {
		const value = requested[scale];
		if (value) claims.push(...contradiction(measured, scale, names[scale][value > 0 ? 1 : 0]));
	}
	return claims;
}

/** Labels that state something the voice was measured not to have. Pitch, pace and the like need a measurement. */
export function unmatchedLabels(voice: Described, labels: Readonly<Record<string, string>>): UnmatchedClaim[] {
	const measured = resultsOf(voice);
	if (!measured) return [];
	return Object.entries(labels).flatMap(([name, value]) => {
		const claimed = value.trim().toLowerCase();
		if (claimed === "") return [];
		if (name === "accent") return accentClaim(voice, claimed);
		if (name === "gender") return contradiction(measured, name, claimed);
		if (name === "age") return [];
		const result = measured.find(({ trait }) => trait === name);
		if ((scales as readonly string[]).includes(name))
			return result?.met && plain(result.asked) === plain(claimed)
				? []
				: [{ trait: name, claimed, explanation: result?.explanation ?? "This trait wasn't measured." }];
		return unmatchedClaims(voice, value);
	});
}

function accentClaim({ language }: Described, claimed: string): UnmatchedClaim[] {
	const spoken = accents[language];
	if (claimed === spoken) return [];
	const explanation = spoken ? `The voice has ${article(spoken)} accent.` : "The voice has no measured accent.";
	return [{ trait: "accent", claimed, explanation }];
}

function contradiction(measured: Results, trait: string, claimed: string): UnmatchedClaim[] {
	const result = measured.find((one) => one.trait === trait);
	if (!result || result.met === null) return [];
	const same = plain(result.asked) === plain(claimed);
	return same === result.met ? [] : [{ trait, claimed, explanation: result.explanation }];
}

const plain = (value: string) => value.replace(/^very /, "");
const article = (accent: string) =>
	`${/^[aeiou]/.test(accent) ? "an" : "a"} ${accent[0]?.toUpperCase()}${accent.slice(1)}`;

/** The text without words that state unmatched traits, so that searches for them don't find the voice. */
export function withoutUnmatched(voice: Described, text: string): string {
	return text
		.split(/\s+/)
		.filter((word) => unmatchedClaims(voice, word).length === 0)
		.join(" ");
}

export function formatClaims(claims: readonly UnmatchedClaim[]): string {
	return claims
		.map(({ trait, claimed, explanation }) => `${trait} “${claimed}” (${explanation.replace(/\.$/, "")})`)
		.join(", ");
}
