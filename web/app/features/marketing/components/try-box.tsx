import type { TryVoice } from "@timbre/contract/voices.ts";
import { idle } from "@timbre/ui/audio/audio-engine.ts";
import { clock } from "@timbre/ui/audio/time.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { voiceColours } from "@timbre/ui/voice-colours.ts";
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { messageOf } from "../../../lib/api-error.ts";
import { fetchTryVoices, tryLimit } from "../marketing.queries.ts";
import { takeTurn } from "./one-sound.ts";
import { PlayMark } from "./play-mark.tsx";
import type { TrySound } from "./try-sound.ts";
import { fill, type TryWords, tryWords } from "./try-words.ts";

type TryBoxProps = {
	/** Of the voices that are offered. */
	language?: string;
	/** The one to begin with, where this server has it. */
	voiceId?: string;
	/** What stands in it at first; `peaks` (0 to 1) is how that sounds. */
	text: string;
	peaks?: readonly number[];
	words?: TryWords;
};

/** Type, choose a voice, hear it. Markup at first; what makes sound is loaded when somebody touches it. */
export function TryBox({ language = "en", voiceId, text: given, peaks = [], words = tryWords }: TryBoxProps) {
	const { voices, failed, refetch } = useTryVoices(language, voiceId);
	const [text, setText] = useState(given);
	const [chosenId, setChosenId] = useState("");
	const { sound, state, starting, error, speak, warm } = useSpeech();
	const voice = voices?.find((known) => known.voice_id === chosenId) ?? voices?.[0];
	const loaded = sound !== null && state.item?.id === sound.itemId;
	const sounding = loaded && (state.status === "playing" || state.status === "loading");
	const heard = loaded ? `${state.item?.player.voice_id} ${state.item?.extra.text}` : "";

	const onSubmit = (event: FormEvent) => {
		event.preventDefault();
		if (!voice || text.trim() === "") return;
		if (sound && heard === `${voice.voice_id} ${text.trim()}`) sound.player.toggle();
		else void speak(text.trim(), voice);
	};
	return (
		<form
			onSubmit={onSubmit}
			onPointerEnter={warm}
			onFocus={warm}
			aria-label={words.box}
			className="w-full max-w-3xl overflow-hidden rounded-card border border-line bg-raised text-start has-[textarea:focus-visible]:border-ink"
		>
			<textarea
				aria-label={words.sentence}
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
				placeholder={words.placeholder}
			/>
			<div className="px-5 sm:px-6" dir="ltr">
				<Trace sound={sound} loaded={loaded} rest={text === given ? peaks : []} voice={voice} words={words} />
			</div>
			<div className="flex flex-wrap items-end justify-between gap-4 border-line border-t px-5 py-4 sm:px-6">
				{failed ? (
					<div role="alert" className="flex min-h-[76px] items-center gap-3 text-muted text-sm">
						{words.unreachable}
						<button
							type="button"
							onClick={refetch}
							className="rounded-control border border-line px-3 py-1.5 text-ink hover:bg-hover"
						>
							{words.again}
						</button>
					</div>
				) : (
					<Voices
						voices={voices}
						chosenId={voice?.voice_id}
						soundingId={sounding ? (state.item?.player.voice_id ?? undefined) : undefined}
						words={words}
						onChoose={(next) => {
							setChosenId(next.voice_id);
							if (text.trim() !== "") void speak(text.trim(), next);
						}}
					/>
				)}
				<div className="flex items-center gap-4 max-sm:w-full max-sm:justify-between">
					<span id="try-count" className="text-muted text-xs tabular">
						{fill(words.characters, { count: text.length, limit: tryLimit })}
					</span>
					<button
						type="submit"
						disabled={!voice || text.trim() === "" || starting}
						aria-busy={starting || undefined}
						className="inline-flex h-11 min-w-[118px] items-center justify-center gap-2 whitespace-nowrap rounded-control bg-ink px-5 font-medium text-[15px] text-on-ink transition-colors hover:bg-ink-hover disabled:opacity-50"
					>
						{starting ? <Turning /> : <PlayMark sounding={sounding} />}
						{sounding ? words.pause : words.hear}
					</button>
				</div>
			</div>
			<Foot voice={voice} none={voices?.length === 0} error={error ?? (loaded ? state.error : null)} words={words} />
			<noscript>
				<p className="px-5 pb-4 text-muted text-sm sm:px-6">{words.noScript}</p>
			</noscript>
		</form>
	);
}

/** Which engine speaks, and what went wrong. Its line is there from the start, so that nothing moves. */
function Foot(props: { voice: TryVoice | undefined; none: boolean; error: string | null; words: TryWords }) {
	const { voice, none, error, words } = props;
	const said = voice ? fill(words.spokenBy, { name: voice.name, engine: voice.model_name }) : none ? words.none : "";
	return (
		<div className="border-line border-t px-5 py-2.5 text-[13px] leading-5 sm:px-6 noscript:hidden">
			<p className="min-h-5 text-muted">{said}</p>
			<p role="status" className="text-danger">
				{error}
			</p>
		</div>
	);
}

type TraceProps = {
	sound: TrySound | null;
	loaded: boolean;
	rest: readonly number[];
	voice: TryVoice | undefined;
	words: TryWords;
};

function Trace({ sound, loaded, rest, voice, words }: TraceProps) {
	const state = usePlayerState(sound);
	const position = useSyncExternalStore(sound?.player.subscribeTime ?? silent, sound?.player.time ?? zero, zero);
	const coloursOf = loaded ? state.item?.player.voice_id : voice?.voice_id;
	const duration = Math.max(state.duration, position);
	return (
		<div className="flex items-center gap-3 py-4">
			<Waveform
				peaks={loaded ? state.peaks : rest}
				position={loaded ? position : 1}
				duration={loaded ? duration : 1}
				live={loaded && state.receiving}
				colours={coloursOf ? voiceColours(coloursOf) : undefined}
				onSeek={loaded ? sound?.player.seek : undefined}
				label={words.position}
				height={44}
			/>
			<span className="w-9 shrink-0 text-right text-muted text-xs tabular">{clock(loaded ? position : 0)}</span>
		</div>
	);
}

type VoicesProps = {
	voices: TryVoice[] | undefined;
	chosenId: string | undefined;
	soundingId: string | undefined;
	words: TryWords;
	onChoose: (voice: TryVoice) => void;
};

function Voices({ voices, chosenId, soundingId, words, onChoose }: VoicesProps) {
	// One or two have room for their whole names.
	const few = voices !== undefined && voices.length < 3;
	return (
		<fieldset className="min-w-0 max-sm:w-full noscript:invisible">
			<legend className="sr-only">{words.voice}</legend>
			<div className={`min-h-[76px] sm:-ms-2 ${few ? "flex" : "grid grid-cols-6 sm:flex"}`}>
				{voices?.map((voice) => {
					const chosen = voice.voice_id === chosenId;
					return (
						<button
							key={voice.voice_id}
							type="button"
							aria-pressed={chosen}
							aria-label={fill(words.hearAs, { name: voice.name })}
							onClick={() => onChoose(voice)}
							className={`flex flex-col items-center gap-1.5 rounded-control py-2 text-xs leading-4 transition-colors hover:bg-hover sm:text-[13px] ${few ? "min-w-[68px] px-2" : "sm:w-[68px]"} ${chosen ? "text-ink" : "text-muted"}`}
						>
							<VoiceOrb voiceId={voice.voice_id} size={40} playing={soundingId === voice.voice_id} />
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

function Turning() {
	return (
		<svg aria-hidden="true" viewBox="0 0 16 16" fill="none" className="size-4 animate-spin">
			<circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.3" strokeWidth="2" />
			<path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
		</svg>
	);
}

const silent = () => () => {};
const zero = () => 0;
const restState = () => idle;

function usePlayerState(sound: TrySound | null) {
	return useSyncExternalStore(sound?.player.subscribe ?? silent, sound?.player.state ?? restState, restState);
}

function useTryVoices(language: string, voiceId: string | undefined) {
	const [voices, setVoices] = useState<TryVoice[]>();
	const [failed, setFailed] = useState(false);
	const [attempt, setAttempt] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
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

/** Loads what makes sound when it is wanted, and speaks one sentence at a time. */
function useSpeech() {
	const [sound, setSound] = useState<TrySound | null>(null);
	const [pending, setPending] = useState(false);
	const [error, setError] = useState<string | null>(null);
	const running = useRef<AbortController>(null);
	const state = usePlayerState(sound);

	const silence = useRef<() => void>(null);

	const load = async () => {
		const { trySound } = await import("./try-sound.ts");
		silence.current = trySound.player.clear;
		setSound(trySound);
		return trySound;
	};
	const speak = async (text: string, voice: TryVoice) => {
		running.current?.abort();
		const abort = new AbortController();
		running.current = abort;
		setError(null);
		setPending(true);
		try {
			const loaded = await load();
			takeTurn(loaded.player.pause);
			await loaded.speak(text, voice, abort.signal);
		} catch (failure) {
			if (!abort.signal.aborted) setError(messageOf(failure));
		} finally {
			if (running.current === abort) setPending(false);
		}
	};
	// Here is no player at the foot of the page that could go on with it elsewhere.
	useEffect(() => {
		return () => {
			running.current?.abort();
			silence.current?.();
		};
	}, []);
	return {
		sound,
		state,
		error,
		starting: pending && state.item === null,
		speak,
		warm: () => {
			if (!sound) void load().catch(() => {});
		},
	};
}
