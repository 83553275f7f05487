import type { LanguageEntry } from "../../../model/landing.ts";

export const finnish: LanguageEntry = {
	name: "Suomi",
	flag: "🇫🇮",
	language: "fi",
	audioSrc: "finnish",
	placeholderText:
		"Tuli tuuli, ja tulli suljettiin kello 18. Lentokonesuihkuturbiinimoottori vaikeni, ja kuusi kuusta jäi kuuntelemaan.",
	howToDescription:
		"Kirjoita kenttään enintään 200 merkkiä ja paina painiketta: virkkeen alku kuuluu jo, kun loppua vielä tehdään. Tilin kanssa voit kuunnella pitkiä tekstejä, jokainen tallenne säilyy ja puheen nopeutta voi säätää.",
	feature1Title: "Tuli, tuuli ja tulli",
	feature1Description:
		"Lyhyt ja pitkä äänne erottavat sanat, ja ääni pitää eron. Paino on aina ensimmäisellä tavulla, ja pitkissä yhdyssanoissa jokainen osa saa oman sivupainonsa.",
	feature2Title: "Luvut luetaan perusmuodossa",
	feature2Description:
		"”2 500” on kaksituhatta viisisataa ja ”3,5” kolme pilkku viisi. Luvut eivät taivu: jos tarvitset muodon ”kahdellekymmenelleyhdelle”, kirjoita se kirjaimin.",
	title: "Teksti puheeksi suomeksi",
	description:
		"Kirjoita suomenkielinen virke ja kuule se heti. Toistaiseksi yksinkertainen robottiääni: selkeä, nopea ja omalla palvelimellasi.",
	h1: "Kirjoita suomeksi ja kuuntele",
	lead: "Timbre lukee suomea yksinkertaisella äänellä, josta kuulee koneen. Se on selkeä ja nopea, mutta luonnollinen se ei ole.",
	faq: [
		{
			question: "Miksi ääni kuulostaa robotilta?",
			answer:
				"Tässä puhuu espeak-ng, ohjelma, joka laskee äänteet sääntöjen mukaan eikä ole oppinut niitä ihmisiltä. Kokoron luonnolliset äänet eivät vielä osaa suomea.",
		},
		{
			question: "Entä loppukahdennus?",
			answer:
				"Se tehdään: ”tule tänne” luetaan niin kuin se puhutaan, pitkällä t:llä. Suomen kirjoitus vastaa ääntämistä muutenkin niin hyvin, että lukuvirheitä on vähän.",
		},
		{
			question: "Minne tekstini menee?",
			answer:
				"Vain palvelimelle, jolta tämä sivu tuli. Timbre on vapaa ohjelma ja käynnistyy omalla koneellasi kahdella komennolla.",
		},
	],
	related: ["swedish", "scandinavian-accent", "danish"],
	labels: {
		kind: "Teksti puheeksi",
		tryBox: {
			box: "Kirjoita ja kuuntele",
			sentence: "Kuunneltava virke",
			placeholder: "Kirjoita virke.",
			voice: "Ääni",
			hearAs: "Kuuntele äänellä {name}",
			hear: "Kuuntele",
			pause: "Tauko",
			characters: "{count} / {limit} merkkiä",
			position: "Kohta",
			spokenBy: "Puhujana {name}, moottorina {engine}.",
			unreachable: "Ääniä ei tavoiteta.",
			again: "Yritä uudelleen",
			none: "Tällä palvelimella ei ole ääntä tälle kielelle.",
			noScript: "Kirjoittaminen ja kuuntelu vaatii JavaScriptin; alla oleva näyte ja muu sivu eivät.",
		},
		tiers: { quality: "luonnollinen ääni", fast: "nopea ääni", basic: "yksinkertainen robottiääni" },
		sample: "Valmis näyte",
		howTo: "Näin se toimii",
		voices: "Äänet",
		questions: "Kysymyksiä",
		related: "Läheisiä sivuja",
		languages: "Kaikki kielet",
		detailsLink: "Mitä suomelle on tarjolla, tarkemmin (englanniksi)",
		startTitle: "Pitkät tekstit tallessa",
		startText: "Luo tili tälle palvelimelle tai käynnistä Timbre omalla koneellasi kahdella komennolla.",
		startLabel: "Luo tili",
		openLabel: "Avaa sovellus",
	},
};
