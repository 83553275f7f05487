import type { AccentEntry } from "../../../model/landing.ts";

export const frenchSwissAccent: AccentEntry = {
	name: "Accent suisse romand",
	flag: "🇨🇭",
	language: "fr",
	audioSrc: "french-swiss-accent",
	voice_id: "vF60LY8ht1gxHzxhwee3",
	lang: "fr",
	placeholderText:
		"Le bateau de huit heures quitte Lausanne avec nonante passagers et septante vélos. Le lac est calme, le café est chaud.",
	howToDescription:
		"Écrivez une phrase et appuyez sur le bouton. La voix parle comme en France ; les mots, eux, peuvent être romands.",
	feature1Title: "Septante, huitante, nonante",
	feature1Description:
		"Écrits en lettres, ces nombres sont dits tels quels. Écrits en chiffres, ils redeviennent français : « 97 » se lit quatre-vingt-dix-sept. Pour un public suisse, écrivez-les donc en toutes lettres.",
	feature2Title: "Ce qui manque",
	feature2Description:
		"La lenteur des finales, les voyelles longues de « amie » ou « journée », la mélodie de Genève ou du Valais : la voix ne les connaît pas. Elle est naturelle, mais d’ailleurs.",
	title: "Accent suisse : synthèse vocale",
	description:
		"Pas encore de voix suisse romande dans Timbre : écoutez la voix française la plus proche dire septante et nonante.",
	h1: "Le romand, du moins ses mots",
	lead: "Timbre n’a pas de voix suisse. Sa voix française naturelle dit volontiers septante et nonante, sans l’accent.",
	faq: [
		{
			question: "Y a-t-il du suisse allemand ?",
			answer: "Non. L’allemand n’a qu’une voix simple, et elle parle l’allemand standard.",
		},
		{
			question: "Comment corriger un nom de lieu ?",
			answer: "Par une règle du dictionnaire de prononciation : « Chexbres », lu avec un x, s’y écrit comme il se dit.",
		},
		{ question: "Quel moteur parle ici ?", answer: "Kokoro, avec la voix Siwis." },
	],
	related: ["french", "italian-accent", "german-accent"],
};
