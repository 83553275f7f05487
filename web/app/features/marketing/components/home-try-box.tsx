import { TryBox } from "./try-box.tsx";

const text = "Good evening. I am a voice made of numbers, and I would be glad to read whatever you write here.";

// Waveform of the text in Kokoro's voice Heart: the peak of each of 120 equal parts, 0 to 255.
const rawPeaks = [
	1, 81, 111, 108, 100, 32, 48, 62, 63, 18, 39, 65, 46, 26, 22, 9, 2, 0, 0, 0, 0, 0, 0, 0, 0, 63, 86, 88, 114, 102, 27,
	17, 79, 92, 109, 77, 61, 83, 95, 58, 70, 75, 38, 80, 47, 48, 81, 66, 35, 66, 37, 25, 27, 48, 54, 61, 11, 1, 1, 1, 0,
	0, 1, 129, 107, 75, 49, 43, 1, 0, 0, 53, 72, 30, 76, 58, 12, 35, 59, 101, 123, 111, 121, 87, 64, 53, 35, 29, 52, 38,
	36, 51, 46, 33, 3, 86, 94, 57, 95, 108, 75, 57, 40, 52, 59, 27, 86, 103, 84, 52, 25, 13, 37, 54, 19, 23, 7, 0, 0, 0,
];
const peaks = rawPeaks.map((peak) => peak / 255);

/** The English demo, with the waveform of its initial text. */
export function HomeTryBox() {
	return <TryBox text={text} peaks={peaks} />;
}
