import type { AccentEntry } from "../../../model/landing.ts";

export const latinAmericanAccent: AccentEntry = {
	name: "Acento latinoamericano",
	flag: "🌎",
	language: "es",
	audioSrc: "latin-american-accent",
	voice_id: "IYSGzfU21Nie3tQiBv7R",
	lang: "es",
	placeholderText:
		"El colectivo salió a las siete y diez con veinticinco pasajeros. Afuera llovía; adentro, alguien silbaba un bolero.",
	howToDescription:
		"Escribe una frase y presiona el botón. La voz que oirás pronuncia la ce y la zeta como en España; compárala con tu oído antes de usarla para un público de América.",
	feature1Title: "El seseo todavía no está",
	feature1Description:
		"En toda América “gracias” se dice con ese. Las voces de Timbre dicen la zeta de Madrid, y no hay ajuste que lo cambie para un texto entero. Preferimos decirlo antes de que lo descubras al publicar.",
	feature2Title: "Un remiendo para palabras sueltas",
	feature2Description:
		"El diccionario de pronunciación acepta otra escritura: “grasias” en lugar de “gracias”, “siudad” en lugar de “ciudad”. Sirve para una marca, un eslogan o una docena de palabras frecuentes.",
	title: "Acento latinoamericano: texto a voz",
	description:
		"Timbre aún no tiene voz latinoamericana. Escucha la voz española más cercana y conoce qué se puede corregir y qué no.",
	h1: "Español de América: lo que hay y lo que falta",
	lead: "No hay una voz latinoamericana. Aquí lee una voz natural con pronunciación de España, y te contamos cómo acercarla.",
	faq: [
		{
			question: "¿Por qué no cambian la regla de la zeta?",
			answer:
				"Cambiar la regla es fácil; lo difícil es que la voz, entrenada con otros sonidos, siga sonando natural. Se hará cuando se pueda comprobar.",
		},
		{
			question: "¿Entiende palabras americanas?",
			answer: "Sí. “Colectivo”, “computadora” o “chévere” se leen sin problema: la ortografía del español basta.",
		},
		{ question: "¿Qué motor habla aquí?", answer: "Kokoro, con la voz Dora para empezar." },
	],
	related: ["mexican-accent", "argentine-accent", "spanish", "spanish-castilian-accent"],
};
