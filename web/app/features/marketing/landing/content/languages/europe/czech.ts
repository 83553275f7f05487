import type { LanguageEntry } from "../../../model/landing.ts";

export const czech: LanguageEntry = {
	name: "Čeština",
	flag: "🇨🇿",
	language: "cs",
	audioSrc: "czech",
	placeholderText:
		"Přes řeku se převezlo třicet tři stříbrných křepelek. Převozník je počítal dvakrát, ale nahlas řekl jen: dobrý den.",
	howToDescription:
		"Napište do pole nejvýše 200 znaků a stiskněte tlačítko: začátek věty zní, zatímco zbytek ještě vzniká. S účtem lze číst i dlouhé texty, každá nahrávka zůstane v historii a tempo řeči se dá nastavit.",
	feature1Title: "Ř, délky a přízvuk na první slabice",
	feature1Description:
		"V „řeka“ zní ř znělé, v „tři“ neznělé, a délka samohlásek se drží čárek a kroužků. Předložky se připojují k následujícímu slovu, jak je v češtině zvykem.",
	feature2Title: "Čísla pište bez mezer",
	feature2Description:
		"„2500“ se přečte dva tisíce pět set a „3,5“ tři čárka pět. Zápis „1 500“ s mezerou se rozpadne na dvě čísla a číslovky se neskloňují; kde má zaznít „dvacátého prvního“, napište to slovy.",
	title: "Převod textu na řeč v češtině",
	description:
		"Napište českou větu a hned ji slyšte. Zatím jednoduchým hlasem robota, zato zřetelně, rychle a na vlastním serveru.",
	h1: "Napište česky a poslouchejte",
	lead: "Timbre čte česky jednoduchým hlasem, ze kterého je slyšet stroj. Je zřetelný a rychlý, přirozený však není.",
	faq: [
		{
			question: "Proč zní hlas jako robot?",
			answer:
				"Mluví tu espeak-ng, program, který zvuky počítá podle pravidel a neučil se je od lidí. Přirozené hlasy Kokoro česky zatím neumějí.",
		},
		{
			question: "Co s cizími jmény?",
			answer: "Do slovníku výslovnosti přidejte pravidlo: jméno a vedle něj zápis tak, jak má znít česky.",
		},
		{
			question: "Kam jde můj text?",
			answer:
				"Jen na server, ze kterého je tato stránka. Timbre je svobodný software a na vašem počítači se spustí dvěma příkazy.",
		},
	],
	related: ["czech-moravian-accent", "slovak", "polish"],
	labels: {
		kind: "Převod textu na řeč",
		tryBox: {
			box: "Napište a poslouchejte",
			sentence: "Věta k poslechu",
			placeholder: "Napište větu.",
			voice: "Hlas",
			hearAs: "Poslechnout hlasem {name}",
			hear: "Poslechnout",
			pause: "Pozastavit",
			characters: "{count} z {limit} znaků",
			position: "Místo",
			spokenBy: "Mluví {name}, stroj {engine}.",
			unreachable: "Hlasy se nepodařilo načíst.",
			again: "Zkusit znovu",
			none: "Tento server nemá pro tento jazyk žádný hlas.",
			noScript: "Psaní a poslech vyžadují JavaScript; ukázka níže a zbytek stránky ne.",
		},
		tiers: { quality: "přirozený hlas", fast: "rychlý hlas", basic: "jednoduchý hlas robota" },
		sample: "Hotová ukázka",
		howTo: "Jak to funguje",
		voices: "Hlasy",
		questions: "Otázky",
		related: "Příbuzné stránky",
		languages: "Všechny jazyky",
		detailsLink: "Co je k dispozici pro češtinu, podrobně (anglicky)",
		startTitle: "Dlouhé texty s uloženou historií",
		startText: "Založte si účet na tomto serveru, nebo spusťte Timbre dvěma příkazy u sebe.",
		startLabel: "Založit účet",
		openLabel: "Otevřít aplikaci",
	},
};
