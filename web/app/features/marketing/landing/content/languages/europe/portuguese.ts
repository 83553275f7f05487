import type { LanguageEntry } from "../../../model/landing.ts";

export const portuguese: LanguageEntry = {
	name: "Português",
	flag: "🇧🇷",
	language: "pt-BR",
	audioSrc: "portuguese",
	voice_id: "TqDOlSD9D0lfDRhjsBST",
	placeholderText:
		"A avó guardava 25 receitas numa lata de biscoito. O avô só sabia fazer café, mas fazia o melhor café da rua.",
	howToDescription:
		"Escreva até 200 caracteres na caixa e aperte o botão: a primeira parte da frase soa enquanto o resto ainda está sendo feito. Com uma conta, os textos podem ser longos, cada gravação fica guardada e dá para ajustar ritmo e melodia.",
	feature1Title: "Avó e avô não soam iguais",
	feature1Description:
		"O acento agudo abre a vogal, o circunflexo fecha, e a voz respeita os dois. O “de” e o “ti” saem chiados como se ouve em boa parte do Brasil: “noite” termina em “tchi”.",
	feature2Title: "Números lidos por extenso",
	feature2Description:
		"“2500” vira dois mil e quinhentos, “25%” vira vinte e cinco por cento e “3,5” vira três vírgula cinco. O sinal R$ ainda é lido errado e “14h30” também; escreva “20 reais” e “duas e meia”.",
	title: "Texto para voz em português",
	description:
		"Escreva uma frase em português e ouça na hora, com voz natural do Brasil. Código aberto, roda no seu próprio servidor.",
	h1: "Escreva em português e ouça",
	lead: "Timbre lê português do Brasil com vozes naturais; para o português europeu há por enquanto só uma voz básica, e ela soa robótica.",
	faq: [
		{
			question: "Qual motor fala aqui?",
			answer:
				"Kokoro, um modelo que roda em processador comum, sem placa de vídeo. Ele tem três vozes do português do Brasil. A caixa diz sempre qual voz e qual motor está falando.",
		},
		{
			question: "E o português de Portugal?",
			answer:
				"Existe uma voz do espeak-ng que reduz as vogais como em Lisboa, mas o som é mecânico. A página do sotaque português mostra exatamente como ela soa.",
		},
		{
			question: "Para onde vai o meu texto?",
			answer:
				"Só para o servidor que entregou esta página. Timbre é software livre: com dois comandos ele roda na sua própria máquina.",
		},
	],
	related: ["portuguese-accent", "spanish", "italian"],
	labels: {
		kind: "Texto para voz",
		tryBox: {
			box: "Escreva e ouça",
			sentence: "Uma frase para ouvir",
			placeholder: "Escreva uma frase.",
			voice: "Voz",
			hearAs: "Ouvir com a voz {name}",
			hear: "Ouvir",
			pause: "Pausar",
			characters: "{count} de {limit} caracteres",
			position: "Posição",
			spokenBy: "Fala {name}, com o motor {engine}.",
			unreachable: "Não foi possível carregar as vozes.",
			again: "Tentar de novo",
			none: "Este servidor não tem voz para este idioma.",
			noScript: "Escrever e ouvir exige JavaScript; a amostra abaixo e o resto da página não.",
		},
		tiers: { quality: "voz natural", fast: "voz rápida", basic: "voz básica, robótica" },
		sample: "Uma amostra já gravada",
		howTo: "Como funciona",
		voices: "Vozes",
		questions: "Perguntas",
		related: "Páginas próximas",
		languages: "Todos os idiomas",
		detailsLink: "Tudo sobre o português no Timbre (em inglês)",
		startTitle: "Textos mais longos, com histórico",
		startText: "Crie uma conta neste servidor ou rode o Timbre na sua máquina com dois comandos.",
		startLabel: "Criar conta",
		openLabel: "Abrir o aplicativo",
	},
};
