import type { AccentEntry } from "../../../model/landing.ts";

export const turkishIstanbulAccent: AccentEntry = {
	name: "İstanbul ağzı",
	flag: "🇹🇷",
	language: "tr",
	audioSrc: "turkish-istanbul-accent",
	lang: "tr",
	placeholderText:
		"Vapur Kadıköy’den yedi buçukta kalktı. Martılar simit bekliyor, çaycı bardakları topluyor, şehir yavaşça uyanıyordu.",
	howToDescription:
		"Bir cümle yazın ve düğmeye basın. Okuyan ses, İstanbul ağzına dayanan ölçünlü Türkçenin kurallarını izler; tınısı ise makinedir.",
	feature1Title: "Ölçünlü Türkçe zaten İstanbul’dan",
	feature1Description:
		"Yazı dilimiz İstanbul konuşmasına dayandığı için harflerin karşılıkları tutar: ğ önceki ünlüyü uzatır, vurgu çoğunlukla sondadır. Günlük konuşmadaki “geliyo” ya da “napıyosun” gibi yutmaları ses kendiliğinden yapmaz; isterseniz öyle yazın.",
	feature2Title: "Eksik olan: ezgi",
	feature2Description:
		"Soru ekiyle yükselen, cümle sonunda inen o ezgi kaba çizgilerle vardır, incelikleri yoktur. espeak-ng sesi kurallarla üretir; doğal bir Türkçe ses henüz yok.",
	title: "İstanbul ağzı ile metin okuma",
	description:
		"Cümlenizi ölçünlü Türkçe kurallarıyla okuyan basit bir ses. İstanbul ağzının neresi var, neresi yok, kendiniz dinleyin.",
	h1: "İstanbul Türkçesi, makine sesiyle",
	lead: "Kurallar İstanbul’un, ses makinenin. Doğal bir İstanbul sesi Timbre’de henüz yok.",
	faq: [
		{
			question: "Başka ağızlar var mı?",
			answer: "Hayır. Karadeniz, Ege ya da başka bir ağız yok; tek bir Türkçe ses var.",
		},
		{
			question: "Yer adları doğru okunuyor mu?",
			answer: "Türkçe yazılan adlar çoğunlukla evet. Yabancı adlar için telaffuz sözlüğüne bir kural eklenir.",
		},
		{ question: "Burada hangi motor konuşuyor?", answer: "espeak-ng, tek ses." },
	],
	related: ["turkish", "greek", "arabic"],
};
