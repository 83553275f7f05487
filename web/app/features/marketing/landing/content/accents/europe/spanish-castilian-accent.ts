import type { AccentEntry } from "../../../model/landing.ts";

export const spanishCastilianAccent: AccentEntry = {
	name: "Acento castellano",
	flag: "🇪🇸",
	language: "es",
	audioSrc: "spanish-castilian-accent",
	voice_id: "ybeEznAnJFYzHzr6xZVS",
	lang: "es",
	placeholderText:
		"A las cinco en punto cerró la zapatería de la plaza. Quedaban diez pares, cinco cajas y un zapato sin dueño.",
	howToDescription:
		"Escribe hasta 200 caracteres y pulsa el botón: las voces naturales leen con la pronunciación del centro y norte de España.",
	feature1Title: "Casa y caza no son lo mismo",
	feature1Description:
		"La zeta y la ce se distinguen de la ese en todas las voces: “casa” y “caza”, “cien” y “sien” suenan distintas. También se conserva la elle de “calle”, que muchos hablantes ya no separan de la ye.",
	feature2Title: "Tres voces, un mismo acento",
	feature2Description:
		"Dora, Alex y Santa comparten la pronunciación y se diferencian en el timbre. La estabilidad regula cuánto se mueve la melodía; la velocidad es exacta al medirla.",
	title: "Acento castellano: texto a voz",
	description:
		"Español de España con voces naturales que distinguen casa de caza. Escribe tu frase y escúchala al momento.",
	h1: "Castellano, con su zeta",
	lead: "Este es el acento que Timbre habla de verdad en español: el de Castilla, con voces naturales.",
	faq: [
		{ question: "¿Hay acento andaluz o canario?", answer: "No. Tampoco hay catalán, gallego ni euskera." },
		{
			question: "¿Se puede quitar la zeta?",
			answer: "No para un texto entero. Para palabras sueltas, con el diccionario de pronunciación.",
		},
		{ question: "¿Qué motor habla aquí?", answer: "Kokoro, con la voz Alex para empezar." },
	],
	related: ["spanish", "spanish-accent", "latin-american-accent"],
};
