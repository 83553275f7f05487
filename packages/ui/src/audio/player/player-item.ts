export const playerItemTypes = ["text-to-speech", "speech-to-speech", "speechHistoryItem", "voicePreview"] as const;
export type PlayerItemType = (typeof playerItemTypes)[number];

export type PlayerFeedback = {
	thumbs_up: boolean;
	feedback: string;
	emotions: boolean;
	inaccurate_clone: boolean;
	glitches: boolean;
	audio_quality: boolean;
	other: boolean;
	/** Any value other than "not_reviewed" makes it read-only. */
	review_status: string;
};

/** Start and end of each character in seconds; covers only the beginning while audio is being generated. */
export type Alignment = {
	characters: readonly string[];
	character_start_times_seconds: readonly number[];
	character_end_times_seconds: readonly number[];
};

/** The item loaded in the player. */
export type PlayerItem = {
	id: string;
	/** The download file name; null if it cannot be downloaded yet. */
	fileName: string | null;
	type: PlayerItemType;
	/** The browser can play it. */
	loaded: boolean;
	/** The first request for this item since the page was loaded. */
	isFirstRequest: boolean;
	autoStart: boolean;
	extra: { text: string; feedback: PlayerFeedback | null };
	/** Called with the position in seconds every 25 ms while playing. */
	onTimeUpdateCallback: ((seconds: number) => void) | null;
	player: {
		title: string;
		description: string;
		/** Milliseconds; an estimate or 0 until the audio is loaded. */
		duration: number;
		language: string | null;
		/** Determines the colors. */
		voice_id: string | null;
		voice_name: string | null;
		languagePreviewUrls: readonly { language: string; previewUrl: string }[];
	};
	/** The saved generation, once known; sharing and feedback need it. */
	historyItemId: string | null;
	/** The file URL, if the audio did not come as a stream. */
	downloadUrl: string | null;
	peaks: readonly number[];
	alignment: Alignment | null;
};

/** Required fields; the rest has defaults. */
export type NewPlayerItem = Pick<PlayerItem, "id" | "type"> &
	Partial<Omit<PlayerItem, "id" | "type" | "player" | "extra">> & {
		extra?: Partial<PlayerItem["extra"]>;
		player: Pick<PlayerItem["player"], "title"> & Partial<PlayerItem["player"]>;
	};

export function playerItem(given: NewPlayerItem): PlayerItem {
	return {
		fileName: null,
		isFirstRequest: true,
		autoStart: true,
		onTimeUpdateCallback: null,
		historyItemId: null,
		downloadUrl: null,
		peaks: [],
		alignment: null,
		...given,
		loaded: false,
		extra: { text: "", feedback: null, ...given.extra },
		player: {
			description: "",
			duration: 0,
			language: null,
			voice_id: null,
			voice_name: null,
			languagePreviewUrls: [],
			...given.player,
		},
	};
}
