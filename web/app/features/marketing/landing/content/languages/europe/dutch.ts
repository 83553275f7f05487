import type { LanguageEntry } from "../../../model/landing.ts";

export const dutch: LanguageEntry = {
	name: "Nederlands",
	flag: "🇳🇱",
	language: "nl",
	audioSrc: "dutch",
	placeholderText:
		"In Scheveningen liggen 21 schepen op het ijs. De schipper kijkt uit het raam, schenkt koffie in en wacht op de dooi.",
	howToDescription:
		"Schrijf hoogstens 200 tekens in het vak en druk op de knop: het begin van de zin klinkt terwijl de rest nog wordt gemaakt. Met een account kunt u lange teksten laten voorlezen, blijft elke opname bewaard en is het tempo in te stellen.",
	feature1Title: "De g, de ui en de sch",
	feature1Description:
		"“Gracht”, “ui” en “Scheveningen” klinken Nederlands en niet Duits of Engels. Samenstellingen als “ziekenhuis” krijgen de klemtoon waar die hoort.",
	feature2Title: "Getallen in de goede volgorde",
	feature2Description:
		"“21” is eenentwintig, “1.500” klinkt als duizend vijfhonderd, “3,75” drie komma zeven vijf. De tijd “14.30 uur” wordt veertien dertig uur; wie half drie wil horen, schrijft half drie.",
	title: "Tekst naar spraak in het Nederlands",
	description:
		"Typ een Nederlandse zin en hoor hem meteen. Voorlopig met een eenvoudige robotstem: duidelijk, snel en op uw eigen server.",
	h1: "Typ Nederlands, hoor Nederlands",
	lead: "Timbre leest Nederlands voor met een eenvoudige stem waarin u de computer hoort. Duidelijk en snel is ze wel, natuurlijk niet.",
	faq: [
		{
			question: "Waarom klinkt de stem als een robot?",
			answer:
				"Hier spreekt espeak-ng, een programma dat klanken berekent in plaats van ze van mensen te leren. De natuurlijke stemmen van Kokoro spreken nog geen Nederlands.",
		},
		{
			question: "Is er ook een Vlaamse stem?",
			answer: "Nee. Er is één stem voor het Nederlands; een Vlaamse is er niet, ook niet als eenvoudige stem.",
		},
		{
			question: "Waar gaat mijn tekst heen?",
			answer:
				"Alleen naar de server waar deze pagina vandaan komt. Timbre is vrije software en draait met twee opdrachten op uw eigen computer.",
		},
	],
	related: ["german", "english", "danish"],
	labels: {
		kind: "Tekst naar spraak",
		tryBox: {
			box: "Typ en luister",
			sentence: "Een zin om te horen",
			placeholder: "Schrijf een zin.",
			voice: "Stem",
			hearAs: "Beluister met de stem {name}",
			hear: "Beluister",
			pause: "Pauze",
			characters: "{count} van {limit} tekens",
			position: "Positie",
			spokenBy: "{name} spreekt, met {engine}.",
			unreachable: "De stemmen zijn niet bereikbaar.",
			again: "Opnieuw proberen",
			none: "Deze server heeft geen stem voor deze taal.",
			noScript: "Typen en luisteren vraagt JavaScript; het voorbeeld hieronder en de rest van de pagina niet.",
		},
		tiers: { quality: "natuurlijke stem", fast: "snelle stem", basic: "eenvoudige robotstem" },
		sample: "Een voorbeeld dat al klaar is",
		howTo: "Hoe het werkt",
		voices: "Stemmen",
		questions: "Vragen",
		related: "Verwante pagina’s",
		languages: "Alle talen",
		detailsLink: "Wat er voor het Nederlands is, in detail (in het Engels)",
		startTitle: "Lange teksten met bewaarde geschiedenis",
		startText: "Maak een account op deze server, of start Timbre met twee opdrachten op uw eigen computer.",
		startLabel: "Account maken",
		openLabel: "App openen",
	},
};
