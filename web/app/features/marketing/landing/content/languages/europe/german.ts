import type { LanguageEntry } from "../../../model/landing.ts";

export const german: LanguageEntry = {
	name: "Deutsch",
	flag: "🇩🇪",
	language: "de",
	audioSrc: "german",
	placeholderText:
		"Die Donaudampfschifffahrt hat 2.500 Fahrgäste, aber nur einen Kapitän. Der trinkt seinen Kaffee um 14:30 und schweigt.",
	howToDescription:
		"Schreiben Sie bis zu 200 Zeichen in das Feld und drücken Sie den Knopf. Der Anfang des Satzes ist zu hören, während der Rest noch entsteht. Mit einem Konto werden auch lange Texte gelesen, jede Aufnahme bleibt erhalten, und zu jedem Wort gibt es auf Wunsch die Zeit.",
	feature1Title: "Zusammengesetzte Wörter werden erkannt",
	feature1Description:
		"Aus „Donaudampfschifffahrt“ wird kein Stolpern: Das Wort wird in seine Teile zerlegt und an den richtigen Stellen betont. Das ch in „ich“ und das in „Bach“ klingen verschieden, wie es sein soll.",
	feature2Title: "Zahlen ja, Abkürzungen besser ausschreiben",
	feature2Description:
		"„2.500“ heißt zweitausendfünfhundert, „3,75“ drei Komma sieben fünf. Ordnungszahlen wie „am 21. Mai“ und Kürzel wie „z. B.“ oder „usw.“ liest die Stimme noch falsch; ausgeschrieben stimmen sie.",
	title: "Text in Sprache auf Deutsch",
	description:
		"Deutschen Satz eintippen und sofort anhören. Bisher mit einer einfachen, robotischen Stimme. Freie Software für den eigenen Server.",
	h1: "Deutsch tippen, Deutsch hören",
	lead: "Timbre liest Deutsch vor, bisher mit einer einfachen Stimme, der man den Computer anhört. Sie ist deutlich und sehr schnell; natürlich klingt sie nicht.",
	faq: [
		{
			question: "Warum klingt die Stimme nach Roboter?",
			answer:
				"Hier spricht espeak-ng, ein Programm, das Laute berechnet, statt sie von Menschen gelernt zu haben. Die natürlichen Stimmen von Kokoro können noch kein Deutsch. Sobald es eine bessere freie Stimme gibt, steht sie an dieser Stelle.",
		},
		{
			question: "Wofür taugt sie dann?",
			answer:
				"Für Ansagen, Vorlesehilfen, Prototypen und überall, wo Verständlichkeit vor Schönheit geht. Sie braucht fast keine Rechenzeit.",
		},
		{
			question: "Wohin geht mein Text?",
			answer:
				"Nur an den Server, von dem diese Seite kommt. Timbre ist freie Software und läuft mit zwei Befehlen auf Ihrem eigenen Rechner.",
		},
	],
	related: ["german-bavarian-accent", "german-accent", "dutch"],
	labels: {
		kind: "Text in Sprache",
		tryBox: {
			box: "Tippen und hören",
			sentence: "Ein Satz zum Hören",
			placeholder: "Schreiben Sie einen Satz.",
			voice: "Stimme",
			hearAs: "Mit der Stimme {name} anhören",
			hear: "Anhören",
			pause: "Pause",
			characters: "{count} von {limit} Zeichen",
			position: "Stelle",
			spokenBy: "Es spricht {name}, erzeugt von {engine}.",
			unreachable: "Die Stimmen konnten nicht geladen werden.",
			again: "Noch einmal versuchen",
			none: "Dieser Server hat keine Stimme für diese Sprache.",
			noScript:
				"Zum Tippen und Hören braucht es JavaScript; die Hörprobe unten und alles andere auf dieser Seite geht ohne.",
		},
		tiers: { quality: "natürliche Stimme", fast: "schnelle Stimme", basic: "einfache Roboterstimme" },
		sample: "Eine fertige Hörprobe",
		howTo: "So geht es",
		voices: "Stimmen",
		questions: "Fragen",
		related: "Verwandte Seiten",
		languages: "Alle Sprachen",
		detailsLink: "Deutsch in Timbre im Detail (auf Englisch)",
		startTitle: "Längere Texte mit gespeichertem Verlauf",
		startText:
			"Legen Sie auf diesem Server ein Konto an, oder starten Sie Timbre mit zwei Befehlen auf Ihrem eigenen Rechner.",
		startLabel: "Konto anlegen",
		openLabel: "App öffnen",
	},
};
