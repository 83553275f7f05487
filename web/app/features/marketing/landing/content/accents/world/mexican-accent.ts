import type { AccentEntry } from "../../../model/landing.ts";

export const mexicanAccent: AccentEntry = {
	name: "Acento mexicano",
	flag: "🇲🇽",
	language: "es",
	audioSrc: "mexican-accent",
	voice_id: "IYSGzfU21Nie3tQiBv7R",
	lang: "es",
	placeholderText:
		"Ándale, ya mero salimos. El camión a Xochimilco pasa a las seis y el chocolate de la abuela no espera a nadie.",
	howToDescription:
		"Escribe una frase y presiona el botón. No es una voz mexicana: es la más cercana que tenemos, con la ce y la zeta de España.",
	feature1Title: "La equis de México",
	feature1Description:
		"“México” sale con jota y “Xochimilco” con ese, como debe ser. “Oaxaca”, en cambio, se lee con ks; en el diccionario de pronunciación escribes “Guajaca” y queda resuelto para todos tus textos.",
	feature2Title: "Lo que te delatará",
	feature2Description:
		"La zeta de “corazón” y la ese de Castilla se oyen de inmediato en México. Para un aviso interno puede bastar; para un anuncio al público, hoy no lo recomendamos.",
	title: "Acento mexicano: texto a voz",
	description:
		"Todavía no hay voz mexicana en Timbre. Escucha la más cercana, y aprende a corregir Oaxaca y otros nombres.",
	h1: "Voz mexicana: todavía no, y por qué",
	lead: "Timbre no tiene una voz de México. Prueba la voz española natural y decide si te sirve mientras tanto.",
	faq: [
		{
			question: "¿Van a tener una?",
			answer:
				"Las voces hechas a partir de grabaciones son mezclas de voces inglesas, así que no sirven para el español. Cuando haya un modelo con una persona mexicana que dé su permiso, estará en esta página.",
		},
		{
			question: "¿Lee náhuatl o maya?",
			answer: "No. Los nombres propios se corrigen con el diccionario; los idiomas no están.",
		},
		{ question: "¿Qué motor habla aquí?", answer: "Kokoro, con la voz Dora para empezar." },
	],
	related: ["latin-american-accent", "argentine-accent", "spanish", "californian-accent"],
};
