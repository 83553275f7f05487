import { Mic, Pause, Trash2 } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { cn } from "../../cn.ts";
import { Button } from "../../primitives/button.tsx";
import { IconButton } from "../../primitives/icon-button.tsx";
import { browserRecorder } from "./recorder-browser.ts";
import { createRecorder } from "./recorder-state.ts";
import { RecordingMeter } from "./recording-meter.tsx";

type FileRecorderProps = {
	/** The name of the file, without its extension. */
	name: string;
	maxSeconds: number;
	/** Called with each finished recording, as the browser encoded it. */
	onRecorded: (file: File) => void;
	disabled?: boolean;
	className?: string;
};

/** Records with a level meter and pauses. For recordings of any length: unlike `Recorder`, it doesn't decode them. */
export function FileRecorder({ name, maxSeconds, onRecorded, disabled, className }: FileRecorderProps) {
	const latest = useRef({ name, onRecorded });
	latest.current = { name, onRecorded };
	const [store] = useState(() =>
		createRecorder(browserRecorder, {
			maxSeconds,
			process: async (audio) =>
				new File([audio], `${latest.current.name}.${extensionOf(audio.type)}`, {
					type: audio.type,
					lastModified: Date.now(),
				}),
		}),
	);
	const state = useSyncExternalStore(store.subscribe, store.state, store.state);
	useEffect(() => store.discard, [store]);
	useEffect(() => {
		if (state.status !== "done") return;
		store.discard();
		latest.current.onRecorded(state.take);
	}, [state, store]);
	const recording = state.status === "recording";
	const open = recording || state.status === "paused";
	const busy = state.status === "requesting" || state.status === "processing" || state.status === "done";
	const button = useRef<HTMLButtonElement>(null);
	/** For buttons that disappear when they are pressed. */
	const focusAfter = (action: () => unknown) => () => {
		action();
		button.current?.focus();
	};
	const main = () => {
		if (busy) return;
		if (recording) store.pause();
		else if (open) store.resume();
		else void store.start();
	};
	return (
		<div className={cn("rounded-card border border-line bg-raised", className)}>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
				{/* The same button in every state, so it keeps the focus. */}
				<IconButton
					ref={button}
					label={recording ? "Pause recording" : open ? "Resume recording" : "Record"}
					variant="primary"
					size="large"
					round
					tooltip={false}
					disabled={disabled}
					aria-disabled={busy || undefined}
					className="aria-disabled:opacity-40"
					onClick={main}
				>
					{recording ? <Pause aria-hidden="true" fill="currentColor" strokeWidth={0} /> : <Mic aria-hidden="true" />}
				</IconButton>
				{open ? (
					<div className="flex min-w-40 flex-1 items-center gap-4">
						<RecordingMeter store={store} maxSeconds={maxSeconds} running={recording} />
					</div>
				) : (
					<p className="min-w-0 flex-1 text-muted">{statusTexts[busy ? state.status : "idle"]}</p>
				)}
				{open ? (
					<div className="flex items-center gap-2">
						<Button size="small" variant="primary" onClick={focusAfter(store.stop)}>
							Finish
						</Button>
						<IconButton label="Discard recording" size="small" onClick={focusAfter(store.discard)}>
							<Trash2 aria-hidden="true" />
						</IconButton>
					</div>
				) : null}
			</div>
			{state.status === "idle" && state.error ? (
				<p role="alert" className="border-line border-t px-4 py-3 text-[13px] text-danger">
					{state.error}
				</p>
			) : null}
			<p role="status" className="sr-only">
				{recording ? "Recording" : open ? "Recording paused" : ""}
			</p>
		</div>
	);
}

const statusTexts = {
	idle: "Record with your microphone.",
	requesting: "Allow microphone access to continue.",
	processing: "Processing the recording.",
	done: "Processing the recording.",
};

/** MediaRecorder's types, such as audio/webm;codecs=opus. */
function extensionOf(type: string): string {
	if (type.includes("mp4")) return "m4a";
	return type.includes("ogg") ? "ogg" : "webm";
}
