import type { LanguageEntry } from "../../../model/landing.ts";

export const croatian: LanguageEntry = {
	name: "Hrvatski",
	flag: "🇭🇷",
	language: "hr",
	audioSrc: "croatian",
	placeholderText:
		"Ljeti, kad džep ostane prazan, ljudi s otoka broje galebove. Njih je uvijek više od tisuću, a noć je topla i duga.",
	howToDescription:
		"Upišite do 200 znakova u polje i pritisnite gumb: početak rečenice čuje se dok ostatak još nastaje. S računom se mogu čitati dugi tekstovi, svaka snimka ostaje sačuvana, a brzina govora može se podesiti.",
	feature1Title: "Lj, nj, dž i razlika č i ć",
	feature1Description:
		"Dvoslovi se čitaju kao jedan glas, a „č” i „ć” ostaju dva različita. Kvačice treba pisati: bez njih „noć” i „noc” nisu ista riječ.",
	feature2Title: "Brojeve pišite bez točke",
	feature2Description:
		"„2500” se čita dvije tisuće petsto, a „3,5” tri zarez pet. Zapis „2.500” glas razdvoji na „dva točka petsto”, zato točku za tisućice izostavite. Redni brojevi poput „21.” čitaju se kao glavni.",
	title: "Pretvaranje teksta u govor na hrvatskom",
	description:
		"Napišite hrvatsku rečenicu i odmah je čujte. Zasad jednostavnim glasom robota, ali razgovijetno, brzo i na vlastitom poslužitelju.",
	h1: "Napišite na hrvatskom i poslušajte",
	lead: "Timbre čita hrvatski jednostavnim glasom u kojem se čuje stroj. Razgovijetan je i brz, ali prirodan nije.",
	faq: [
		{
			question: "Zašto glas zvuči kao robot?",
			answer:
				"Ovdje govori espeak-ng, program koji glasove računa po pravilima i nije ih učio od ljudi. Prirodni glasovi Kokoro još ne govore hrvatski.",
		},
		{
			question: "Čuju li se četiri naglaska?",
			answer:
				"Ne. Glas ima samo jednu vrstu naglaska i ne razlikuje „grȁd” (tuču) od „grâd” (mjesta). Smisao se razabire iz rečenice.",
		},
		{
			question: "Kamo odlazi moj tekst?",
			answer:
				"Samo na poslužitelj s kojeg je ova stranica. Timbre je slobodan softver i pokreće se na vašem računalu dvjema naredbama.",
		},
	],
	related: ["slovak", "bulgarian", "italian"],
	labels: {
		kind: "Tekst u govor",
		tryBox: {
			box: "Napišite i poslušajte",
			sentence: "Rečenica za slušanje",
			placeholder: "Napišite rečenicu.",
			voice: "Glas",
			hearAs: "Poslušaj glasom {name}",
			hear: "Poslušaj",
			pause: "Stanka",
			characters: "{count} od {limit} znakova",
			position: "Mjesto",
			spokenBy: "Govori {name}, sustav {engine}.",
			unreachable: "Glasovi nisu dostupni.",
			again: "Pokušaj ponovno",
			none: "Ovaj poslužitelj nema glas za taj jezik.",
			noScript: "Za pisanje i slušanje potreban je JavaScript; uzorak ispod i ostatak stranice rade i bez njega.",
		},
		tiers: { quality: "prirodan glas", fast: "brz glas", basic: "jednostavan glas robota" },
		sample: "Gotov uzorak",
		howTo: "Kako radi",
		voices: "Glasovi",
		questions: "Pitanja",
		related: "Srodne stranice",
		languages: "Svi jezici",
		detailsLink: "Što postoji za hrvatski, potanko (na engleskom)",
		startTitle: "Dugi tekstovi sa spremljenom poviješću",
		startText: "Otvorite račun na ovom poslužitelju ili pokrenite Timbre na svojem računalu dvjema naredbama.",
		startLabel: "Otvori račun",
		openLabel: "Otvori aplikaciju",
	},
};
