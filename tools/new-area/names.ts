import { camelCase } from "../areas.ts";

/** The area that the templates are about; two words, so that every spelling of it differs. */
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

/** A template with every spelling of the sample area's name replaced by the same spelling of `area`. */
export function renamed(template: string, area: string): string {
	const to = Object.values(namesOf(area));
	return Object.values(namesOf(SAMPLE)).reduce((text, from, at) => text.replaceAll(from, to[at] ?? ""), template);
}
