import type { LanguageEntry } from "../../../model/landing.ts";

export const indonesian: LanguageEntry = {
	name: "Bahasa Indonesia",
	flag: "🇮🇩",
	language: "id",
	audioSrc: "indonesian",
	placeholderText:
		"Setengah jam sebelum subuh, penjual bubur sudah menata 25 mangkuk. Enak atau tidak, katanya, yang penting hangat.",
	howToDescription:
		"Tulis paling banyak 200 karakter di kotak, lalu tekan tombol: awal kalimat terdengar selagi sisanya masih dibuat. Dengan akun, teks panjang bisa dibacakan, setiap hasil disimpan, dan kecepatan bicara dapat diatur.",
	feature1Title: "Dua bunyi untuk satu huruf e",
	feature1Description:
		"Huruf e dalam “kelapa” dan dalam “enak” tidak sama bunyinya, padahal tulisannya sama. Untuk kata-kata yang lazim suara ini tahu bedanya; untuk nama orang atau istilah baru, kamus pelafalan menentukan bacaannya.",
	feature2Title: "Angka dibaca sebagai kata",
	feature2Description:
		"“2.500” dibaca dua ribu lima ratus, “25%” dua puluh lima persen, “3,5” tiga koma lima. Tulisan “Rp” masih dieja huruf demi huruf, jadi lebih baik tulis “2.500 rupiah”.",
	title: "Teks ke suara bahasa Indonesia",
	description:
		"Tulis kalimat bahasa Indonesia dan langsung dengarkan. Untuk saat ini suaranya sederhana seperti robot, tetapi jelas dan cepat.",
	h1: "Tulis dalam bahasa Indonesia, lalu dengarkan",
	lead: "Timbre membacakan bahasa Indonesia dengan suara sederhana yang terdengar seperti mesin. Jelas dan cepat, tetapi belum alami, dan kami tidak menyebutnya alami.",
	faq: [
		{
			question: "Mengapa suaranya seperti robot?",
			answer:
				"Yang berbicara di sini adalah espeak-ng, program yang menghitung bunyi menurut aturan dan tidak belajar dari orang. Suara alami dari Kokoro belum menguasai bahasa Indonesia.",
		},
		{
			question: "Apakah bahasa daerah juga bisa?",
			answer:
				"Belum ada suara Jawa, Sunda, atau bahasa daerah lain. Teksnya akan dibaca dengan aturan bahasa Indonesia.",
		},
		{
			question: "Ke mana teks saya dikirim?",
			answer:
				"Hanya ke server yang memberi halaman ini. Timbre adalah perangkat lunak bebas; dua perintah cukup untuk menjalankannya di komputer sendiri.",
		},
	],
	related: ["malay", "filipino", "dutch"],
	labels: {
		kind: "Teks ke suara",
		tryBox: {
			box: "Tulis dan dengarkan",
			sentence: "Kalimat untuk didengarkan",
			placeholder: "Tulis sebuah kalimat.",
			voice: "Suara",
			hearAs: "Dengarkan dengan suara {name}",
			hear: "Dengarkan",
			pause: "Jeda",
			characters: "{count} dari {limit} karakter",
			position: "Posisi",
			spokenBy: "Dibacakan {name} dengan mesin {engine}.",
			unreachable: "Daftar suara tidak dapat dijangkau.",
			again: "Coba lagi",
			none: "Server ini tidak memiliki suara untuk bahasa ini.",
			noScript: "Menulis dan mendengarkan memerlukan JavaScript; contoh di bawah dan isi halaman lainnya tidak.",
		},
		tiers: { quality: "suara alami", fast: "suara cepat", basic: "suara robot sederhana" },
		sample: "Contoh yang sudah jadi",
		howTo: "Cara memakainya",
		voices: "Suara",
		questions: "Pertanyaan",
		related: "Halaman terkait",
		languages: "Semua bahasa",
		detailsLink: "Rincian untuk bahasa Indonesia (dalam bahasa Inggris)",
		startTitle: "Teks panjang, tersimpan rapi",
		startText: "Buat akun di server ini, atau jalankan Timbre di komputer sendiri dengan dua perintah.",
		startLabel: "Buat akun",
		openLabel: "Buka aplikasi",
	},
};
