import type { LanguageEntry } from "../../../model/landing.ts";

export const turkish: LanguageEntry = {
	name: "Türkçe",
	flag: "🇹🇷",
	language: "tr",
	audioSrc: "turkish",
	placeholderText:
		"Dağın ardındaki evlerinizden 25 tanesinin ışığı yandı. Çaycı ılık çayı döktü, yenisini demledi ve pencereyi açtı.",
	howToDescription:
		"Kutuya en çok 200 karakter yazın ve düğmeye basın: cümlenin sonu hazırlanırken başı duyulur. Hesap açarsanız uzun metinler okutabilir, her kaydı saklayabilir, konuşma hızını ayarlayabilirsiniz.",
	feature1Title: "Ekler kaç tane olursa olsun",
	feature1Description:
		"“Evlerinizden” tek sözcüktür ve tek solukta okunur. “Dağ” sözcüğündeki ğ ünlüyü uzatır, “ılık” ile “ilik” birbirine karışmaz; yazıldığı gibi okunan bir dilde en çok noktalar önemlidir.",
	feature2Title: "Sayılar yazıyla okunur",
	feature2Description:
		"“1.500” bin beş yüz, “3,5” üç virgül beş olur. “TL” harf harf okunur, bu yüzden “lira” yazmak daha iyidir. Binlik ayırıcı olarak boşluk kullanırsanız sayı ikiye bölünür.",
	title: "Türkçe metin okuma",
	description:
		"Türkçe bir cümle yazın, hemen dinleyin. Şimdilik basit, robot gibi bir ses; ama anlaşılır, hızlı ve kendi sunucunuzda çalışır.",
	h1: "Türkçe yazın, Türkçe dinleyin",
	lead: "Timbre Türkçeyi basit bir sesle okur; arkasında bir makine olduğu duyulur. Anlaşılır ve hızlıdır, doğal değildir.",
	faq: [
		{
			question: "Ses neden robot gibi?",
			answer:
				"Burada konuşan espeak-ng, sesleri insanlardan öğrenmez, kurallarla hesaplar. Kokoro’nun doğal sesleri henüz Türkçe konuşmuyor.",
		},
		{
			question: "Yanlış okunan bir adı düzeltebilir miyim?",
			answer: "Evet. Telaffuz sözlüğüne sözcüğü ve okunuşunu yazın; bundan sonra hep öyle okunur.",
		},
		{
			question: "Yazdıklarım nereye gidiyor?",
			answer:
				"Yalnızca bu sayfayı gönderen sunucuya. Timbre özgür yazılımdır ve iki komutla kendi bilgisayarınızda çalışır.",
		},
	],
	related: ["turkish-istanbul-accent", "greek", "arabic"],
	labels: {
		kind: "Metin okuma",
		tryBox: {
			box: "Yazın ve dinleyin",
			sentence: "Dinlenecek cümle",
			placeholder: "Bir cümle yazın.",
			voice: "Ses",
			hearAs: "{name} sesiyle dinle",
			hear: "Dinle",
			pause: "Duraklat",
			characters: "{count} / {limit} karakter",
			position: "Konum",
			spokenBy: "Konuşan {name}, motor {engine}.",
			unreachable: "Seslere ulaşılamıyor.",
			again: "Yeniden dene",
			none: "Bu sunucuda bu dil için ses yok.",
			noScript: "Yazıp dinlemek için JavaScript gerekir; aşağıdaki örnek ve sayfanın geri kalanı için gerekmez.",
		},
		tiers: { quality: "doğal ses", fast: "hızlı ses", basic: "basit robot sesi" },
		sample: "Önceden hazırlanmış örnek",
		howTo: "Nasıl çalışır",
		voices: "Sesler",
		questions: "Sorular",
		related: "Yakın sayfalar",
		languages: "Bütün diller",
		detailsLink: "Türkçe için neler var, ayrıntılı (İngilizce)",
		startTitle: "Uzun metinler, saklanmış olarak",
		startText: "Bu sunucuda hesap açın ya da Timbre’yi iki komutla kendi bilgisayarınızda çalıştırın.",
		startLabel: "Hesap aç",
		openLabel: "Uygulamayı aç",
	},
};
