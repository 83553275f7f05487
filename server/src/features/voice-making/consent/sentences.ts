// Consent sentences in each language. The first part states the consent; the second is random, made of words that are
// easy to say and hard to confuse, so that an older recording cannot be reused.
// Invariant: all words of a list fit the frame of their language without changing form, so every sentence is correct.
import { randomInt } from "node:crypto";
import type { ConsentLanguage } from "@timbre/contract/voice-making/rules.ts";

type Words = {
	agreement: string;
	/** The random part. Both qualities come from one list. */
	frame: string;
	qualities: readonly string[];
	people: readonly string[];
	deeds: readonly string[];
	things: readonly string[];
	places: readonly string[];
};

const words = (list: string): string[] => list.split(" ");
const phrases = (list: string): string[] => list.split(", ");

const wordsOf: Record<ConsentLanguage, Words> = {
	en: {
		agreement: "I agree that a voice is made from my recordings.",
		frame: "The {quality} {person} {deed} the {objectQuality} {thing} {place}.",
		qualities: words(
			"quiet golden narrow hungry purple gentle wooden famous frozen honest broken silver careful modern simple orange friendly empty yellow heavy clever distant lucky ancient",
		),
		people: words(
			"teacher farmer sailor doctor painter captain neighbor baker pilot singer gardener student builder hunter dancer tailor driver lawyer waiter poet soldier banker writer princess",
		),
		deeds: words(
			"carries paints borrows watches repairs forgets discovers remembers follows collects measures protects hides washes admires describes imagines delivers examines ignores",
		),
		things: words(
			"window mountain garden button blanket pencil kitchen bottle hammer ribbon basket mirror island turtle engine pepper jacket candle puzzle ladder camera umbrella balloon piano",
		),
		places: phrases(
			"behind the castle, near the river, under the bridge, beside the market, above the valley, inside the tower, across the harbor, before the winter, during the summer, without the children, after the concert, around the village",
		),
	},
	de: {
		agreement: "Ich bin einverstanden, dass aus meinen Aufnahmen eine Stimme erstellt wird.",
		frame: "Der {quality}e {person} {deed} den {objectQuality}en {thing} {place}.",
		qualities: words(
			"ruhig golden schmal hungrig freundlich hölzern berühmt ehrlich kaputt silbern vorsichtig modern einfach leer gelb schwer klug glücklich grün stark",
		),
		people: words(
			"Lehrer Bauer Arzt Maler Kapitän Nachbar Bäcker Pilot Sänger Gärtner Student Tänzer Schneider Fahrer Anwalt Kellner Dichter Soldat Koch Förster",
		),
		deeds: words(
			"trägt malt kauft sucht findet repariert vergisst entdeckt sammelt misst versteckt bewundert beschreibt liefert untersucht verkauft zeichnet holt putzt zeigt",
		),
		things: words(
			"Hammer Garten Knopf Spiegel Korb Motor Schrank Teppich Schlüssel Regenschirm Apfel Kuchen Stuhl Tisch Koffer Ballon Löffel Teller Mantel Hut",
		),
		places: phrases(
			"hinter dem Schloss, neben dem Fluss, unter der Brücke, auf dem Markt, über dem Tal, in dem Turm, an dem Hafen, vor dem Winter, während des Sommers, ohne die Kinder, nach dem Konzert, in dem Dorf",
		),
	},
	es: {
		agreement: "Autorizo que se cree una voz a partir de mis grabaciones.",
		frame: "El {person} {quality} {deed} el {thing} {objectQuality} {place}.",
		qualities: words(
			"tranquilo dorado estrecho hambriento amable famoso honesto roto plateado prudente moderno sencillo vacío amarillo pesado lejano antiguo verde alegre fuerte",
		),
		people: words(
			"profesor granjero marinero médico pintor capitán vecino panadero piloto cantante jardinero estudiante bailarín sastre abogado camarero poeta soldado cocinero cartero",
		),
		deeds: words(
			"lleva pinta compra busca encuentra repara olvida descubre recuerda mide protege esconde lava admira describe imagina entrega examina vende dibuja",
		),
		things: words(
			"espejo jardín botón lápiz martillo motor paraguas sombrero reloj cuadro zapato libro globo piano tambor barco queso cuchillo teléfono abrigo",
		),
		places: phrases(
			"detrás del castillo, cerca del río, debajo del puente, junto al mercado, sobre el valle, dentro de la torre, en el puerto, antes del invierno, durante el verano, sin los niños, después del concierto, en el pueblo",
		),
	},
	fr: {
		agreement: "J'accepte qu'une voix soit créée à partir de mes enregistrements.",
		frame: "Le {person} {quality} {deed} le {thing} {objectQuality} {place}.",
		qualities: words(
			"tranquille doré étroit affamé aimable célèbre honnête cassé argenté prudent moderne simple vide jaune lourd habile lointain ancien vert joyeux",
		),
		people: words(
			"professeur fermier marin médecin peintre capitaine voisin boulanger pilote chanteur jardinier danseur tailleur chauffeur serveur poète soldat cuisinier facteur banquier",
		),
		deeds: words(
			"porte peint achète cherche trouve répare oublie découvre mesure protège cache lave admire décrit imagine examine vend dessine regarde garde",
		),
		things: words(
			"miroir jardin bouton crayon marteau panier moteur parapluie chapeau tableau piano ballon tambour bateau fromage couteau téléphone manteau gâteau livre",
		),
		places: phrases(
			"derrière le château, près de la rivière, sous le pont, devant le marché, dans la vallée, dans la tour, dans le port, avant la nuit, pendant la fête, sans les enfants, après le concert, dans le village",
		),
	},
	it: {
		agreement: "Autorizzo la creazione di una voce dalle mie registrazioni.",
		frame: "Il {person} {quality} {deed} il {thing} {objectQuality} {place}.",
		qualities: words(
			"tranquillo dorato stretto affamato gentile famoso onesto rotto argentato prudente moderno semplice vuoto giallo pesante lontano antico verde allegro fortunato",
		),
		people: words(
			"professore contadino marinaio medico pittore capitano vicino fornaio pilota cantante giardiniere ballerino sarto cameriere poeta soldato cuoco postino banchiere maestro",
		),
		deeds: words(
			"porta dipinge compra cerca trova ripara dimentica scopre ricorda misura protegge nasconde lava ammira descrive immagina consegna esamina vende disegna",
		),
		things: words(
			"giardino bottone martello motore cappello quadro libro pallone tamburo formaggio coltello telefono cappotto tavolo bicchiere piatto cuscino tappeto cestino vaso",
		),
		places: phrases(
			"dietro il castello, vicino al fiume, sotto il ponte, davanti al mercato, sopra la valle, dentro la torre, nel porto, prima dell'inverno, durante la festa, senza i bambini, dopo il concerto, nel villaggio",
		),
	},
	pt: {
		agreement: "Autorizo que uma voz seja criada a partir das minhas gravações.",
		frame: "O {person} {quality} {deed} o {thing} {objectQuality} {place}.",
		qualities: words(
			"tranquilo dourado estreito faminto gentil famoso honesto quebrado prateado prudente moderno simples vazio amarelo pesado distante antigo verde alegre azul",
		),
		people: words(
			"professor fazendeiro marinheiro médico pintor capitão vizinho padeiro piloto cantor jardineiro estudante dançarino alfaiate advogado porteiro poeta soldado cozinheiro carteiro",
		),
		deeds: words(
			"carrega pinta compra procura encontra conserta esquece descobre mede protege esconde lava admira descreve imagina entrega examina vende desenha guarda",
		),
		things: words(
			"espelho jardim botão lápis martelo motor chapéu relógio quadro sapato livro balão piano tambor barco queijo telefone casaco tapete copo",
		),
		places: phrases(
			"atrás do castelo, perto do rio, debaixo da ponte, ao lado do mercado, acima do vale, dentro da torre, no porto, antes do inverno, durante o verão, sem as crianças, depois do concerto, na aldeia",
		),
	},
};

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

/** One of at least thirty million combinations. */
export function createSentence(language: ConsentLanguage): string {
	const { agreement, frame, qualities, people, deeds, things, places } = wordsOf[language];
	const part: Record<string, readonly string[]> = {
		quality: qualities,
		person: people,
		deed: deeds,
		objectQuality: qualities,
		thing: things,
		place: places,
	};
	return `${agreement} ${frame.replaceAll(/\{(\w+)\}/g, (_, name: string) => pick(part[name] ?? []))}`;
}

/** The part that differs from sentence to sentence. */
export function randomPart(language: ConsentLanguage, sentence: string): string {
	return sentence.slice(wordsOf[language].agreement.length);
}
