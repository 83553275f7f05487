import type { LanguageEntry } from "../../../model/landing.ts";

export const filipino: LanguageEntry = {
	name: "Filipino",
	flag: "🇵🇭",
	language: "fil",
	audioSrc: "filipino",
	placeholderText:
		"Magandang umaga po. Dalawampu't isang bangka ang umalis kanina, at lahat ay may dalang kape, tinapay at pag-asa.",
	howToDescription:
		"Sumulat ng hanggang 200 karakter sa kahon at pindutin ang buton: maririnig ang simula habang ginagawa pa ang natitira. Kapag may account, puwedeng ipabasa ang mahahabang teksto, itinatago ang bawat gawa, at naiaayos ang bilis.",
	feature1Title: "Binabasa ayon sa tunog ng Indonesian",
	feature1Description:
		"Walang sariling boses para sa Filipino ang makina. Hiniram nito ang tuntunin ng Indonesian, na malapit sa ating baybay: tama ang “ng” sa “ngayon” at ang mga patinig. Kulang ang impit at ang diin, kaya maririnig ang pagkakaiba.",
	feature2Title: "Isulat ang bilang at ang “mga”",
	feature2Description:
		"Ang mga numerong tambilang ay binabasa sa Indonesian, kaya isulat ang “dalawampu't isa” at hindi 21. Ang “mga” ay mas malinaw kung isusulat na “manga”, at ang “ng” na mag-isa kung “nang”. Puwede itong gawing tuntunin sa diksiyonaryo ng bigkas.",
	title: "Text to speech sa Filipino",
	description:
		"Sumulat sa Filipino at pakinggan agad. Payak at parang robot pa ang boses, at tapat naming sinasabi kung bakit.",
	h1: "Sumulat sa Filipino at pakinggan",
	lead: "Binabasa ng Timbre ang Filipino sa payak na boses na parang makina. Nauunawaan ito, pero hindi pa ito tunog-tao at hindi pa ganap na Filipino ang bigkas.",
	faq: [
		{
			question: "Bakit parang robot?",
			answer:
				"Ang nagsasalita rito ay espeak-ng, isang programang nagkukuwenta ng tunog at hindi natuto mula sa tao. Wala pang Filipino ang likas na mga boses ng Kokoro.",
		},
		{
			question: "Gumagana ba ang Taglish?",
			answer:
				"Hindi maayos. Ang mga salitang Ingles ay binabasa ayon sa baybay na para bang Filipino. Mas mabuting ihiwalay ang mga pangungusap na Ingles at gamitan ng boses na Ingles.",
		},
		{
			question: "Saan napupunta ang sinulat ko?",
			answer:
				"Sa server lang na nagbigay ng pahinang ito. Malayang software ang Timbre at napapatakbo sa sariling kompyuter sa dalawang utos.",
		},
	],
	related: ["indonesian", "malay", "english"],
	labels: {
		kind: "Text to speech",
		tryBox: {
			box: "Sumulat at makinig",
			sentence: "Pangungusap na pakikinggan",
			placeholder: "Sumulat ng pangungusap.",
			voice: "Boses",
			hearAs: "Pakinggan sa boses ni {name}",
			hear: "Pakinggan",
			pause: "Ihinto muna",
			characters: "{count} sa {limit} karakter",
			position: "Posisyon",
			spokenBy: "Nagsasalita si {name}, gamit ang {engine}.",
			unreachable: "Hindi maabot ang mga boses.",
			again: "Subukan muli",
			none: "Walang boses para sa wikang ito sa server na ito.",
			noScript:
				"Kailangan ng JavaScript para sumulat at makinig; hindi ito kailangan ng halimbawa sa ibaba at ng ibang bahagi.",
		},
		tiers: { quality: "likas na boses", fast: "mabilis na boses", basic: "payak na boses, parang robot" },
		sample: "Halimbawang handa na",
		howTo: "Paano gamitin",
		voices: "Mga boses",
		questions: "Mga tanong",
		related: "Kaugnay na mga pahina",
		languages: "Lahat ng wika",
		detailsLink: "Mga detalye para sa Filipino (sa Ingles)",
		startTitle: "Mahahabang teksto na naitatago",
		startText: "Gumawa ng account sa server na ito, o patakbuhin ang Timbre sa sariling kompyuter sa dalawang utos.",
		startLabel: "Gumawa ng account",
		openLabel: "Buksan ang app",
	},
};
