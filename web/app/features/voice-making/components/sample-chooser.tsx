import { maxSampleBytes, maxSampleFiles } from "@timbre/contract/voice-making/rules.ts";
import { Recorder } from "@timbre/ui/audio/recorder/recorder.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { DropZone } from "@timbre/ui/primitives/forms/drop-zone.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { FileAudio, Plus, X } from "lucide-react";
import { useState } from "react";
import { player } from "../../../lib/audio/player.ts";
import { bytes } from "../../../lib/text/format.ts";
import { acceptedSamples, addFiles } from "../model/sample-files.ts";

type SampleChooserProps = {
	files: readonly File[];
	onChange: (files: File[]) => void;
	/** Hint about suitable recordings. */
	advice: string;
	disabled?: boolean;
};

/** A WAV of this length stays below the file size limit. */
const recordSeconds = 120;

/** Collects recordings of a voice from files or the microphone. */
export function SampleChooser({ files, onChange, advice, disabled }: SampleChooserProps) {
	const [errors, setErrors] = useState<string[]>([]);
	const [take, setTake] = useState<File | null>(null);
	const [takes, setTakes] = useState(1);
	// The pressed button is disabled now, so focus the recorder for the next take.
	const [focusRecorder, setFocusRecorder] = useState(false);
	const add = (added: readonly File[]) => {
		const result = addFiles(files, added);
		setErrors(result.errors);
		onChange(result.files);
	};
	const addTake = () => {
		if (!take) return;
		add([take]);
		setTake(null);
		setTakes(takes + 1);
		setFocusRecorder(true);
	};
	const reset = () => {
		setErrors([]);
		setFocusRecorder(false);
	};
	return (
		<div className="flex flex-col gap-3">
			<Tabs defaultValue="upload" onValueChange={reset}>
				<TabsList>
					<TabsTrigger value="upload">Upload</TabsTrigger>
					<TabsTrigger value="record">Record</TabsTrigger>
				</TabsList>
				<TabsContent value="upload">
					<DropZone
						title="Drop recordings here"
						advice={`${advice} Up to ${maxSampleFiles} files, ${bytes(maxSampleBytes)} each: mp3, wav, flac, ogg, opus, m4a, aac, aiff, webm.`}
						accept={acceptedSamples}
						multiple
						disabled={disabled}
						button={{ children: "Choose files", size: "small" }}
						onFiles={add}
					/>
				</TabsContent>
				<TabsContent value="record" className="flex flex-col gap-3">
					<p className="text-muted">
						Read any text for at least 30 seconds in a quiet room, in the style you want the voice to have.
					</p>
					<Recorder
						key={takes}
						engine={player}
						name={`Recording ${takes}`}
						maxSeconds={recordSeconds}
						autoFocus={focusRecorder}
						disabled={disabled}
						onChange={setTake}
					/>
					<Button className="self-start" disabled={!take || disabled} onClick={addTake}>
						<Plus aria-hidden="true" />
						Use this recording
					</Button>
				</TabsContent>
			</Tabs>
			{errors.length > 0 ? (
				<div role="alert" className="text-[13px] text-danger">
					{errors.map((error) => (
						<p key={error}>{error}</p>
					))}
				</div>
			) : null}
			{files.length > 0 ? (
				<ul aria-label="Chosen recordings" className="rounded-card border border-line bg-raised">
					{files.map((file) => (
						<li
							key={`${file.name} ${file.size}`}
							className="flex items-center gap-3 border-line border-b py-1.5 pr-1.5 pl-4 last:border-b-0"
						>
							<FileAudio aria-hidden="true" className="size-4 shrink-0 text-muted" />
							<span className="min-w-0 flex-1 truncate" title={file.name}>
								{file.name}
							</span>
							<span className="shrink-0 text-[13px] text-muted tabular">{bytes(file.size)}</span>
							<IconButton
								label={`Remove ${file.name}`}
								size="small"
								disabled={disabled}
								onClick={() => onChange(files.filter((other) => other !== file))}
							>
								<X aria-hidden="true" />
							</IconButton>
						</li>
					))}
				</ul>
			) : null}
		</div>
	);
}
