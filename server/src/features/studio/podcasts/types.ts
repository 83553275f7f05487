import type { PodcastScale } from "@timbre/contract/studio/rules.ts";

/** What a podcast was asked to be. */
export type PodcastRequest = {
	hostVoiceId: string;
	/** Missing in a bulletin. */
	guestVoiceId?: string;
	scale: PodcastScale;
	/** Two letters. Empty: as the sources. */
	language: string;
	intro: string;
	outro: string;
	instructions: string;
	highlights: string[];
	sources: PodcastSource[];
};
export type PodcastSource =
	| { kind: "text"; text: string }
	/** What was downloaded from an address. */
	| { kind: "document"; uploadId: string; fileName: string };

export type Turn = { speaker: "host" | "guest"; text: string };
export type Script = { title: string; turns: Turn[] };

/** Name of the project until its sources are read. */
export const placeholderName = "New podcast";
