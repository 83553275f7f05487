import type { LanguageEntry } from "../../../model/landing.ts";

export const danish: LanguageEntry = {
	name: "Dansk",
	flag: "🇩🇰",
	language: "da",
	audioSrc: "danish",
	placeholderText:
		"Købmanden solgte 75 portioner rødgrød med fløde den dag. Hans hund sov under disken og drømte om den sidste skål.",
	howToDescription:
		"Skriv højst 200 tegn i feltet og tryk på knappen: begyndelsen af sætningen høres, mens resten stadig bliver lavet. Med en konto kan du få læst lange tekster op, hver optagelse gemmes, og tempoet kan indstilles.",
	feature1Title: "Halvfjerds, halvfems og resten",
	feature1Description:
		"“75” bliver femoghalvfjerds og “99” nioghalvfems, uden at du skal skrive det ud. “1.500” læses et tusind fem hundrede, “3,5” tre komma fem.",
	feature2Title: "Stød og bløde d’er",
	feature2Description:
		"“Hund” får stød, “gade” får blødt d, og “købmand” mister sit b, som det skal. Stødet sættes efter regler og er ikke rigtigt i alle ord; et forkert ord rettes i udtaleordbogen.",
	title: "Tekst til tale på dansk",
	description:
		"Skriv en dansk sætning og hør den med det samme. Indtil videre med en enkel robotstemme: tydelig, hurtig og på din egen server.",
	h1: "Skriv dansk, og hør det",
	lead: "Timbre læser dansk op med en enkel stemme, hvor man hører maskinen. Den er tydelig og hurtig, men naturlig er den ikke.",
	faq: [
		{
			question: "Hvorfor lyder stemmen som en robot?",
			answer:
				"Her taler espeak-ng, et program, der beregner lydene efter regler og ikke har lært dem af mennesker. Kokoros naturlige stemmer kan endnu ikke dansk.",
		},
		{
			question: "Hvad kan den så bruges til?",
			answer:
				"Til oplæsning, beskeder og prøver, hvor det gælder om at blive forstået. Den kræver næsten ingen regnekraft.",
		},
		{
			question: "Hvor havner min tekst?",
			answer:
				"Kun på den server, der sendte dig denne side. Timbre er fri software og starter på din egen maskine med to kommandoer.",
		},
	],
	related: ["scandinavian-accent", "swedish", "german"],
	labels: {
		kind: "Tekst til tale",
		tryBox: {
			box: "Skriv og lyt",
			sentence: "En sætning at høre",
			placeholder: "Skriv en sætning.",
			voice: "Stemme",
			hearAs: "Lyt med stemmen {name}",
			hear: "Lyt",
			pause: "Pause",
			characters: "{count} af {limit} tegn",
			position: "Sted",
			spokenBy: "{name} taler, med {engine}.",
			unreachable: "Stemmerne kan ikke nås.",
			again: "Prøv igen",
			none: "Denne server har ingen stemme til sproget.",
			noScript: "At skrive og lytte kræver JavaScript; prøven nedenfor og resten af siden gør ikke.",
		},
		tiers: { quality: "naturlig stemme", fast: "hurtig stemme", basic: "enkel robotstemme" },
		sample: "En færdig prøve",
		howTo: "Sådan virker det",
		voices: "Stemmer",
		questions: "Spørgsmål",
		related: "Beslægtede sider",
		languages: "Alle sprog",
		detailsLink: "Hvad der findes for dansk, i detaljer (på engelsk)",
		startTitle: "Lange tekster med gemt historik",
		startText: "Opret en konto på denne server, eller start Timbre på din egen maskine med to kommandoer.",
		startLabel: "Opret konto",
		openLabel: "Åbn appen",
	},
};
