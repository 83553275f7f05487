import { maxRecordingSeconds } from "@timbre/contract/voice-making/rules.ts";
import { Recorder } from "@timbre/ui/audio/recorder/recorder.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { type ReactNode, useEffect, useState } from "react";
import { player } from "../../../lib/audio/player.ts";
import { counted } from "../../../lib/text/format.ts";

type ReadAloudProps = {
	/** The sentence to read. A new sentence resets the recorder. */
	sentence: string;
	expiresAtUnix: number;
	attemptsLeft: number;
	/** Label of the submit button. */
	action: string;
	busy: boolean;
	error: string | undefined;
	onSubmit: (recording: File) => void;
	/** Called to replace an expired sentence. */
	onExpired: () => void;
	/** Shown between the recorder and the button: what the speaker agrees to. */
	children?: ReactNode;
};

/** Shows a sentence, records the reading and submits it. */
export function ReadAloud(props: ReadAloudProps) {
	const { sentence, expiresAtUnix, attemptsLeft, action, busy, error, onSubmit, children } = props;
	const [recording, setRecording] = useState<File | null>(null);
	const left = useMinutesLeft(expiresAtUnix);
	const expired = left <= 0;
	return (
		<div className="flex flex-col gap-4">
			<figure>
				<figcaption className="text-[13px] text-muted">
					Read this sentence aloud exactly as written. {expired ? "" : `It expires in ${counted(left, "minute")}.`} The
					sentence is always in English; other languages aren't supported yet.
				</figcaption>
				<blockquote lang="en" className="mt-2 border-wave-1 border-l-2 py-1 pl-4 font-serif text-2xl leading-8">
					{sentence}
				</blockquote>
			</figure>
			{expired ? (
				<div className="flex flex-wrap items-center gap-3 rounded-control border border-line bg-sunken px-4 py-3">
					<p className="min-w-0 flex-1">This sentence has expired.</p>
					<Button size="small" onClick={props.onExpired}>
						Get a new sentence
					</Button>
				</div>
			) : (
				<>
					<Recorder
						key={sentence}
						engine={player}
						name="Reading"
						maxSeconds={maxRecordingSeconds}
						disabled={busy || attemptsLeft <= 0}
						onChange={setRecording}
					/>
					{children}
					{error ? <FormError>{error}</FormError> : null}
					<div className="flex flex-wrap items-center gap-3">
						<Button
							variant="primary"
							busy={busy}
							disabled={!recording || attemptsLeft <= 0}
							onClick={() => recording && onSubmit(recording)}
						>
							{action}
						</Button>
						<span className="text-[13px] text-muted">
							{attemptsLeft === 1 ? "1 attempt left" : `${attemptsLeft} attempts left`}
						</span>
					</div>
				</>
			)}
		</div>
	);
}

/** Rounds up, so it shows "1 minute" until the end. */
const minutesLeft = (untilUnix: number) => Math.ceil((untilUnix - Date.now() / 1000) / 60);

function useMinutesLeft(untilUnix: number): number {
	const [left, setLeft] = useState(() => minutesLeft(untilUnix));
	useEffect(() => {
		const update = () => setLeft(minutesLeft(untilUnix));
		update();
		const timer = setInterval(update, 5_000);
		return () => clearInterval(timer);
	}, [untilUnix]);
	return left;
}
