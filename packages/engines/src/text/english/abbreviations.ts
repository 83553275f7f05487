/** Abbreviations with a period that are always expanded. */
const always: Record<string, string> = {
	Mr: "Mister",
	Mrs: "Missus",
	Ms: "Miz",
	Prof: "Professor",
	Gen: "General",
	Col: "Colonel",
	Capt: "Captain",
	Cmdr: "Commander",
	Maj: "Major",
	Lt: "Lieutenant",
	Sgt: "Sergeant",
	Gov: "Governor",
	Sen: "Senator",
	Rep: "Representative",
	Pres: "President",
	Rev: "Reverend",
	Hon: "Honorable",
	Messrs: "Messers",
	Jr: "Junior",
	Sr: "Senior",
	Inc: "Incorporated",
	Ltd: "Limited",
	Corp: "Corporation",
	Co: "Company",
	Dept: "Department",
	Univ: "University",
	Ave: "Avenue",
	Blvd: "Boulevard",
	Rd: "Road",
	Hwy: "Highway",
	Mt: "Mount",
	vs: "versus",
	etc: "et cetera",
	approx: "approximately",
	est: "established",
	ca: "circa",
	viz: "namely",
	cf: "compare",
	al: "al",
	Jan: "January",
	Feb: "February",
	Mar: "March",
	Apr: "April",
	Jun: "June",
	Jul: "July",
	Aug: "August",
	Sep: "September",
	Sept: "September",
	Oct: "October",
	Nov: "November",
	Dec: "December",
	ext: "extension",
	tel: "telephone",
};

/** Expanded only before a date or a comma, because they are also words ("under the sun."). */
const weekdays: Record<string, string> = {
	Mon: "Monday",
	Tue: "Tuesday",
	Tues: "Tuesday",
	Wed: "Wednesday",
	Thu: "Thursday",
	Thurs: "Thursday",
	Fri: "Friday",
	Sat: "Saturday",
	Sun: "Sunday",
};

/** Expanded only before a number. */
const beforeNumber: Record<string, string> = {
	No: "number",
	Nos: "numbers",
	no: "number",
	Fig: "figure",
	Figs: "figures",
	Eq: "equation",
	Vol: "volume",
	Ch: "chapter",
	Sec: "section",
	Art: "article",
	p: "page",
	pp: "pages",
	ca: "circa",
};

const anywhere = new RegExp(`(?<![\\w.])(${Object.keys(always).join("|")})\\.`, "g");
const weekday = new RegExp(
	`(?<![\\w.])(${Object.keys(weekdays).join("|")})\\.(?=,|\\s\\d|\\s(?:[AaPp]\\.?[Mm])|\\s[A-Z][a-z]{2,8}\\.?\\s\\d)`,
	"g",
);
const numbered = new RegExp(`(?<![\\w.])(${Object.keys(beforeNumber).join("|")})\\.\\s?(?=\\d|[IVXLC]+\\b)`, "g");

/** The period of an abbreviation at the end of a sentence also ends the sentence. */
function sentencePeriod(whole: string, end: number): string {
	return /^["'”’)\]]*\s*$/.test(whole.slice(end)) ? "." : "";
}

export function expandAbbreviations(text: string): string {
	return (
		text
			.replace(numbered, (_, short: string) => `${beforeNumber[short]} `)
			.replace(/(?<![\w.])e\.\s?g\.,?/gi, "for example,")
			.replace(/(?<![\w.])i\.\s?e\.,?/gi, "that is,")
			.replace(/(?<![\w.])a\.k\.a\.?/gi, "also known as")
			.replace(/(?<![\w.])P\.S\./g, "P S,")
			.replace(/(?<![\w.])Ph\.?D\.?/g, "P H D")
			.replace(/(?<!\w)w\/o(?=\s)/g, "without")
			.replace(/(?<!\w)w\/(?=\s|\w)/g, "with ")
			// "Elm Dr." is a street, "Dr. Elm" a person. Likewise for "Main St." and "St. Paul".
			.replace(/(?<=\p{Lu}\p{L}+\s)(Dr|St)\.(?!\s+\p{Lu}\p{Ll})/gu, (_, short: string, at: number, whole: string) => {
				return (short === "Dr" ? "Drive" : "Street") + sentencePeriod(whole, at + 3);
			})
			.replace(/(?<![\w.])Dr\.?(?=\s+\p{Lu})/gu, "Doctor")
			.replace(/(?<![\w.])St\.(?=\s+\p{Lu})/gu, "Saint")
			.replace(/(?<![\w.])(Mr|Mrs|Ms|Prof)(?=\s+\p{Lu})/gu, (_, short: string) => always[short] ?? short)
			.replace(weekday, (_, short: string) => weekdays[short] ?? short)
			.replace(anywhere, (_, short: string, at: number, whole: string) => {
				return (always[short] ?? short) + sentencePeriod(whole, at + short.length + 1);
			})
			// U.S.A., a.m.: keep the inner periods, which make the phonemizer spell the letters, and drop the last one.
			.replace(/(?<![\p{L}.])((?:\p{L}\.)+\p{L})\.(?!\p{L})/gu, (_, letters: string, at: number, whole: string) => {
				return letters + sentencePeriod(whole, at + letters.length + 1);
			})
			// J. R. R. Tolkien
			.replace(/(?<![\p{L}.])(\p{Lu})\.(?=\s+\p{Lu})/gu, "$1")
	);
}
