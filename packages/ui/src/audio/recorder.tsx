import { Mic, Pause, Play, RotateCcw, Square } from "lucide-react";
import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { cn } from "../cn.ts";
import { Button } from "../primitives/button.tsx";
import { IconButton } from "../primitives/icon-button.tsx";
import { Label } from "../primitives/label.tsx";
import { Spinner } from "../primitives/spinner.tsx";
import { Switch } from "../primitives/switch.tsx";
import type { AudioEngine } from "./audio-engine.ts";
import { browserRecorder } from "./recorder-browser.ts";
import { cut, wavOf } from "./recorder-sound.ts";
import { createRecorder, type Recorder as RecorderStore, type Take } from "./recorder-state.ts";
import { clock } from "./time.ts";
import { usePlayer, usePlayerTime } from "./use-player.ts";
import { Waveform } from "./waveform.tsx";

type RecorderProps = {
	/** Plays the take back, and is silent while one is recorded. */
	engine: AudioEngine;
	/** What is recorded: the name of the file and of the playback. */
	name: string;
	maxSeconds: number;
	/** The take as it would be sent, each time that changes; null while there is none. */
	onChange: (file: File | null) => void;
	disabled?: boolean;
	/** Comes after another one that was used up: one goes on here. */
	autoFocus?: boolean;
	className?: string;
};

/** Records, shows how loud it is, cuts the silence at both ends off, and plays back what is left. */
export function Recorder({ engine, name, maxSeconds, onChange, disabled, autoFocus, className }: RecorderProps) {
	const [store] = useState(() => createRecorder(browserRecorder, { maxSeconds }));
	const state = useSyncExternalStore(store.subscribe, store.state, store.state);
	const tell = useLatest(onChange);
	useEffect(
		() => () => {
			store.discard();
			// The take goes with what showed it.
			tell.current(null);
		},
		[store, tell],
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
	const busy = state.status === "asking" || state.status === "working";
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
					{/* One button all the way, so that the focus stays on it. */}
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
						<Running store={store} maxSeconds={maxSeconds} />
					) : (
						<p className="min-w-0 flex-1 text-muted">{waiting[state.status]}</p>
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

/** What a caller passes anew with each drawing, for those who call it later. */
function useLatest<T>(value: T) {
	const latest = useRef(value);
	latest.current = value;
	return latest;
}

const waiting = {
	idle: "Press to record with your microphone.",
	asking: "The browser asks for your microphone. Allow it to go on.",
	working: "Looking for your voice in the recording.",
};

/** More than fit on any screen; the oldest are cut off. */
const meterBars = 96;
const meterMs = 60;

/** The level now and a moment ago, and how long it has been going on. */
function Running({ store, maxSeconds }: { store: RecorderStore; maxSeconds: number }) {
	const [levels, setLevels] = useState<readonly number[]>([]);
	const [seconds, setSeconds] = useState(0);
	useEffect(() => {
		const timer = setInterval(() => {
			setLevels((before) => [...before, store.level()].slice(-meterBars));
			setSeconds(Math.floor(store.seconds()));
		}, meterMs);
		return () => clearInterval(timer);
	}, [store]);
	const now = levels.at(-1) ?? 0;
	return (
		<>
			{/* biome-ignore lint/a11y/useSemanticElements: the element draws one bar of its own, this one the last seconds */}
			<div
				role="meter"
				aria-label="Input level"
				aria-valuemin={0}
				aria-valuemax={100}
				aria-valuenow={Math.round(now * 100)}
				className="flex h-11 min-w-0 flex-1 items-center justify-end gap-[3px] overflow-hidden"
			>
				{Array.from({ length: meterBars }, (_, i) => {
					const level = levels[levels.length - meterBars + i] ?? 0;
					return (
						<span
							// biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
							key={i}
							className={cn("w-[3px] shrink-0 rounded-full", level > 0.92 ? "bg-danger" : "bg-wave-1")}
							style={{ height: `${Math.max(6, level * 100)}%` }}
						/>
					);
				})}
			</div>
			<p className="shrink-0 text-[13px] text-muted tabular">
				<span className="text-ink">{clock(seconds)}</span> of {clock(maxSeconds)}
			</p>
		</>
	);
}

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
	const part = trimmed && take.part ? take.part : { start: 0, end: take.seconds };
	const cutSeconds = take.part ? take.part.start + take.seconds - take.part.end : 0;
	const heard = take.part !== null;

	const tell = useLatest(onChange);
	const [file, setFile] = useState<{ blob: File; url: string } | null>(null);
	const itemId = useId();
	useEffect(() => {
		const sound = wavOf(cut(take.samples, take.sampleRate, { start: part.start, end: part.end }), take.sampleRate);
		const blob = new File([sound], `${name}.wav`, { type: "audio/wav" });
		const url = URL.createObjectURL(blob);
		setFile({ blob, url });
		// A room without a voice in it is nothing to send.
		tell.current(heard ? blob : null);
		return () => {
			if (engine.state().item?.id === itemId) engine.clear();
			URL.revokeObjectURL(url);
		};
	}, [take, part.start, part.end, name, heard, engine, itemId, tell]);

	const { item, status } = usePlayer(engine);
	const loaded = item?.id === itemId;
	const time = usePlayerTime(engine);
	const sounding = loaded && (status === "playing" || status === "loading");
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
	const share = (seconds: number) => `${(seconds / take.seconds) * 100}%`;
	return (
		<div className="flex flex-col gap-3 p-4">
			<div className="flex items-center gap-4">
				<IconButton
					label={sounding ? "Pause the recording" : "Play the recording"}
					variant="primary"
					size="large"
					round
					autoFocus
					onClick={play}
				>
					{sounding ? (
						<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
					) : (
						<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
					)}
				</IconButton>
				<div className="relative min-w-0 flex-1">
					<Waveform peaks={take.peaks} position={loaded ? part.start + time : 0} duration={take.seconds} height={44} />
					{[
						{ left: "0", width: share(part.start) },
						{ left: share(part.end), width: share(take.seconds - part.end) },
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
				<span className="shrink-0 text-[13px] text-muted tabular">{clock(part.end - part.start)}</span>
			</div>
			{take.advice ? (
				<p role="alert" className="text-[13px] text-warning">
					{take.advice}
				</p>
			) : null}
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div className="flex items-center gap-2">
					<Switch id={switchId} checked={trimmed} onCheckedChange={setTrimmed} disabled={!take.part} />
					<Label htmlFor={switchId} className="font-normal">
						Cut silence at both ends
						{take.part ? <span className="text-muted tabular"> ({cutSeconds.toFixed(1)} s)</span> : null}
					</Label>
				</div>
				{children}
			</div>
		</div>
	);
}
