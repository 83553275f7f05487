import type { LanguageEntry } from "../../../model/landing.ts";

export const spanish: LanguageEntry = {
	name: "Español",
	flag: "🇪🇸",
	language: "es",
	audioSrc: "spanish",
	voice_id: "IYSGzfU21Nie3tQiBv7R",
	placeholderText:
		"¿De verdad costaba 2.500 pesetas? El librero asintió, sopló el polvo de la cubierta y bajó el precio a cinco euros.",
	howToDescription:
		"Escribe hasta 200 caracteres en la caja y pulsa el botón: la primera parte de la frase suena mientras se hace el resto. Con una cuenta puedes leer textos largos, guardar cada toma y ajustar el ritmo y la melodía.",
	feature1Title: "Los signos de apertura sirven de algo",
	feature1Description:
		"El “¿” avisa de la pregunta antes de que llegue, y la tilde decide el acento: “término”, “termino” y “terminó” son tres palabras distintas al oído. La letra escrita basta; no hace falta marcar nada más.",
	feature2Title: "Cifras dichas con palabras",
	feature2Description:
		"“2.500” se lee dos mil quinientos, “25 %” veinticinco por ciento, “14:30” catorce treinta, y “Sr.” se dice señor. Si un apellido o una marca se resisten, una regla del diccionario de pronunciación los corrige para siempre.",
	title: "Texto a voz en español",
	description:
		"Escribe una frase en español y escúchala al momento con voz natural. Software libre que funciona en tu propio servidor.",
	h1: "Escríbelo en español y escúchalo",
	lead: "Timbre lee español con voces naturales y pronunciación de España: la zeta de “cielo” se oye. Escribe debajo y el sonido empezará antes de que la frase esté terminada.",
	faq: [
		{
			question: "¿Qué motor habla aquí?",
			answer:
				"Kokoro, un modelo que funciona en un procesador corriente, sin tarjeta gráfica, con tres voces en español. La caja dice siempre qué voz y qué motor están hablando.",
		},
		{
			question: "¿Hay acento latinoamericano?",
			answer:
				"Todavía no. Todas las voces distinguen la ce de la ese. En las páginas de los acentos mexicano, argentino y latinoamericano explicamos qué se puede hacer mientras tanto y qué no.",
		},
		{
			question: "¿Adónde va mi texto?",
			answer:
				"Solo al servidor que te ha dado esta página. Timbre es software libre y con dos órdenes lo tienes en tu propia máquina.",
		},
	],
	related: ["spanish-castilian-accent", "latin-american-accent", "mexican-accent", "portuguese"],
	labels: {
		kind: "Texto a voz",
		tryBox: {
			box: "Escribe y escucha",
			sentence: "Una frase para escuchar",
			placeholder: "Escribe una frase.",
			voice: "Voz",
			hearAs: "Escuchar con la voz {name}",
			hear: "Escuchar",
			pause: "Pausa",
			characters: "{count} de {limit} caracteres",
			position: "Posición",
			spokenBy: "Habla {name}, con el motor {engine}.",
			unreachable: "No se pudieron cargar las voces.",
			again: "Intentar de nuevo",
			none: "Este servidor no tiene voz para este idioma.",
			noScript: "Escribir y escuchar necesita JavaScript; la muestra de abajo y el resto de la página, no.",
		},
		tiers: { quality: "voz natural", fast: "voz rápida", basic: "voz básica, robótica" },
		sample: "Una muestra ya grabada",
		howTo: "Cómo funciona",
		voices: "Voces",
		questions: "Preguntas",
		related: "Páginas cercanas",
		languages: "Todos los idiomas",
		detailsLink: "El español en Timbre, en detalle (en inglés)",
		startTitle: "Textos más largos, con historial",
		startText: "Crea una cuenta en este servidor o pon Timbre en tu propia máquina con dos órdenes.",
		startLabel: "Crear cuenta",
		openLabel: "Abrir la aplicación",
	},
};
