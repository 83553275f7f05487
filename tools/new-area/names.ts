import { camelCase } from "../areas.ts";

/** The area name used in the templates: two words, so that all spellings differ. */
const SAMPLE = "sample-area";

const capitalized = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;

export function namesOf(area: string) {
	const words = area.replaceAll("-", " ");
	const camel = camelCase(area);
	return {
		area,
		snake: area.replaceAll("-", "_"),
		words,
		title: capitalized(words),
		camel,
		pascal: capitalized(camel),
	};
}

/** Replaces every spelling of the sample area's name in a template. */
export function renderTemplate(template: string, area: string): string {
	const to = Object.values(namesOf(area));
	return Object.values(namesOf(SAMPLE)).reduce((text, from, at) => text.replaceAll(from, to[at] ?? ""), template);
}
