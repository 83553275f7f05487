import type { LanguageEntry } from "../../../model/landing.ts";

export const polish: LanguageEntry = {
	name: "Polski",
	flag: "🇵🇱",
	language: "pl",
	audioSrc: "polish",
	placeholderText:
		"W Łodzi, pod starym dębem, żółw minął chrząszcza. Trwało to 25 minut i nikt, prócz ptaków, nie bił brawa.",
	howToDescription:
		"Wpisz w pole do 200 znaków i naciśnij przycisk: początek zdania słychać, gdy reszta jeszcze powstaje. Z kontem można czytać długie teksty, każde nagranie zostaje w historii, a tempo mowy da się ustawić.",
	feature1Title: "Chrząszcz nie jest przeszkodą",
	feature1Description:
		"Zbitki spółgłosek, nosówki i zmiękczenia są czytane według reguł polskiej ortografii: „dąb” kończy się na „omp”, a „Łódź” na „uć”. Akcent pada na przedostatnią sylabę.",
	feature2Title: "Liczby bez odmiany",
	feature2Description:
		"„1 500” to tysiąc pięćset, „25 %” dwadzieścia pięć procent, „3,5” trzy przecinek pięć. Liczebniki nie odmieniają się jednak przez przypadki; tam, gdzie ma być „dwudziestego pierwszego”, trzeba to napisać słowami.",
	title: "Zamiana tekstu na mowę po polsku",
	description:
		"Wpisz polskie zdanie i od razu je usłysz. Na razie prosty głos robota, ale wyraźny, szybki i na własnym serwerze.",
	h1: "Napisz po polsku i posłuchaj",
	lead: "Timbre czyta po polsku prostym głosem, w którym słychać maszynę. Jest wyraźny i szybki, lecz naturalny nie jest i tak go nie nazywamy.",
	faq: [
		{
			question: "Dlaczego głos brzmi jak robot?",
			answer:
				"Mówi tu espeak-ng, program, który oblicza dźwięki według reguł, zamiast uczyć się ich od ludzi. Naturalne głosy Kokoro nie znają jeszcze polskiego.",
		},
		{
			question: "Co zrobić z obcym nazwiskiem?",
			answer:
				"Dodać regułę do słownika wymowy: po jednej stronie nazwisko, po drugiej zapis tak, jak ma zabrzmieć. Odtąd będzie czytane zawsze tak samo.",
		},
		{
			question: "Dokąd trafia mój tekst?",
			answer:
				"Tylko na serwer, z którego pochodzi ta strona. Timbre to wolne oprogramowanie; dwa polecenia wystarczą, by uruchomić je u siebie.",
		},
	],
	related: ["czech", "slovak", "ukrainian"],
	labels: {
		kind: "Tekst na mowę",
		tryBox: {
			box: "Napisz i posłuchaj",
			sentence: "Zdanie do odsłuchania",
			placeholder: "Napisz zdanie.",
			voice: "Głos",
			hearAs: "Posłuchaj głosem {name}",
			hear: "Posłuchaj",
			pause: "Pauza",
			characters: "{count} z {limit} znaków",
			position: "Miejsce",
			spokenBy: "Mówi {name}, silnik {engine}.",
			unreachable: "Nie udało się pobrać głosów.",
			again: "Spróbuj ponownie",
			none: "Na tym serwerze nie ma głosu dla tego języka.",
			noScript: "Pisanie i słuchanie wymaga JavaScriptu; próbka poniżej i reszta strony działają bez niego.",
		},
		tiers: { quality: "naturalny głos", fast: "szybki głos", basic: "prosty głos robota" },
		sample: "Gotowa próbka",
		howTo: "Jak to działa",
		voices: "Głosy",
		questions: "Pytania",
		related: "Pokrewne strony",
		languages: "Wszystkie języki",
		detailsLink: "Co jest dla polskiego, w szczegółach (po angielsku)",
		startTitle: "Dłuższe teksty z zapisaną historią",
		startText: "Załóż konto na tym serwerze albo uruchom Timbre u siebie dwoma poleceniami.",
		startLabel: "Załóż konto",
		openLabel: "Otwórz aplikację",
	},
};
