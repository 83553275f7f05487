import type { LanguageEntry } from "../../../model/landing.ts";

export const malay: LanguageEntry = {
	name: "Bahasa Melayu",
	flag: "🇲🇾",
	language: "ms",
	audioSrc: "malay",
	placeholderText:
		"Pukul enam pagi, feri pertama bertolak dengan 25 penumpang. Kera di tebing hanya memandang, lalu kembali ke pokok kelapa.",
	howToDescription:
		"Tulis sehingga 200 aksara dalam kotak dan tekan butang: permulaan ayat kedengaran sementara selebihnya masih dibuat. Dengan akaun, teks panjang boleh dibacakan, setiap hasil disimpan, dan kelajuan boleh dilaraskan.",
	feature1Title: "E pepet dan e taling",
	feature1Description:
		"“Enam” dan “kera” ditulis dengan huruf e yang sama tetapi bunyinya berbeza, dan suara ini membezakannya bagi perkataan biasa. Huruf a di hujung “dua” dan “lima” dilafazkan seperti e pepet, mengikut sebutan lazim di Semenanjung.",
	feature2Title: "RM25 dibaca ringgit",
	feature2Description:
		"“RM25” menjadi ringgit dua puluh lima, “25%” dua puluh lima peratus. Jangan letak koma pada ribuan: “1,500” dibaca sebagai perpuluhan, jadi tulis “1500”.",
	title: "Teks ke pertuturan bahasa Melayu",
	description:
		"Tulis ayat dalam bahasa Melayu dan dengar serta-merta. Buat masa ini suaranya ringkas seperti robot, tetapi jelas dan pantas.",
	h1: "Tulis dalam bahasa Melayu, terus dengar",
	lead: "Timbre membaca bahasa Melayu dengan suara ringkas yang berbunyi seperti mesin. Jelas dan pantas, tetapi belum semula jadi.",
	faq: [
		{
			question: "Mengapa bunyinya seperti robot?",
			answer:
				"Yang bercakap di sini ialah espeak-ng, program yang mengira bunyi mengikut peraturan dan tidak belajar daripada manusia. Suara semula jadi Kokoro belum boleh berbahasa Melayu.",
		},
		{
			question: "Adakah tulisan Jawi dibaca?",
			answer: "Tidak. Teks perlu ditulis dalam huruf Rumi.",
		},
		{
			question: "Ke mana teks saya pergi?",
			answer:
				"Hanya ke pelayan yang memberikan halaman ini. Timbre ialah perisian bebas dan boleh dijalankan pada komputer sendiri dengan dua arahan.",
		},
	],
	related: ["indonesian", "filipino", "tamil"],
	labels: {
		kind: "Teks ke pertuturan",
		tryBox: {
			box: "Tulis dan dengar",
			sentence: "Ayat untuk didengar",
			placeholder: "Tulis satu ayat.",
			voice: "Suara",
			hearAs: "Dengar dengan suara {name}",
			hear: "Dengar",
			pause: "Jeda",
			characters: "{count} daripada {limit} aksara",
			position: "Kedudukan",
			spokenBy: "Dibaca oleh {name} dengan enjin {engine}.",
			unreachable: "Suara tidak dapat dicapai.",
			again: "Cuba lagi",
			none: "Pelayan ini tiada suara untuk bahasa ini.",
			noScript: "Menulis dan mendengar memerlukan JavaScript; contoh di bawah dan bahagian lain halaman ini tidak.",
		},
		tiers: { quality: "suara semula jadi", fast: "suara pantas", basic: "suara robot ringkas" },
		sample: "Contoh yang sudah siap",
		howTo: "Cara menggunakannya",
		voices: "Suara",
		questions: "Soalan",
		related: "Halaman berkaitan",
		languages: "Semua bahasa",
		detailsLink: "Butiran untuk bahasa Melayu (dalam bahasa Inggeris)",
		startTitle: "Teks panjang yang disimpan",
		startText: "Buka akaun pada pelayan ini, atau jalankan Timbre pada komputer sendiri dengan dua arahan.",
		startLabel: "Buka akaun",
		openLabel: "Buka aplikasi",
	},
};
