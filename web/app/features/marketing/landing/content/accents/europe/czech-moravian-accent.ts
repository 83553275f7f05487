import type { AccentEntry } from "../../../model/landing.ts";

export const czechMoravianAccent: AccentEntry = {
	name: "Moravský přízvuk",
	flag: "🇨🇿",
	language: "cs",
	audioSrc: "czech-moravian-accent",
	lang: "cs",
	placeholderText: "Dobré ráno z Brna. Šalina jede za pět minut, na Zelňáku už voní zelí a starý pán zase krmí holuby.",
	howToDescription:
		"Napište větu a stiskněte tlačítko. Čte ji jednoduchý hlas se spisovnou výslovností; moravská slova přečte, moravský zvuk nemá.",
	feature1Title: "Slova ano, melodie ne",
	feature1Description:
		"„Šalina“, „rožnout“ nebo „zavazet“ hlas přečte bez zaváhání, pravopis k tomu stačí. Kratší samohlásky východní Moravy ani hanácké o a e v něm neuslyšíte.",
	feature2Title: "Jak se přiblížit",
	feature2Description:
		"Pište, jak se mluví: „dej to na stul“ se přečte s krátkým u. Pro jednu postavu v dialogu to stačí, pro celou knihu ne. Jednotlivá slova lze uložit do slovníku výslovnosti.",
	title: "Moravský přízvuk: převod textu na řeč",
	description:
		"Moravský hlas Timbre zatím nemá. Poslechněte si, jak vaši větu přečte spisovný český hlas a co mu chybí.",
	h1: "Moravsky zatím jen na papíře",
	lead: "Moravský hlas neexistuje. Čte tu jednoduchý hlas se spisovnou výslovností, a slyšet je z něj stroj.",
	faq: [
		{ question: "Je tu nějaké jiné nářečí?", answer: "Ne. Pro češtinu je jediný hlas." },
		{
			question: "Proč zní jako stroj?",
			answer: "espeak-ng zvuky počítá podle pravidel; přirozený český hlas Timbre zatím nemá.",
		},
		{ question: "Rozumí si se slovenštinou?", answer: "Slovenština má vlastní jednoduchý hlas a vlastní stránku." },
	],
	related: ["czech", "slovak", "german-bavarian-accent"],
};
