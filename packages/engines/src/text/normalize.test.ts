import { describe, expect, test } from "vitest";
import { normalize } from "./normalize.ts";

const cases: Record<string, [written: string, spoken: string][]> = {
	numbers: [
		["I have 3 cats and 21 dogs.", "I have three cats and twenty-one dogs."],
		["0", "zero"],
		["100", "one hundred"],
		["1,234,567 people", "one million two hundred thirty-four thousand five hundred sixty-seven people"],
		["1000000", "one million"],
		["3.14 and .5", "three point one four and point five"],
		["-5 degrees", "minus five degrees"],
		["It fell by -3.2%.", "It fell by minus three point two percent."],
		["50% off", "fifty percent off"],
		["10-20 people", "ten to twenty people"],
		["pages 3-5", "pages three to five"],
		["007", "zero zero seven"],
		["12345678901", "one two three four five six seven eight nine zero one"],
		["v1.2.3", "version one point two point three"],
		["192.168.0.1", "one nine two dot one six eight dot zero dot one"],
		["B2B", "B two B"],
		["Room 101", "Room one hundred one"],
		["1920x1080", "nineteen twenty by ten eighty"],
		["2x faster", "two times faster"],
		["16:9", "sixteen to nine"],
		["3 + 4 = 7", "three plus four equals seven"],
	],
	ordinals: [
		["1st 2nd 3rd", "first second third"],
		["the 22nd", "the twenty-second"],
		["103rd", "one hundred third"],
		["12th 20th 100th", "twelfth twentieth one hundredth"],
	],
	fractions: [
		["1/2", "one half"],
		["3/4 and 7/8", "three quarters and seven eighths"],
		["2 1/2 cups", "two and a half cups"],
		["½ cup", "one half cup"],
		["1½ cups", "one and a half cups"],
		["24/7", "twenty-four seven"],
	],
	"dates and years": [
		["2024-03-15", "March fifteenth, twenty twenty-four"],
		["March 15, 2024", "March fifteenth, twenty twenty-four"],
		["15 March 2024", "the fifteenth of March, twenty twenty-four"],
		["The 5th of May 2020", "the fifth of May, twenty twenty"],
		["Jan. 5", "January fifth"],
		["03/15/2024", "March fifteenth, twenty twenty-four"],
		["31/12/1999", "December thirty-first, nineteen ninety-nine"],
		["May 2021", "May twenty twenty-one"],
		["I was born in 1990.", "I was born in nineteen ninety."],
		["in 1905", "in nineteen oh five"],
		["in 1900", "in nineteen hundred"],
		["in 2007", "in two thousand seven"],
		["the 1990s and the '80s", "the nineteen nineties and the eighties"],
		["1939-1945", "nineteen thirty-nine to nineteen forty-five"],
		["in 2,000 places", "in two thousand places"],
	],
	times: [
		["at 3:45 pm", "at three forty-five p.m"],
		["at 10:00", "at ten o'clock"],
		["10:00 am sharp", "ten a.m sharp"],
		["14:30", "fourteen thirty"],
		["3:05", "three oh five"],
		["5pm.", "five p.m."],
		["5 p.m. today", "five p.m today"],
	],
	money: [
		["$5.20", "five dollars and twenty cents"],
		["$1", "one dollar"],
		["$1.01", "one dollar and one cent"],
		["$2.5 million", "two point five million dollars"],
		["$3bn", "three billion dollars"],
		["$0.99", "ninety-nine cents"],
		["£1.50", "one pound and fifty pence"],
		["€20", "twenty euros"],
		["5€", "five euros"],
		["-$5", "minus five dollars"],
		["$5-10", "five to ten dollars"],
		["$1,234.56", "one thousand two hundred thirty-four dollars and fifty-six cents"],
		["It costs $5.", "It costs five dollars."],
		["100 USD", "one hundred dollars"],
	],
	phones: [
		["555-123-4567", "five five five, one two three, four five six seven"],
		["+1 (555) 123-4567", "plus one, five five five, one two three, four five six seven"],
		["call 555-1234", "call five five five, one two three four"],
	],
	units: [
		["5 km and 10kg", "five kilometers and ten kilograms"],
		["1 km", "one kilometer"],
		["20°C", "twenty degrees Celsius"],
		["70 mph", "seventy miles per hour"],
		["a 5-km run", "a five kilometer run"],
		["5'10\"", "five foot ten"],
		["It took 5 min.", "It took five minutes."],
		["It's 5 in the morning", "It's five in the morning"],
	],
	"roman numerals": [
		["Louis XIV", "Louis the fourteenth"],
		["Henry VIII", "Henry the eighth"],
		["World War II", "World War two"],
		["Chapter IV", "Chapter four"],
		["Rocky III", "Rocky three"],
		["I am here", "I am here"],
		["vitamin C", "vitamin C"],
	],
	abbreviations: [
		["Dr. Smith lives on Elm Dr.", "Doctor Smith lives on Elm Drive."],
		["St. Paul on Main St.", "Saint Paul on Main Street."],
		["Mr. and Mrs. Jones, etc.", "Mister and Missus Jones, et cetera."],
		["e.g. apples", "for example, apples"],
		["No. 5 and Fig. 2", "number five and figure two"],
		["U.S. Army in the U.S.A.", "U.S Army in the U.S.A."],
		["J. R. R. Tolkien", "J R R Tolkien"],
		["We lay in the Sun.", "We lay in the Sun."],
		["Sat., Jan. 5", "Saturday, January fifth"],
		["NASA and the FBI", "NASA and the FBI"],
	],
	addresses: [
		["me@example.com", "me at example dot com"],
		["first.last@mail.example.org", "first dot last at mail dot example dot org"],
		["Visit example.com today.", "Visit example dot com today."],
		["https://www.example.com/a-b.", "example dot com slash a dash b."],
		["@jane", "at jane"],
		["#1", "number one"],
		["#fun", "hashtag fun"],
	],
	signs: [
		["R&D", "R and D"],
		["salt & pepper", "salt and pepper"],
		["and/or", "and or"],
		["C++ and C#", "C plus plus and C sharp"],
		["~5 min", "about five minutes"],
		["don’t", "don't"],
		["Great 🎉 news", "Great news"],
	],
};

for (const [group, pairs] of Object.entries(cases)) {
	describe(`expands English ${group}`, () => {
		test.each(pairs)("%s → %s", (written, spoken) => {
			expect(normalize(written, "en-US", "auto").replace(/ +/g, " ").trim()).toBe(spoken);
		});
	});
}

test("leaves no digit for the phonemizer to guess", () => {
	const text = "On 4/5/22 at 7:08, 1st 2,000 x 3.5 = 7000 #9 $8 9% A1 0.07 10-12 5/6 1234567890123456789";
	expect(normalize(text, "en-GB", "auto")).not.toMatch(/\d/);
});

test("leaves the text unchanged when normalization is off", () => {
	expect(normalize("$5 at 3:45 pm", "en-US", "off")).toBe("$5 at 3:45 pm");
});

test("leaves other languages to their phonemizer", () => {
	expect(normalize("Das kostet 5 €.", "de", "on")).toBe("Das kostet 5 €.");
});
