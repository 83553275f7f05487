import type { LanguageEntry } from "../../../model/landing.ts";

export const italian: LanguageEntry = {
	name: "Italiano",
	flag: "🇮🇹",
	language: "it",
	audioSrc: "italian",
	voice_id: "qswSINeOVyKxM2zZRFPs",
	placeholderText:
		"Nel 1861 il nonno del nonno aprì una bottega di orologi. Oggi ne restano tre: due sono fermi, il terzo corre.",
	howToDescription:
		"Scrivi fino a 200 caratteri nel riquadro e premi il pulsante: l’inizio della frase si sente mentre il resto è ancora in lavorazione. Con un account puoi leggere testi lunghi, ogni registrazione resta nella cronologia, e ritmo e melodia si regolano.",
	feature1Title: "Le doppie si sentono, l’accento si sposta",
	feature1Description:
		"“Nono” e “nonno”, “pala” e “palla” restano parole diverse. L’accento scritto viene rispettato: “papà” non è “papa”. Per le coppie senza accento nella grafia comune, come “ancora”, basta scrivere “àncora” quando si parla di navi.",
	feature2Title: "Numeri, ore e percentuali",
	feature2Description:
		"“1861” diventa milleottocentosessantuno, “14:30” quattordici e trenta, “25%” venticinque per cento, “3,75” tre virgola settantacinque. Un cognome letto male si corregge una volta sola nel dizionario di pronuncia.",
	title: "Sintesi vocale in italiano",
	description:
		"Scrivi una frase in italiano e ascoltala subito con una voce naturale. Software libero, da usare sul proprio server.",
	h1: "Scrivi in italiano, ascolta subito",
	lead: "Timbre legge l’italiano con voci naturali. Scrivi una frase qui sotto: il suono comincia prima che la frase sia finita.",
	faq: [
		{
			question: "Quale motore parla qui?",
			answer:
				"Kokoro, un modello che gira su un normale processore, senza scheda grafica. In italiano ha due voci, Sara e Nicola. Il riquadro dice sempre quale voce e quale motore stanno parlando.",
		},
		{
			question: "Ci sono accenti regionali?",
			answer:
				"No. La pronuncia è quella standard; le e e le o aperte o chiuse seguono le regole del motore, che non sempre coincidono con l’uso di una regione.",
		},
		{
			question: "Dove finisce il mio testo?",
			answer:
				"Soltanto sul server che ti ha mandato questa pagina. Timbre è software libero: con due comandi lo avvii sul tuo computer.",
		},
	],
	related: ["italian-accent", "french", "romanian"],
	labels: {
		kind: "Sintesi vocale",
		tryBox: {
			box: "Scrivi e ascolta",
			sentence: "Una frase da ascoltare",
			placeholder: "Scrivi una frase.",
			voice: "Voce",
			hearAs: "Ascolta con la voce {name}",
			hear: "Ascolta",
			pause: "Pausa",
			characters: "{count} caratteri su {limit}",
			position: "Posizione",
			spokenBy: "Parla {name}, con il motore {engine}.",
			unreachable: "Le voci non sono raggiungibili.",
			again: "Riprova",
			none: "Su questo server non c’è una voce per questa lingua.",
			noScript:
				"Per scrivere e ascoltare serve JavaScript; l’esempio qui sotto e il resto della pagina funzionano senza.",
		},
		tiers: { quality: "voce naturale", fast: "voce veloce", basic: "voce semplice, robotica" },
		sample: "Un esempio già pronto",
		howTo: "Come funziona",
		voices: "Voci",
		questions: "Domande",
		related: "Pagine vicine",
		languages: "Tutte le lingue",
		detailsLink: "L’italiano in Timbre, nei dettagli (in inglese)",
		startTitle: "Testi più lunghi, con cronologia",
		startText: "Crea un account su questo server, oppure avvia Timbre sul tuo computer con due comandi.",
		startLabel: "Crea un account",
		openLabel: "Apri l'app",
	},
};
