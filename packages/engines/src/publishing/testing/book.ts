import { encodeExport } from "../../mastering/export.ts";
import { sine } from "../../mastering/testing/signals.ts";
import type { EpubBook } from "../epub-book.ts";
import { pngPicture } from "./pictures.ts";

const rate = 44_100;

function toneFile(seconds: number) {
	return async function* () {
		const tone = async function* () {
			yield sine(300, 0.2, seconds, rate);
		};
		yield* encodeExport(tone(), "mp3_44100_192", seconds * rate);
	};
}

/** A book with what breaks careless writers: markup, control characters, ids that XML does not allow. */
export function exampleBook(): EpubBook {
	return {
		id: "0F8FAD5B-D9CB-469F-A165-70867728950E",
		title: "Ein <Traum> & mehr",
		author: 'Ada "A." Lang',
		narrators: ["Timbre"],
		language: "de_AT",
		isbn: "978-3-16-148410-0",
		description: "About the north & <the> south.\u0001",
		publisher: "Example Press",
		cover: { bytes: pngPicture(40, 60), type: "image/png" },
		modified: new Date("2026-11-19T08:00:00.500Z"),
		chapters: [
			{
				id: "1",
				title: "Vorwort <1>",
				blocks: [
					{ id: "7b", type: "h1", sentences: [{ id: "7b:0", text: "Vorwort <1>", from: 0.5, to: 1.2 }] },
					{
						id: "8 c",
						type: "p",
						sentences: [
							{ id: "8c:0", text: "Es war & ist\u0000 so. ", from: 1.4, to: 2.5, words: [{ from: 1.5 }, { from: 2 }] },
							{ id: "8c:1", text: "Ein Ende\ud800.", from: 2.6, to: 3.6 },
							{ id: "8c:2", text: "…", from: 3.6, to: 3.6 },
						],
					},
					{ id: "9", type: "p", sentences: [{ id: "7b-0", text: "Noch etwas.", from: 3.8, to: 4.4 }] },
				],
				audio: { name: "1 Vorwort – über.mp3", type: "audio/mpeg", seconds: 5, open: toneFile(5) },
			},
			{
				id: "2",
				title: " ",
				blocks: [
					{ id: "h", type: "h2", sentences: [{ id: "h:0", text: "Zwei", from: 0.7, to: 1.1 }] },
					{ id: "empty", type: "p", sentences: [] },
				],
				audio: { name: "2.mp3", type: "audio/mpeg", seconds: 2, open: toneFile(2) },
			},
			{
				id: "3",
				title: "Anhang",
				blocks: [{ id: "a", type: "p", sentences: [{ id: "a:0", text: "Stumm.", from: 0, to: 0 }] }],
			},
		],
	};
}
