import type { Speaker } from "./speech.ts";

const names = ["low", "middle", "high", ...Array.from({ length: 21 }, (_, index) => String(index + 4))];

/** Enough speakers that jobs over all voices take a while. */
export const fakeSpeakers: Speaker[] = names.map((name) => ({
	id: `tone-${name}`,
	name: `Tone ${name}`,
	language: "en-US",
}));

export const fakePitches: Record<string, number> = {
	...Object.fromEntries(names.map((name, index) => [`tone-${name}`, 300 + 10 * index])),
	"tone-low": 220,
	"tone-middle": 440,
	"tone-high": 880,
};
