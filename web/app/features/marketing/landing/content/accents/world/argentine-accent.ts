import type { AccentEntry } from "../../../model/landing.ts";

export const argentineAccent: AccentEntry = {
	name: "Acento argentino",
	flag: "🇦🇷",
	language: "es",
	audioSrc: "argentine-accent",
	voice_id: "ybeEznAnJFYzHzr6xZVS",
	lang: "es",
	placeholderText:
		"Che, ¿vos sabés a qué hora llega la lluvia? Dejá la yerba en la mesa, que ya puse la pava y el mate está listo.",
	howToDescription:
		"Escribí una frase y apretá el botón. El voseo se lee bien, porque la tilde manda; el sonido, en cambio, es el de España.",
	feature1Title: "El voseo sí",
	feature1Description:
		"“Sabés”, “dejá”, “vení”: la tilde pone el acento donde va y la voz lo respeta. Las preguntas suben al final. La gramática rioplatense no le causa ningún problema.",
	feature2Title: "El yeísmo con she, palabra por palabra",
	feature2Description:
		"“Lluvia” y “yerba” suenan como en Madrid. En el diccionario de pronunciación se puede dar el alfabeto fonético: “lluvia” como /ˈʃubja/. Para diez palabras vale la pena; para un cuento, no.",
	title: "Acento argentino: texto a voz",
	description:
		"No hay voz argentina en Timbre todavía. Probá la más cercana: lee bien el voseo, pero le falta la she rioplatense.",
	h1: "Rioplatense a medias",
	lead: "Timbre no tiene una voz argentina. La que hay lee el voseo sin tropezar, pero pronuncia la elle y la ce como en España.",
	faq: [
		{
			question: "¿Y la melodía porteña?",
			answer: "No está. Con menos estabilidad la voz sube y baja más, pero no de esa manera.",
		},
		{
			question: "¿Sirve para Uruguay?",
			answer: "Con los mismos límites: la gramática se lee bien, el sonido no es el del Río de la Plata.",
		},
		{ question: "¿Qué motor habla acá?", answer: "Kokoro, con la voz Alex para empezar." },
	],
	related: ["latin-american-accent", "mexican-accent", "spanish", "italian"],
};
