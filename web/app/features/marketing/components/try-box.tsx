import type { TryVoice } from "@timbre/contract/voices/endpoints.ts";
import { idle } from "@timbre/ui/audio/player/audio-engine.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { fetchTryVoices, tryLimit } from "../marketing.queries.ts";
import { setActivePlayer } from "../model/active-player.ts";
import { fill, type TryLabels, tryLabels } from "../model/try-labels.ts";
import { PlayIcon } from "./play-icon.tsx";
import type { TryPlayer } from "./try-player.ts";

type TryBoxProps = {
	/** Language of the offered voices. */
	language?: string;
	/** Voice selected first, if this server has it. */
	voiceId?: string;
	/** Initial text; `peaks` (0 to 1) is its waveform. */
	text: string;
	peaks?: readonly number[];
	/** Generated audio of the initial text, by voice id. Only other text or voices are synthesized. */
	clips?: Readonly<Record<string, string>>;
	labels?: TryLabels;
};

/** The text to speech demo. The audio code is loaded on first interaction. */
export function TryBox(props: TryBoxProps) {
	const { language = "en", voiceId, text: initialText, peaks = [], clips = {}, labels = tryLabels } = props;
	const { voices, failed, refetch } = useTryVoices(language, voiceId);
	const [text, setText] = useState(initialText);
	const [chosenId, setChosenId] = useState("");
	const { demo, state, starting, error, speak, warm } = useSpeech();
	const voice = voices?.find((known) => known.voice_id === chosenId) ?? voices?.[0];
	const loaded = demo !== null && state.item?.id === demo.itemId;
	const playing = loaded && (state.status === "playing" || state.status === "loading");
	const clipOf = (spoken: TryVoice) => (text.trim() === initialText.trim() ? clips[spoken.voice_id] : undefined);
	const loadedKey = loaded ? `${state.item?.player.voice_id} ${state.item?.extra.text}` : "";

	const onSubmit = (event: FormEvent) => {
		event.preventDefault();
		if (!voice || text.trim() === "") return;
		if (demo && loadedKey === `${voice.voice_id} ${text.trim()}`) demo.player.toggle();
		else void speak(text.trim(), voice, clipOf(voice));
	};
	return (
		<form
			onSubmit={onSubmit}
			onPointerEnter={warm}
			onFocus={warm}
			aria-label={labels.box}
			className="w-full max-w-3xl overflow-hidden rounded-card border border-line bg-raised text-start has-[textarea:focus-visible]:border-ink"
		>
			<textarea
				aria-label={labels.sentence}
				aria-describedby="try-count"
				rows={3}
				maxLength={tryLimit}
				value={text}
				onChange={(event) => setText(event.target.value)}
				onKeyDown={(event) => {
					if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
					event.preventDefault();
					event.currentTarget.form?.requestSubmit();
				}}
				className="field-sizing-content block min-h-[104px] w-full resize-none bg-transparent px-5 pt-5 text-lg leading-7 outline-none placeholder:text-muted sm:min-h-[120px] sm:px-6 sm:pt-6 sm:text-xl sm:leading-8"
				placeholder={labels.placeholder}
			/>
			<div className="px-5 sm:px-6" dir="ltr">
				<Progress
					demo={demo}
					loaded={loaded}
					idlePeaks={text === initialText ? peaks : []}
					voice={voice}
					labels={labels}
				/>
			</div>
			<div className="flex flex-wrap items-end justify-between gap-4 border-line border-t px-5 py-4 sm:px-6">
				{failed ? (
					<div role="alert" className="flex min-h-[76px] items-center gap-3 text-muted text-sm">
						{labels.unreachable}
						<button
							type="button"
							onClick={refetch}
							className="rounded-control border border-line px-3 py-1.5 text-ink hover:bg-hover"
						>
							{labels.again}
						</button>
					</div>
				) : (
					<Voices
						voices={voices}
						chosenId={voice?.voice_id}
						playingId={playing ? (state.item?.player.voice_id ?? undefined) : undefined}
						labels={labels}
						onChoose={(next) => {
							setChosenId(next.voice_id);
							if (text.trim() !== "") void speak(text.trim(), next, clipOf(next));
						}}
					/>
				)}
				<div className="flex items-center gap-4 max-sm:w-full max-sm:justify-between">
					<span id="try-count" className="text-muted text-xs tabular">
						{fill(labels.characters, { count: text.length, limit: tryLimit })}
					</span>
					<button
						type="submit"
						disabled={!voice || text.trim() === "" || starting}
						aria-busy={starting || undefined}
						className="inline-flex h-11 min-w-[118px] items-center justify-center gap-2 whitespace-nowrap rounded-control bg-ink px-5 font-medium text-[15px] text-on-ink transition-colors hover:bg-ink-hover disabled:opacity-50"
					>
						{starting ? <Spinner /> : <PlayIcon playing={playing} />}
						{playing ? labels.pause : labels.hear}
					</button>
				</div>
			</div>
			<Status
				voice={voice}
				none={voices?.length === 0}
				error={error ?? (loaded ? state.error : null)}
				labels={labels}
			/>
			<noscript>
				<p className="px-5 pb-4 text-muted text-sm sm:px-6">{labels.noScript}</p>
			</noscript>
		</form>
	);
}

/** Shows the engine and errors. Always rendered, to avoid layout shift. */
function Status(props: { voice: TryVoice | undefined; none: boolean; error: string | null; labels: TryLabels }) {
	const { voice, none, error, labels } = props;
	const credit = voice
		? fill(labels.spokenBy, { name: voice.name, engine: voice.model_name })
		: none
			? labels.none
			: "";
	return (
		<div className="border-line border-t px-5 py-2.5 text-[13px] leading-5 sm:px-6 noscript:hidden">
			<p className="min-h-5 text-muted">{credit}</p>
			<p role="status" className="text-danger">
				{error}
			</p>
		</div>
	);
}

type ProgressProps = {
	demo: TryPlayer | null;
	loaded: boolean;
	idlePeaks: readonly number[];
	voice: TryVoice | undefined;
	labels: TryLabels;
};

function Progress({ demo, loaded, idlePeaks, voice, labels }: ProgressProps) {
	const state = usePlayerState(demo);
	const position = useSyncExternalStore(demo?.player.subscribeTime ?? noSubscription, demo?.player.time ?? zero, zero);
	const coloursOf = loaded ? state.item?.player.voice_id : voice?.voice_id;
	const duration = Math.max(state.duration, position);
	return (
		<div className="flex items-center gap-3 py-4">
			<Waveform
				peaks={loaded ? state.peaks : idlePeaks}
				position={loaded ? position : 1}
				duration={loaded ? duration : 1}
				live={loaded && state.receiving}
				colors={coloursOf ? voiceColors(coloursOf) : undefined}
				onSeek={loaded ? demo?.player.seek : undefined}
				label={labels.position}
				height={44}
			/>
			<span className="w-9 shrink-0 text-right text-muted text-xs tabular">{formatTime(loaded ? position : 0)}</span>
		</div>
	);
}

type VoicesProps = {
	voices: TryVoice[] | undefined;
	chosenId: string | undefined;
	playingId: string | undefined;
	labels: TryLabels;
	onChoose: (voice: TryVoice) => void;
};

function Voices({ voices, chosenId, playingId, labels, onChoose }: VoicesProps) {
	// One or two voices have room for their full names.
	const few = voices !== undefined && voices.length < 3;
	return (
		<fieldset className="min-w-0 max-sm:w-full noscript:invisible">
			<legend className="sr-only">{labels.voice}</legend>
			<div className={`min-h-[76px] sm:-ms-2 ${few ? "flex" : "grid grid-cols-6 sm:flex"}`}>
				{voices?.map((voice) => {
					const chosen = voice.voice_id === chosenId;
					return (
						<button
							key={voice.voice_id}
							type="button"
							aria-pressed={chosen}
							aria-label={fill(labels.hearAs, { name: voice.name })}
							onClick={() => onChoose(voice)}
							className={`flex flex-col items-center gap-1.5 rounded-control py-2 text-xs leading-4 transition-colors hover:bg-hover sm:text-[13px] ${few ? "min-w-[68px] px-2" : "sm:w-[68px]"} ${chosen ? "text-ink" : "text-muted"}`}
						>
							<VoiceOrb voiceId={voice.voice_id} size={40} playing={playingId === voice.voice_id} />
							<span className={`max-w-full truncate ${chosen ? "font-medium underline underline-offset-4" : ""}`}>
								{voice.name}
							</span>
						</button>
					);
				}) ??
					Array.from({ length: 6 }, (_, i) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
						<span key={i} aria-hidden="true" className="flex flex-col items-center gap-1.5 py-2 sm:w-[68px]">
							<span className="size-10 rounded-full bg-hover" />
							<span className="h-4 w-10 rounded bg-hover" />
						</span>
					))}
			</div>
		</fieldset>
	);
}

function Spinner() {
	return (
		<svg aria-hidden="true" viewBox="0 0 16 16" fill="none" className="size-4 animate-spin">
			<circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.3" strokeWidth="2" />
			<path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
		</svg>
	);
}

const noSubscription = () => () => {};
const zero = () => 0;
const idleState = () => idle;

function usePlayerState(demo: TryPlayer | null) {
	return useSyncExternalStore(demo?.player.subscribe ?? noSubscription, demo?.player.state ?? idleState, idleState);
}

function useTryVoices(language: string, voiceId: string | undefined) {
	const [voices, setVoices] = useState<TryVoice[]>();
	const [failed, setFailed] = useState(false);
	const [attempt, setAttempt] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches again
	useEffect(() => {
		const abort = new AbortController();
		setFailed(false);
		fetchTryVoices({ language, voiceId }, abort.signal).then(setVoices, () => {
			if (!abort.signal.aborted) setFailed(true);
		});
		return () => abort.abort();
	}, [language, voiceId, attempt]);
	return { voices, failed, refetch: () => setAttempt((count) => count + 1) };
}

/** Loads the audio code on demand and speaks one sentence at a time. */
function useSpeech() {
	const [demo, setDemo] = useState<TryPlayer | null>(null);
	const [pending, setPending] = useState(false);
	const [error, setError] = useState<string | null>(null);
	const running = useRef<AbortController>(null);
	const state = usePlayerState(demo);

	const silence = useRef<() => void>(null);

	const load = async () => {
		const { tryPlayer } = await import("./try-player.ts");
		silence.current = tryPlayer.player.clear;
		setDemo(tryPlayer);
		return tryPlayer;
	};
	const speak = async (text: string, voice: TryVoice, clip: string | undefined) => {
		running.current?.abort();
		const abort = new AbortController();
		running.current = abort;
		setError(null);
		setPending(true);
		try {
			const loaded = await load();
			setActivePlayer(loaded.player.pause);
			await loaded.speak({ text, voice, clip }, abort.signal);
		} catch (failure) {
			if (!abort.signal.aborted) setError(messageOf(failure));
		} finally {
			if (running.current === abort) setPending(false);
		}
	};
	// Public pages have no persistent player: stop audio when the page is left.
	useEffect(() => {
		return () => {
			running.current?.abort();
			silence.current?.();
		};
	}, []);
	return {
		demo,
		state,
		error,
		starting: pending && state.item === null,
		speak,
		warm: () => {
			if (!demo) void load().catch(() => {});
		},
	};
}
