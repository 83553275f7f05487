import type { AccentEntry } from "../../../model/landing.ts";

export const portugueseAccent: AccentEntry = {
	name: "Sotaque português",
	flag: "🇵🇹",
	language: "pt-PT",
	audioSrc: "portuguese-accent",
	voice_id: "2dZbU3GqQyjW7qY6Wjua",
	lang: "pt",
	placeholderText:
		"O elétrico parou à porta do mercado. Era noite, chovia miudinho, e o telefone tocava numa casa de persianas verdes.",
	howToDescription:
		"Escreva até 200 caracteres e carregue no botão. Quem lê é a voz básica do espeak-ng para o português europeu, que fecha as vogais como se faz em Portugal.",
	feature1Title: "Vogais que quase desaparecem",
	feature1Description:
		"Em “de noite” e “telefone” o e final mal se ouve, e o s de “dois” chia antes de consoante. As regras são as de Portugal, não as do Brasil. O timbre é que é de máquina.",
	feature2Title: "Se preferir uma voz natural",
	feature2Description:
		"As vozes naturais falam português do Brasil. Leem a ortografia europeia sem problemas, mas ninguém as tomará por portuguesas. Escolha conforme o que pesa mais: o sotaque ou a naturalidade.",
	title: "Sotaque de Portugal: texto para voz",
	description:
		"Ouça a sua frase em português europeu. Por agora só com uma voz básica, robótica, mas com as vogais de Portugal.",
	h1: "Português de Portugal, com voz de máquina",
	lead: "Há uma voz para o português europeu. É básica e soa a robô; as vogais, essas, são portuguesas.",
	faq: [
		{
			question: "Porque é que soa a robô?",
			answer:
				"O espeak-ng calcula os sons por regras, sem ter aprendido com pessoas. As vozes naturais do Kokoro só existem para o português do Brasil.",
		},
		{
			question: "Há sotaques dos Açores, da Madeira ou do Porto?",
			answer: "Não. Há uma única pronúncia, próxima da de Lisboa.",
		},
		{
			question: "Para onde vai o meu texto?",
			answer:
				"Apenas para o servidor que lhe enviou esta página. Com dois comandos, o Timbre corre no seu próprio computador.",
		},
	],
	related: ["portuguese", "spanish", "african-accent"],
};
