type Language = { name: string; languageCode: string; flagCode: string };

const named = (name: string, languageCode: string, flagCode: string): Language => ({ name, languageCode, flagCode });

export const baseLanguages: readonly Language[] = [
	named("English", "en", "us"),
	named("Hindi", "hi", "in"),
	named("Portuguese", "pt", "br"),
	named("Chinese", "zh", "cn"),
	named("Spanish", "es", "es"),
	named("French", "fr", "fr"),
	named("German", "de", "de"),
	named("Japanese", "ja", "jp"),
	named("Arabic", "ar", "sa"),
	named("Russian", "ru", "ru"),
	named("Korean", "ko", "kr"),
	named("Indonesian", "id", "id"),
	named("Italian", "it", "it"),
	named("Dutch", "nl", "nl"),
	named("Turkish", "tr", "tr"),
	named("Polish", "pl", "pl"),
	named("Swedish", "sv", "se"),
	named("Filipino", "fil", "ph"),
	named("Malay", "ms", "my"),
	named("Romanian", "ro", "ro"),
	named("Ukrainian", "uk", "ua"),
	named("Greek", "el", "gr"),
	named("Czech", "cs", "cz"),
	named("Danish", "da", "dk"),
	named("Finnish", "fi", "fi"),
	named("Bulgarian", "bg", "bg"),
	named("Croatian", "hr", "hr"),
	named("Slovak", "sk", "sk"),
	named("Tamil", "ta", "in"),
];

export const extendedLanguages: readonly Language[] = [
	...baseLanguages,
	named("Hungarian", "hu", "hu"),
	named("Norwegian", "no", "no"),
	named("Vietnamese", "vi", "vn"),
];

/** `code` is language-dialect; `order` is the sort order within the language. */
type Accent = { name: string; code: string; order: number };

const dialects: Record<string, readonly (readonly [dialect: string, name: string])[]> = {
	en: [
		["american", "American"],
		["british", "British"],
		["australian", "Australian"],
		["canadian", "Canadian"],
		["indian", "Indian"],
		["irish", "Irish"],
		["scottish", "Scottish"],
		["new-york", "New York"],
		["californian", "Californian"],
		["essex", "Essex"],
		["african", "African"],
		["pakistani", "Pakistani"],
		["scandinavian", "Scandinavian"],
	],
	es: [
		["castilian", "Castilian"],
		["latin-american", "Latin American"],
		["mexican", "Mexican"],
		["argentine", "Argentine"],
	],
	pt: [
		["brazilian", "Brazilian"],
		["european", "European"],
	],
	fr: [
		["parisian", "Parisian"],
		["canadian", "Canadian"],
		["swiss", "Swiss"],
	],
	de: [
		["standard", "Standard"],
		["bavarian", "Bavarian"],
	],
	zh: [["mandarin", "Mandarin"]],
	cs: [
		["standard", "Standard"],
		["moravian", "Moravian"],
	],
	tr: [["istanbul", "Istanbul"]],
};

const accents: readonly Accent[] = Object.entries(dialects).flatMap(([languageCode, list]) =>
	list.map(([dialect, name], order) => ({ name, code: `${languageCode}-${dialect}`, order })),
);

export function accentsOf(languageCode: string): Accent[] {
	return accents
		.filter((accent) => accent.code.startsWith(`${languageCode}-`))
		.sort((one, other) => one.order - other.order);
}
