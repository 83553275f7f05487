import type { LanguageEntry } from "../../../model/landing.ts";

export const slovak: LanguageEntry = {
	name: "Slovenčina",
	flag: "🇸🇰",
	language: "sk",
	audioSrc: "slovak",
	placeholderText:
		"Kôň stál pri stĺpe a vŕba šumela nad potokom. Ďakujem, povedal pocestný, a položil na stôl päť teplých žemlí.",
	howToDescription:
		"Napíšte do poľa najviac 200 znakov a stlačte tlačidlo: začiatok vety znie, kým sa zvyšok ešte tvorí. S účtom možno čítať aj dlhé texty, každá nahrávka ostane v histórii a tempo reči sa dá nastaviť.",
	feature1Title: "Dlhé ĺ a ŕ, dvojhláska ô",
	feature1Description:
		"„Stĺp“ a „vŕba“ majú dlhú slabičnú spoluhlásku, „kôň“ dvojhlásku, a mäkké ď, ť, ň, ľ sa čítajú mäkko. Prízvuk je vždy na prvej slabike.",
	feature2Title: "Čísla bez medzier",
	feature2Description:
		"„1993“ sa prečíta slovami a „3,5“ ako tri čiarka päť. Zápis „2 500“ s medzerou sa rozpadne na dve čísla a číslovky sa neskloňujú; kde treba „dvadsiateho prvého“, napíšte to slovami.",
	title: "Prevod textu na reč v slovenčine",
	description:
		"Napíšte slovenskú vetu a hneď si ju vypočujte. Zatiaľ jednoduchým hlasom robota, no zreteľne, rýchlo a na vlastnom serveri.",
	h1: "Napíšte po slovensky a počúvajte",
	lead: "Timbre číta po slovensky jednoduchým hlasom, z ktorého počuť stroj. Je zreteľný a rýchly, prirodzený však nie je.",
	faq: [
		{
			question: "Prečo znie hlas ako robot?",
			answer:
				"Hovorí tu espeak-ng, program, ktorý zvuky počíta podľa pravidiel a neučil sa ich od ľudí. Prirodzené hlasy Kokoro po slovensky zatiaľ nevedia.",
		},
		{
			question: "Pozná aj rytmický zákon a zmäkčovanie pred e a i?",
			answer:
				"Zmäkčenie v „deti“ či „nič“ sa robí podľa pravidiel a pri cudzích slovách môže byť chybné. Rytmický zákon je vec pravopisu: prečíta sa to, čo je napísané.",
		},
		{
			question: "Kam ide môj text?",
			answer:
				"Iba na server, z ktorého je táto stránka. Timbre je slobodný softvér a na vašom počítači sa spustí dvoma príkazmi.",
		},
	],
	related: ["czech", "polish", "croatian"],
	labels: {
		kind: "Prevod textu na reč",
		tryBox: {
			box: "Napíšte a počúvajte",
			sentence: "Veta na vypočutie",
			placeholder: "Napíšte vetu.",
			voice: "Hlas",
			hearAs: "Vypočuť hlasom {name}",
			hear: "Vypočuť",
			pause: "Pozastaviť",
			characters: "{count} z {limit} znakov",
			position: "Miesto",
			spokenBy: "Hovorí {name}, systém {engine}.",
			unreachable: "Hlasy sa nepodarilo načítať.",
			again: "Skúsiť znova",
			none: "Tento server nemá pre tento jazyk hlas.",
			noScript: "Písanie a počúvanie si vyžaduje JavaScript; ukážka nižšie a zvyšok stránky nie.",
		},
		tiers: { quality: "prirodzený hlas", fast: "rýchly hlas", basic: "jednoduchý hlas robota" },
		sample: "Hotová ukážka",
		howTo: "Ako to funguje",
		voices: "Hlasy",
		questions: "Otázky",
		related: "Príbuzné stránky",
		languages: "Všetky jazyky",
		detailsLink: "Čo je pre slovenčinu, podrobne (po anglicky)",
		startTitle: "Dlhé texty s uloženou históriou",
		startText: "Založte si účet na tomto serveri alebo spustite Timbre dvoma príkazmi u seba.",
		startLabel: "Založiť účet",
		openLabel: "Otvoriť aplikáciu",
	},
};
