import type { LanguageEntry } from "../../../model/landing.ts";

export const french: LanguageEntry = {
	name: "Français",
	flag: "🇫🇷",
	language: "fr",
	audioSrc: "french",
	voice_id: "vF60LY8ht1gxHzxhwee3",
	placeholderText:
		"Les amis arrivent à huit heures. Vous avez bien dit quatre-vingt-onze invités ? Alors il faudra pousser les murs.",
	howToDescription:
		"Écrivez jusqu’à 200 caractères dans le cadre et appuyez sur le bouton : le début de la phrase s’entend pendant que la suite se prépare. Avec un compte, les textes peuvent être longs, chaque prise est conservée, et l’allure comme la mélodie se règlent.",
	feature1Title: "Les liaisons se font, les lettres muettes se taisent",
	feature1Description:
		"« Les amis » se lie, « les héros » ne se lie pas, et le -ent de « ils arrivent » ne s’entend pas. Le texte passe d’abord en sons, avec les règles du français écrit, avant de devenir une voix.",
	feature2Title: "Les nombres en toutes lettres",
	feature2Description:
		"« 97 » se dit quatre-vingt-dix-sept, « 1789 » mille sept cent quatre-vingt-neuf, « 25 % » vingt-cinq pour cent. Seule l’heure écrite « 14 h 30 » trébuche encore : écrivez « quatorze heures trente ».",
	title: "Synthèse vocale en français",
	description:
		"Écrivez une phrase en français et écoutez-la aussitôt, avec une voix naturelle. Logiciel libre, à installer sur votre propre serveur.",
	h1: "Écrivez en français, écoutez aussitôt",
	lead: "Timbre lit le français d’une voix naturelle. Écrivez une phrase ci-dessous : le son commence avant que la phrase ne soit achevée.",
	faq: [
		{
			question: "Quel moteur parle ici ?",
			answer:
				"Kokoro, un modèle qui tourne sur un processeur ordinaire, sans carte graphique. Il a une seule voix française, Siwis, une voix de femme. Le cadre indique toujours quelle voix et quel moteur parlent.",
		},
		{
			question: "Y a-t-il un accent québécois, belge ou suisse ?",
			answer:
				"Non, la prononciation est celle de France. On peut en revanche écrire « septante » ou « nonante » : les mots sont dits comme ils sont écrits.",
		},
		{
			question: "Où va mon texte ?",
			answer:
				"Seulement sur le serveur qui vous a envoyé cette page. Timbre est un logiciel libre : deux commandes suffisent pour l’avoir sur votre machine.",
		},
	],
	related: ["french-swiss-accent", "italian", "spanish"],
	labels: {
		kind: "Synthèse vocale",
		tryBox: {
			box: "Écrire et écouter",
			sentence: "Une phrase à écouter",
			placeholder: "Écrivez une phrase.",
			voice: "Voix",
			hearAs: "Écouter avec la voix {name}",
			hear: "Écouter",
			pause: "Pause",
			characters: "{count} caractères sur {limit}",
			position: "Position",
			spokenBy: "{name} parle, avec le moteur {engine}.",
			unreachable: "Impossible de charger les voix.",
			again: "Réessayer",
			none: "Ce serveur n’a pas de voix pour cette langue.",
			noScript: "Écrire et écouter demande JavaScript ; l’extrait ci-dessous et le reste de la page, non.",
		},
		tiers: { quality: "voix naturelle", fast: "voix rapide", basic: "voix simple, robotique" },
		sample: "Un extrait déjà enregistré",
		howTo: "Comment ça marche",
		voices: "Voix",
		questions: "Questions",
		related: "Pages voisines",
		languages: "Toutes les langues",
		detailsLink: "Le français dans Timbre, en détail (en anglais)",
		startTitle: "Des textes plus longs, avec historique",
		startText: "Créez un compte sur ce serveur, ou installez Timbre chez vous en deux commandes.",
		startLabel: "Créer un compte",
		openLabel: "Ouvrir l'application",
	},
};
