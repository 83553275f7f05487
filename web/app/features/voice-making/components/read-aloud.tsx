import type { VoiceConsent } from "@timbre/contract/voice-making/cloning.ts";
import { type ConsentLanguage, consentLanguages, maxRecordingSeconds } from "@timbre/contract/voice-making/rules.ts";
import { Recorder } from "@timbre/ui/audio/recorder/recorder.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { FileAudio, Upload } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { player } from "../../../lib/audio/player.ts";
import { counted } from "../../../lib/text/format.ts";

type ReadAloudProps = {
	/** The sentence to read. A new sentence resets the recorder. */
	challenge: NonNullable<VoiceConsent["challenge"]>;
	attemptsLeft: number;
	/** Label of the submit button. */
	action: string;
	busy: boolean;
	error: string | undefined;
	onSubmit: (recording: File) => void;
	/** Called to replace an expired sentence. */
	onExpired: () => void;
	/** Called to replace the sentence with one in another language. */
	onLanguage: (language: ConsentLanguage) => void;
	/** What has to be agreed to before the recording can be submitted. */
	blocked?: boolean;
	/** Shown between the recorder and the button: what the speaker agrees to. */
	children?: ReactNode;
};

/** In the language itself, for a reader who may not know English. */
const languageLabels: Record<ConsentLanguage, string> = {
	en: "English",
	de: "Deutsch",
	es: "Español",
	fr: "Français",
	it: "Italiano",
	pt: "Português",
};
export const languageOptions = consentLanguages.map((value) => ({ value, label: languageLabels[value] }));

/** Shows a sentence, records the reading or takes a file with it, and submits it. */
export function ReadAloud(props: ReadAloudProps) {
	const { sentence, language, expires_at_unix } = props.challenge;
	const left = useMinutesLeft(expires_at_unix);
	const expired = left <= 0;
	return (
		<div className="flex flex-col gap-4">
			<Field label="Language of the sentence" className="max-w-60">
				{({ id }) => (
					<Select
						id={id}
						value={language}
						options={languageOptions}
						disabled={props.busy}
						onChange={(value) => props.onLanguage(value as ConsentLanguage)}
					/>
				)}
			</Field>
			<figure>
				<figcaption className="text-[13px] text-muted">
					Read this sentence aloud exactly as written. {expired ? "" : `It expires in ${counted(left, "minute")}.`}
				</figcaption>
				<blockquote
					lang={language}
					className="mt-2 hyphens-auto border-wave-1 border-l-2 py-1 pl-4 font-serif text-2xl leading-8"
				>
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
				<Reading key={sentence} {...props} />
			)}
		</div>
	);
}

/** The microphone, or a file for those who record elsewhere. */
function Reading({ attemptsLeft, action, busy, error, onSubmit, blocked = false, children }: ReadAloudProps) {
	const [recorded, setRecorded] = useState<File | null>(null);
	const [uploaded, setUploaded] = useState<File | null>(null);
	const input = useRef<HTMLInputElement>(null);
	const recording = uploaded ?? recorded;
	const disabled = busy || attemptsLeft <= 0;
	return (
		<>
			{uploaded ? (
				<div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-raised p-4">
					<FileAudio aria-hidden="true" className="size-5 shrink-0 text-muted" />
					<p className="min-w-0 flex-1 basis-40 truncate">{uploaded.name}</p>
					<Button size="small" variant="quiet" autoFocus disabled={disabled} onClick={() => setUploaded(null)}>
						Record instead
					</Button>
				</div>
			) : (
				<div className="flex flex-col items-start gap-2">
					<Recorder
						className="self-stretch"
						engine={player}
						name="Reading"
						maxSeconds={maxRecordingSeconds}
						disabled={disabled}
						onChange={setRecorded}
					/>
					<Button size="small" variant="quiet" disabled={disabled} onClick={() => input.current?.click()}>
						<Upload aria-hidden="true" />
						Upload a recording instead
					</Button>
					<input
						ref={input}
						type="file"
						accept="audio/*"
						aria-label="Recording of the sentence"
						tabIndex={-1}
						className="hidden"
						onChange={(event) => setUploaded(event.target.files?.[0] ?? null)}
					/>
				</div>
			)}
			{children}
			{error ? <FormError>{error}</FormError> : null}
			<div className="flex flex-wrap items-center gap-3">
				<Button
					variant="primary"
					busy={busy}
					disabled={!recording || attemptsLeft <= 0 || blocked}
					onClick={() => recording && onSubmit(recording)}
				>
					{action}
				</Button>
				<span className="text-[13px] text-muted">
					{attemptsLeft === 1 ? "1 attempt left" : `${attemptsLeft} attempts left`}
				</span>
			</div>
		</>
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
