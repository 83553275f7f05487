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
	/** Anything but "not_reviewed" locks it. */
	review_status: string;
};

/** When each character sounds, in seconds; it may cover only the beginning while more is being made. */
export type Alignment = {
	characters: readonly string[];
	character_start_times_seconds: readonly number[];
	character_end_times_seconds: readonly number[];
};

/** What is loaded into the player, and all that is known of it. */
export type PlayerItem = {
	id: string;
	/** The name of its download; null as long as it cannot be downloaded. */
	fileName: string | null;
	type: PlayerItemType;
	/** The browser knows enough of the sound to play it. */
	loaded: boolean;
	/** The first time since the page was opened that this item is asked for. */
	isFirstRequest: boolean;
	autoStart: boolean;
	extra: { text: string; feedback: PlayerFeedback | null };
	/** Told the position in seconds, every 25 ms while playing. */
	onTimeUpdateCallback: ((seconds: number) => void) | null;
	player: {
		title: string;
		description: string;
		/** Milliseconds; an estimate, or 0, until the sound itself has told. */
		duration: number;
		language: string | null;
		/** Decides the colours. */
		voice_id: string | null;
		voice_name: string | null;
		languagePreviewUrls: readonly { language: string; previewUrl: string }[];
	};
	/** The saved generation, once it is known to exist: only then can it be shared and judged. */
	historyItemId: string | null;
	/** Where the sound can be had as a file, when it did not come as a stream. */
	downloadUrl: string | null;
	peaks: readonly number[];
	alignment: Alignment | null;
};

/** What a caller must say; the rest has its defaults. */
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
