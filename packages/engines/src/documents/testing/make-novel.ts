// Made-up prose with chapters. The same seed gives the same novel.
export type Novel = { title: string; author: string; chapters: { name: string; paragraphs: string[] }[] };

const openings = "The,A,Every,No,One,That,This,Her,His,Their".split(",");
const nouns =
	"harbor,lantern,captain,letter,window,morning,river,garden,stranger,clock,winter,road,sister,teacher,kitchen,island,engine,shadow,piano,market,bridge,doctor,storm,village,forest,candle,brother,station,mirror,sailor".split(
		",",
	);
const verbs =
	"remembered,followed,crossed,watched,opened,carried,described,answered,reached,noticed,forgot,repaired,left,found,kept,painted,counted,closed,heard,met".split(
		",",
	);
const adjectives =
	"quiet,narrow,distant,broken,bright,old,patient,empty,familiar,cold,careful,uncertain,wooden,silver,tired,gentle".split(
		",",
	);
const endings =
	"before the rain began,after a long silence,without saying a word,in the pale light of the evening,as the bells rang twice,near the old harbor wall,while the others slept,for the first time that year".split(
		",",
	);

export function makeNovel({ words, chapters, seed }: { words: number; chapters: number; seed: number }): Novel {
	const random = createRandom(seed);
	const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
	const sentence = () => {
		const subject = `${pick(openings)} ${pick(adjectives)} ${pick(nouns)}`;
		const clause =
			random() < 0.4 ? `, and the ${pick(nouns)} ${pick(verbs)} the ${pick(adjectives)} ${pick(nouns)}` : "";
		return `${subject} ${pick(verbs)} the ${pick(nouns)} ${pick(endings)}${clause}.`;
	};
	const paragraph = () => Array.from({ length: 2 + Math.floor(random() * 5) }, sentence).join(" ");
	const perChapter = words / chapters;
	return {
		title: `The ${capitalize(pick(adjectives))} ${capitalize(pick(nouns))}`,
		author: "Ada Example",
		chapters: Array.from({ length: chapters }, (_, index) => {
			const paragraphs: string[] = [];
			for (let count = 0; count < perChapter; ) {
				const text = paragraph();
				paragraphs.push(text);
				count += text.split(" ").length;
			}
			return { name: `Chapter ${index + 1}`, paragraphs };
		}),
	};
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function createRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}
