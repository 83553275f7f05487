import type { LanguageEntry } from "../../../model/landing.ts";

export const romanian: LanguageEntry = {
	name: "Română",
	flag: "🇷🇴",
	language: "ro",
	audioSrc: "romanian",
	placeholderText:
		"Mâine dimineață, 25 de copii urcă pe munte. Încă nu știu că în vârf îi așteaptă o fântână, o ghindă și multă liniște.",
	howToDescription:
		"Scrie cel mult 200 de caractere în casetă și apasă butonul: începutul propoziției se aude în timp ce restul încă se pregătește. Cu un cont poți asculta texte lungi, fiecare înregistrare rămâne în istoric, iar viteza se poate regla.",
	feature1Title: "Diacriticele contează",
	feature1Description:
		"„Fată” și „fața” se deosebesc numai prin semne, așa că merită scrise. Sunt recunoscute atât ș și ț cu virgulă, cât și formele vechi cu sedilă. „Ce”, „ghe” și „chi” se citesc după regulile limbii.",
	feature2Title: "Numere citite în cuvinte",
	feature2Description:
		"„2.500” devine două mii cinci sute, iar „3,5” trei virgulă cinci. Genul nu se acordă întotdeauna: „21 mai” se citește douăzeci și unu, iar unde trebuie altceva este mai sigur să scrii cu litere.",
	title: "Text în vorbire în limba română",
	description:
		"Scrie o propoziție în română și ascult-o imediat. Deocamdată cu o voce simplă, de robot, dar clară, rapidă și pe serverul tău.",
	h1: "Scrie în română și ascultă",
	lead: "Timbre citește româna cu o voce simplă, în care se aude mașina. Este clară și rapidă, dar nu este naturală.",
	faq: [
		{
			question: "De ce sună ca un robot?",
			answer:
				"Aici vorbește espeak-ng, un program care calculează sunetele după reguli, fără să le fi învățat de la oameni. Vocile naturale Kokoro nu vorbesc încă românește.",
		},
		{
			question: "Ce fac dacă un nume este citit greșit?",
			answer: "Adaugi o regulă în dicționarul de pronunție, cu numele scris așa cum trebuie să sune.",
		},
		{
			question: "Unde ajunge textul meu?",
			answer:
				"Doar pe serverul care ți-a trimis această pagină. Timbre este software liber și pornește pe calculatorul tău cu două comenzi.",
		},
	],
	related: ["italian", "bulgarian", "french"],
	labels: {
		kind: "Text în vorbire",
		tryBox: {
			box: "Scrie și ascultă",
			sentence: "O propoziție de ascultat",
			placeholder: "Scrie o propoziție.",
			voice: "Voce",
			hearAs: "Ascultă cu vocea {name}",
			hear: "Ascultă",
			pause: "Pauză",
			characters: "{count} din {limit} caractere",
			position: "Poziție",
			spokenBy: "Vorbește {name}, cu motorul {engine}.",
			unreachable: "Vocile nu pot fi accesate.",
			again: "Încearcă din nou",
			none: "Acest server nu are o voce pentru această limbă.",
			noScript:
				"Pentru scris și ascultat este nevoie de JavaScript; exemplul de mai jos și restul paginii nu cer acest lucru.",
		},
		tiers: { quality: "voce naturală", fast: "voce rapidă", basic: "voce simplă, de robot" },
		sample: "Un exemplu gata făcut",
		howTo: "Cum funcționează",
		voices: "Voci",
		questions: "Întrebări",
		related: "Pagini apropiate",
		languages: "Toate limbile",
		detailsLink: "Ce există pentru română, în detaliu (în engleză)",
		startTitle: "Texte mai lungi, cu istoric salvat",
		startText: "Fă-ți un cont pe acest server sau pornește Timbre pe calculatorul tău cu două comenzi.",
		startLabel: "Creează cont",
		openLabel: "Deschide aplicația",
	},
};
