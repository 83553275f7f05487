// Plays the original and the result at once, one of them muted, so that switching has no gap and keeps the position.

export type Version = "isolated" | "original";
export type CompareState = { playing: boolean; position: number; version: Version; error: boolean };

/** What the player uses of an audio element. */
export type AudioTrack = Pick<
	HTMLAudioElement,
	"currentTime" | "muted" | "ended" | "play" | "pause" | "addEventListener"
>;

/** Muted audio that is further away from the audible one is moved. A move while audible would be a gap. */
const maxDriftSeconds = 0.04;

export function createComparePlayer(open: (version: Version) => AudioTrack) {
	const tracks: Record<Version, AudioTrack> = { isolated: open("isolated"), original: open("original") };
	let state: CompareState = { playing: false, position: 0, version: "isolated", error: false };
	const listeners = new Set<() => void>();
	const set = (change: Partial<CompareState>) => {
		state = { ...state, ...change };
		for (const listener of listeners) listener();
	};
	const audible = () => tracks[state.version];
	const muted = () => tracks[state.version === "isolated" ? "original" : "isolated"];
	const align = () => {
		const { currentTime } = audible();
		if (Math.abs(muted().currentTime - currentTime) > maxDriftSeconds) muted().currentTime = currentTime;
	};
	tracks.original.muted = true;
	for (const version of ["isolated", "original"] as const) {
		const track = tracks[version];
		track.addEventListener("timeupdate", () => {
			if (version !== state.version) return;
			align();
			set({ position: track.currentTime });
		});
		track.addEventListener("ended", () => {
			if (version === state.version) pause();
		});
		track.addEventListener("error", () => set({ error: true, playing: false }));
	}

	function pause() {
		for (const track of Object.values(tracks)) track.pause();
		set({ playing: false });
	}

	return {
		state: () => state,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		async play() {
			if (audible().ended) for (const track of Object.values(tracks)) track.currentTime = 0;
			align();
			set({ playing: true });
			try {
				await Promise.all(Object.values(tracks).map((track) => track.play()));
			} catch (error) {
				// Pausing interrupts a start; everything else means that it can't be played.
				if (!(error instanceof Error && error.name === "AbortError")) set({ error: true, playing: false });
			}
		},
		pause,
		seek(seconds: number) {
			for (const track of Object.values(tracks)) track.currentTime = seconds;
			set({ position: seconds });
		},
		choose(version: Version) {
			if (version === state.version) return;
			set({ version });
			audible().muted = false;
			muted().muted = true;
		},
	};
}
