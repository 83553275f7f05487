import { useQueryClient } from "@tanstack/react-query";
import { sourceLanguages } from "@timbre/contract/transcription/rules.ts";
import { RecordingMeter } from "@timbre/ui/audio/recorder/recording-meter.tsx";
import { Spinner } from "@timbre/ui/primitives/feedback/spinner.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Mic, Square } from "lucide-react";
import { useEffect, useId, useState, useSyncExternalStore } from "react";
import { useLeaveWarning } from "../../../../lib/forms/leave-warning.ts";
import { subscriptionQuery } from "../../../usage/usage.public.ts";
import { openLiveMicrophone } from "../model/live-microphone.ts";
import { createLiveTranscription, type LiveState } from "../model/live-session.ts";
import { openLiveSocket } from "../model/live-socket.ts";
import { LiveActions } from "./live-actions.tsx";
import { LiveText } from "./live-text.tsx";

/** A session is charged when its connection has closed. */
const settlementMs = 1_000;

const platform = { openMicrophone: openLiveMicrophone, openSocket: openLiveSocket };

/** English is transcribed by the fastest model, which knows no other language. */
const modelFor = (language: string) => (language === "en" ? "moonshine_tiny" : "whisper_base");

export function LiveView() {
	const [live] = useState(() => createLiveTranscription(platform));
	const state = useSyncExternalStore(live.subscribe, live.state, live.state);
	const [language, setLanguage] = useState("en");
	/** The language of the session, while another one may already be chosen for the next. */
	const [spoken, setSpoken] = useState(language);
	const languageId = useId();
	useEffect(() => live.discard, [live]);
	const { status } = state;
	const queryClient = useQueryClient();
	useEffect(() => {
		if (status !== "done") return;
		const timer = setTimeout(
			() => void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
			settlementMs,
		);
		return () => clearTimeout(timer);
	}, [status, queryClient]);
	const running = status === "starting" || status === "listening";
	useLeaveWarning(status === "listening" || status === "stopping");
	const toggle = () => {
		if (running) void live.stop();
		else if (status !== "stopping") {
			setSpoken(language);
			void live.start({ language, model: modelFor(language) });
		}
	};
	return (
		<div className="flex flex-col gap-5">
			<div className="flex flex-col gap-1.5 sm:max-w-72">
				<Label htmlFor={languageId}>Language</Label>
				<Select
					id={languageId}
					value={language}
					options={sourceLanguages.map(({ key, name }) => ({ value: key, label: name }))}
					onChange={setLanguage}
					disabled={running || status === "stopping"}
				/>
				<p className="text-[13px] text-muted">
					{language === "en" ? "Transcribed by Moonshine, the fastest model." : "Transcribed by Whisper base."}
				</p>
			</div>
			<div className="rounded-card border border-line bg-raised">
				<div className="flex items-center gap-4 p-4">
					{/* The same button in every state, so it keeps the focus. */}
					<IconButton
						label={running ? "Stop" : "Start transcribing"}
						variant="primary"
						size="large"
						round
						tooltip={false}
						aria-disabled={status === "stopping" || undefined}
						className="aria-disabled:opacity-40"
						onClick={toggle}
					>
						{status === "listening" ? (
							<Square aria-hidden="true" fill="currentColor" strokeWidth={0} />
						) : status === "starting" || status === "stopping" ? (
							<Spinner />
						) : (
							<Mic aria-hidden="true" />
						)}
					</IconButton>
					{status === "listening" ? (
						<RecordingMeter store={live} />
					) : (
						<p className="min-w-0 flex-1 text-muted">{statusTexts[status]}</p>
					)}
				</div>
				{state.error ? (
					<p role="alert" className="border-line border-t px-4 py-3 text-[13px] text-danger">
						{state.error}
					</p>
				) : null}
				<p role="status" className="sr-only">
					{status === "listening" ? "Listening" : status === "done" ? "Stopped" : ""}
				</p>
			</div>
			<LiveText state={state} />
			{status === "done" && state.segments.length > 0 ? <LiveActions state={state} language={spoken} /> : null}
		</div>
	);
}

const statusTexts: Record<LiveState["status"], string> = {
	idle: "Start and speak. The text appears as you talk.",
	starting: "Allow microphone access to continue.",
	listening: "",
	stopping: "Transcribing the last words.",
	done: "Stopped. Start again to transcribe something new.",
};
