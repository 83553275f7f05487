import type { LanguageEntry } from "../../../model/landing.ts";

export const swedish: LanguageEntry = {
	name: "Svenska",
	flag: "🇸🇪",
	language: "sv",
	audioSrc: "swedish",
	placeholderText:
		"Sju sjuksköterskor delade på 25 kanelbullar i köket. Klockan var halv fyra, snön föll och ingen hade bråttom hem.",
	howToDescription:
		"Skriv högst 200 tecken i rutan och tryck på knappen: början av meningen hörs medan resten fortfarande görs. Med ett konto kan du läsa upp långa texter, varje inspelning sparas och takten går att ställa in.",
	feature1Title: "Sje-ljudet sitter där det ska",
	feature1Description:
		"“Sju sjuksköterskor” läses med sje-ljud och “kyrka” med tje-ljud. De två ordaccenterna skiljs däremot inte åt: “anden” från sjön och “anden” i flaskan låter likadant.",
	feature2Title: "Tal läses ut",
	feature2Description:
		"“1 500” blir ett tusen femhundra och “25 %” tjugofem procent. Decimaler läses med punkt, så skriv “tre komma fem” när du menar det.",
	title: "Text till tal på svenska",
	description:
		"Skriv en svensk mening och hör den direkt. Än så länge en enkel robotröst, men tydlig, snabb och på din egen server.",
	h1: "Skriv på svenska och lyssna",
	lead: "Timbre läser svenska med en enkel röst där man hör maskinen. Den är tydlig och snabb, men naturlig är den inte.",
	faq: [
		{
			question: "Varför låter rösten som en robot?",
			answer:
				"Här talar espeak-ng, ett program som räknar fram ljuden i stället för att ha lärt sig dem av människor. Kokoros naturliga röster kan ännu inte svenska.",
		},
		{
			question: "Finns det finlandssvenska eller dialekter?",
			answer: "Nej, det finns en enda svensk röst, och den följer rikssvenskt uttal.",
		},
		{
			question: "Vart går min text?",
			answer:
				"Bara till servern som skickade den här sidan. Timbre är fri programvara och startar på din egen dator med två kommandon.",
		},
	],
	related: ["scandinavian-accent", "danish", "finnish"],
	labels: {
		kind: "Text till tal",
		tryBox: {
			box: "Skriv och lyssna",
			sentence: "En mening att höra",
			placeholder: "Skriv en mening.",
			voice: "Röst",
			hearAs: "Lyssna med rösten {name}",
			hear: "Lyssna",
			pause: "Pausa",
			characters: "{count} av {limit} tecken",
			position: "Plats",
			spokenBy: "{name} talar, med {engine}.",
			unreachable: "Rösterna går inte att nå.",
			again: "Försök igen",
			none: "Den här servern har ingen röst för språket.",
			noScript: "För att skriva och lyssna behövs JavaScript; provet nedan och resten av sidan klarar sig utan.",
		},
		tiers: { quality: "naturlig röst", fast: "snabb röst", basic: "enkel robotröst" },
		sample: "Ett färdigt prov",
		howTo: "Så fungerar det",
		voices: "Röster",
		questions: "Frågor",
		related: "Närliggande sidor",
		languages: "Alla språk",
		detailsLink: "Det här finns för svenska, i detalj (på engelska)",
		startTitle: "Längre texter med sparad historik",
		startText: "Skapa ett konto på den här servern, eller starta Timbre på din egen dator med två kommandon.",
		startLabel: "Skapa konto",
		openLabel: "Öppna appen",
	},
};
