import type { AccentEntry } from "../../../model/landing.ts";

export const germanBavarianAccent: AccentEntry = {
	name: "Bairischer Akzent",
	flag: "🇩🇪",
	language: "de",
	audioSrc: "german-bavarian-accent",
	lang: "de",
	placeholderText: "Grüß Gott beinand. Heut gibts Leberkäs, Brezn und a Maß. Wer nix mag, der kriegt trotzdem an Radi.",
	howToDescription:
		"Tippen Sie einen Satz und drücken Sie den Knopf. Es spricht die einfache hochdeutsche Stimme; Mundart liest sie Buchstabe für Buchstabe, so wie sie dasteht.",
	feature1Title: "Bairisch geschrieben, hochdeutsch gelesen",
	feature1Description:
		"„Heut gibts Brezn“ wird verständlich, weil die Schreibung den Laut schon mitbringt. Das helle a, die Zwielaute in „guat“ und „liab“ und die Melodie fehlen; ein Bayer hört das sofort.",
	feature2Title: "Was dennoch geht",
	feature2Description:
		"Für Ortsnamen und einzelne Wörter hilft das Aussprachewörterbuch: links „Garmisch-Partenkirchen“, rechts die Schreibung, die richtig klingt. Für ganze Texte in Mundart taugt die Stimme nicht.",
	title: "Bairischer Akzent als Computerstimme",
	description:
		"Eine bairische Stimme hat Timbre nicht. Hören Sie, was die hochdeutsche aus Mundart macht, und was sich behelfen lässt.",
	h1: "Bairisch? Ehrlich gesagt: noch nicht",
	lead: "Es gibt keine bairische Stimme. Hier liest die einfache hochdeutsche, was Sie schreiben, auch Mundart, aber ohne den Klang.",
	faq: [
		{
			question: "Gibt es andere deutsche Mundarten?",
			answer: "Nein, weder Schwäbisch noch Wienerisch noch Schweizerdeutsch. Es gibt eine einzige Stimme für Deutsch.",
		},
		{
			question: "Warum klingt sie nach Maschine?",
			answer: "espeak-ng berechnet die Laute nach Regeln. Natürliche deutsche Stimmen hat Timbre noch nicht.",
		},
		{
			question: "Was wäre für Bairisch nötig?",
			answer:
				"Aufnahmen von Menschen, die es sprechen und zustimmen, und ein Modell, das daran lernt. Aus Aufnahmen bildet Timbre zwar eine ähnliche Stimme nach, aber nur als Mischung der mitgelieferten; eine Mundart lernt es dabei nicht.",
		},
	],
	related: ["german", "german-accent", "czech-moravian-accent"],
};
