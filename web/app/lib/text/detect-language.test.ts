import { expect, test } from "vitest";
import { detectLanguage } from "./detect-language.ts";

test.each([
	["en", "The ferry leaves at nine, and not a minute later, whoever is still on the quay."],
	["de", "Die Fähre fährt um neun, und wer dann noch nicht da ist, muss auf die nächste warten."],
	["fr", "Le ferry part à neuf heures et il n'attend pas les passagers qui sont en retard."],
	["es", "El ferry sale a las nueve y no espera a los pasajeros que llegan tarde."],
	["it", "Il traghetto parte alle nove e non aspetta i passeggeri che sono in ritardo."],
	["pt", "A balsa sai às nove e não espera os passageiros que chegam atrasados, você sabe."],
	["nl", "De veerboot vertrekt om negen uur en wacht niet op mensen die te laat zijn, maar dat is niet erg."],
	["pl", "Prom odpływa o dziewiątej i nie czeka na pasażerów, którzy się spóźnili, bo to jest zasada."],
	["tr", "Vapur saat dokuzda kalkıyor ve bu kadar geç kalan bir yolcu için beklemiyor ama sorun değil."],
	["id", "Kapal ini berangkat jam sembilan dan tidak menunggu orang yang datang terlambat."],
	["vi", "Chuyến phà này khởi hành lúc chín giờ và không chờ những người đến muộn."],
	["hu", "A komp kilenckor indul, és nem várja meg azokat, akik még nem értek oda, ez van."],
	["ja", "フェリーは九時に出発します。遅れないでください。"],
	["zh", "渡轮九点出发，请不要迟到。"],
	["ko", "배는 아홉 시에 떠납니다."],
	["hi", "नाव नौ बजे निकलती है।"],
	["ru", "Паром отходит в девять и не ждёт опоздавших."],
	["uk", "Пором відходить о дев'ятій і не чекає на тих, хто спізнився."],
	["el", "Το πλοίο φεύγει στις εννέα."],
	["ar", "تغادر العبارة في الساعة التاسعة."],
])("recognizes %s", (language, text) => expect(detectLanguage(text)).toBe(language));

test.each([
	"",
	"12:30",
	"Hello",
	"La Traviata",
	"Ada Lovelace",
	"Timbre nginx PostgreSQL Restate",
	"Café Müller, Zürich",
	"a a a a a a a",
])("says nothing about %j", (text) => expect(detectLanguage(text)).toBeNull());

test("one foreign name or quotation does not change the language", () => {
	expect(
		detectLanguage("She was reading Der Zauberberg on the train, and the book was not what I would have chosen."),
	).toBe("en");
	expect(detectLanguage("The sign said 入口 and there was a line for it, but they let us in.")).toBe("en");
});

test("markup does not count", () => {
	expect(detectLanguage('<break time="1s"/> Der Zug ist nicht da, und wir sind noch auf dem Weg.')).toBe("de");
});
