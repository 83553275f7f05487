import { Mic, Pause, Play, RotateCcw, Square } from "lucide-react";
import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { cn } from "../../cn.ts";
import { Button } from "../../primitives/button.tsx";
import { Spinner } from "../../primitives/feedback/spinner.tsx";
import { Label } from "../../primitives/forms/label.tsx";
import { Switch } from "../../primitives/forms/switch.tsx";
import { IconButton } from "../../primitives/icon-button.tsx";
import type { AudioEngine } from "../player/audio-engine.ts";
import { usePlayer, usePlayerTime } from "../player/use-player.ts";
import { formatTime } from "../time.ts";
import { Waveform } from "../waveform.tsx";
import { browserRecorder, decodeRecording } from "./recorder-browser.ts";
import { encodeWav, sliceSamples } from "./recorder-samples.ts";
import { analyzeTake, createRecorder, type Take } from "./recorder-state.ts";
import { RecordingMeter } from "./recording-meter.tsx";

type RecorderProps = {
	/** Plays the take; paused while recording. */
	engine: AudioEngine;
	/** The name of the file and of the playback item. */
	name: string;
	maxSeconds: number;
	/** Called with the take to upload whenever it changes; null if there is none. */
	onChange: (file: File | null) => void;
	disabled?: boolean;
	/** Focuses the button when this recorder replaces a finished one. */
	autoFocus?: boolean;
	className?: string;
};

/** Records with a level meter, trims silence at both ends and plays back the result. */
export function Recorder({ engine, name, maxSeconds, onChange, disabled, autoFocus, className }: RecorderProps) {
	const [store] = useState(() =>
		createRecorder(browserRecorder, { maxSeconds, process: (audio) => analyzeTake(decodeRecording, audio) }),
	);
	const state = useSyncExternalStore(store.subscribe, store.state, store.state);
	const latestOnChange = useLatest(onChange);
	useEffect(
		() => () => {
			store.discard();
			// The take is discarded with the component.
			latestOnChange.current(null);
		},
		[store, latestOnChange],
	);
	const start = () => {
		engine.pause();
		onChange(null);
		void store.start();
	};
	const [again, setAgain] = useState(false);
	const startAgain = () => {
		setAgain(true);
		start();
	};
	const recording = state.status === "recording";
	const busy = state.status === "requesting" || state.status === "processing";
	return (
		<div className={cn("rounded-card border border-line bg-raised", className)}>
			{state.status === "done" ? (
				<TakeView take={state.take} engine={engine} name={name} onChange={onChange}>
					<Button size="small" variant="quiet" onClick={startAgain} disabled={disabled}>
						<RotateCcw aria-hidden="true" />
						Record again
					</Button>
				</TakeView>
			) : (
				<div className="flex items-center gap-4 p-4">
					{/* The same button in every state, so it keeps the focus. */}
					<IconButton
						label={recording ? "Stop recording" : "Record"}
						variant="primary"
						size="large"
						round
						tooltip={false}
						autoFocus={again || autoFocus}
						disabled={disabled}
						aria-disabled={busy || undefined}
						className="aria-disabled:opacity-40"
						onClick={() => (recording ? void store.stop() : busy ? undefined : start())}
					>
						{recording ? (
							<Square aria-hidden="true" fill="currentColor" strokeWidth={0} />
						) : busy ? (
							<Spinner />
						) : (
							<Mic aria-hidden="true" />
						)}
					</IconButton>
					{state.status === "recording" ? (
						<RecordingMeter store={store} maxSeconds={maxSeconds} />
					) : (
						<p className="min-w-0 flex-1 text-muted">{state.status === "paused" ? "" : statusTexts[state.status]}</p>
					)}
				</div>
			)}
			{state.status === "idle" && state.error ? (
				<p role="alert" className="border-line border-t px-4 py-3 text-[13px] text-danger">
					{state.error}
				</p>
			) : null}
			<p role="status" className="sr-only">
				{state.status === "recording" ? "Recording" : state.status === "done" ? "Recorded" : ""}
			</p>
		</div>
	);
}

/** A ref with the latest value, for callbacks that run later. */
function useLatest<T>(value: T) {
	const latest = useRef(value);
	latest.current = value;
	return latest;
}

const statusTexts = {
	idle: "Record with your microphone.",
	requesting: "Allow microphone access to continue.",
	processing: "Processing the recording.",
};

type TakeViewProps = {
	take: Take;
	engine: AudioEngine;
	name: string;
	onChange: (file: File | null) => void;
	children: React.ReactNode;
};

function TakeView({ take, engine, name, onChange, children }: TakeViewProps) {
	const [trimmed, setTrimmed] = useState(true);
	const switchId = useId();
	const part = trimmed && take.speech ? take.speech : { start: 0, end: take.seconds };
	const cutSeconds = take.speech ? take.speech.start + take.seconds - take.speech.end : 0;
	const hasSpeech = take.speech !== null;

	const latestOnChange = useLatest(onChange);
	const [file, setFile] = useState<{ blob: File; url: string } | null>(null);
	const itemId = useId();
	useEffect(() => {
		const wav = encodeWav(
			sliceSamples(take.samples, take.sampleRate, { start: part.start, end: part.end }),
			take.sampleRate,
		);
		const blob = new File([wav], `${name}.wav`, { type: "audio/wav" });
		const url = URL.createObjectURL(blob);
		setFile({ blob, url });
		// Without speech there is nothing to upload.
		latestOnChange.current(hasSpeech ? blob : null);
		return () => {
			if (engine.state().item?.id === itemId) engine.clear();
			URL.revokeObjectURL(url);
		};
	}, [take, part.start, part.end, name, hasSpeech, engine, itemId, latestOnChange]);

	const { item, status } = usePlayer(engine);
	const loaded = item?.id === itemId;
	const time = usePlayerTime(engine);
	const playing = loaded && (status === "playing" || status === "loading");
	const play = () => {
		if (loaded) return engine.toggle();
		if (!file) return;
		const [from, to] = [part.start, part.end].map((at) => Math.round((at / take.seconds) * take.peaks.length));
		void engine.load(
			{
				id: itemId,
				type: "voicePreview",
				peaks: take.peaks.slice(from, to),
				player: { title: name, description: "Your recording", duration: (part.end - part.start) * 1000 },
			},
			{ url: file.url },
		);
	};
	const percent = (seconds: number) => `${(seconds / take.seconds) * 100}%`;
	return (
		<div className="flex flex-col gap-3 p-4">
			<div className="flex items-center gap-4">
				<IconButton
					label={playing ? "Pause recording" : "Play recording"}
					variant="primary"
					size="large"
					round
					autoFocus
					onClick={play}
				>
					{playing ? (
						<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
					) : (
						<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
					)}
				</IconButton>
				<div className="relative min-w-0 flex-1">
					<Waveform peaks={take.peaks} position={loaded ? part.start + time : 0} duration={take.seconds} height={44} />
					{[
						{ left: "0", width: percent(part.start) },
						{ left: percent(part.end), width: percent(take.seconds - part.end) },
					].map((side) => (
						<span
							key={side.left}
							aria-hidden="true"
							data-cut=""
							className="absolute inset-y-0 border-line bg-raised/75 first-of-type:border-r last-of-type:border-l"
							style={side}
						/>
					))}
				</div>
				<span className="shrink-0 text-[13px] text-muted tabular">{formatTime(part.end - part.start)}</span>
			</div>
			{take.advice ? (
				<p role="alert" className="text-[13px] text-warning">
					{take.advice}
				</p>
			) : null}
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div className="flex items-center gap-2">
					<Switch id={switchId} checked={trimmed} onCheckedChange={setTrimmed} disabled={!take.speech} />
					<Label htmlFor={switchId} className="font-normal">
						Trim silence at both ends
						{take.speech ? <span className="text-muted tabular"> ({cutSeconds.toFixed(1)} s)</span> : null}
					</Label>
				</div>
				{children}
			</div>
		</div>
	);
}
