import type { Model } from "@timbre/contract/models/endpoints.ts";
import { creditsForSeconds, creditsPerMinute } from "@timbre/contract/plans.ts";
import type { ConversionJob } from "@timbre/contract/voice-changer/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { useCallback, useId, useState } from "react";
import { counted } from "../../../lib/text/format.ts";
import { useUploads } from "../../uploads/uploads.public.ts";
import { VoicePicker } from "../../voices/voices.picker.public.tsx";
import { useConversionChoice } from "../model/choice.ts";
import { useLocalAudio } from "../model/use-local-audio.ts";
import { useConversions, useStartConversion } from "../voice-changer.queries.ts";
import { Compare } from "./compare.tsx";
import { ConversionList } from "./conversion-list.tsx";
import { RecordingChooser } from "./recording-chooser.tsx";
import { WayPicker } from "./way-picker.tsx";

type Source = { jobId: string; file: File | null };

/** The voice changer: a recording, a voice, a way, and the result. */
export function Changer({ voices, models }: { voices: Voice[]; models: Model[] }) {
	const { voice, model, chooseVoice, chooseModel } = useConversionChoice(voices, models);
	const [removeNoise, setRemoveNoise] = useState(false);
	const [file, setFile] = useState<File | null>(null);
	const uploads = useUploads({ maxFiles: 1 });
	const chosen = useLocalAudio(file);
	// The recording of the latest conversion, to compare with its result.
	const [source, setSource] = useState<Source | null>(null);
	const original = useLocalAudio(source?.file ?? null);
	const [resultId, setResultId] = useState<string | null>(null);
	const onEnded = useCallback((job: ConversionJob) => {
		if (job.history_item_id) setResultId(job.history_item_id);
	}, []);
	const { jobs, cancel } = useConversions(onEnded);
	const [uploaded] = uploads.uploaded;
	const start = useStartConversion((job) => {
		setSource({ jobId: job.conversion_job_id, file });
		setResultId(null);
		setFile(null);
		if (uploaded) uploads.release([uploaded.uploadId]);
	});
	const noiseId = useId();
	if (!voice || !model) return null;

	const remember = {
		...uploads,
		add: (files: readonly File[]) => {
			setFile(files[0] ?? null);
			uploads.add(files);
		},
	};
	return (
		<div className="min-h-0 flex-1 overflow-y-auto px-4 py-5 md:px-8 lg:px-12">
			<div className="grid max-w-5xl gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
				<div className="flex min-w-0 flex-col gap-5">
					<p className="max-w-prose text-muted">
						Record or upload speech and hear it in another voice. Neither model copies a person exactly.
					</p>
					<RecordingChooser uploads={remember} disabled={start.isPending} />
					<ConversionList jobs={jobs} onCancel={cancel} />
					{resultId ? (
						<Compare key={resultId} historyItemId={resultId} original={source?.jobId === resultId ? original : null} />
					) : null}
				</div>
				<div className="flex min-w-0 flex-col gap-6">
					<div>
						<h2 className="mb-2 font-medium text-[13px]">Voice</h2>
						<VoicePicker value={voice} onChange={chooseVoice} voices={voices} />
					</div>
					<WayPicker models={models} value={model} onChange={chooseModel} />
					<div className="flex items-center justify-between gap-3">
						<Label htmlFor={noiseId}>Remove background noise</Label>
						<Switch id={noiseId} checked={removeNoise} onCheckedChange={setRemoveNoise} />
					</div>
					<div className="flex flex-col gap-2">
						<Button
							variant="primary"
							busy={start.isPending}
							disabled={!uploaded}
							onClick={() =>
								uploaded &&
								start.mutate({
									uploadId: uploaded.uploadId,
									voiceId: voice.voice_id,
									modelId: model.model_id,
									removeNoise,
								})
							}
						>
							Convert
						</Button>
						<p className="text-[13px] text-muted tabular">{priceOf(chosen?.seconds ?? null, voice)}</p>
					</div>
				</div>
			</div>
		</div>
	);
}

function priceOf(seconds: number | null, voice: Voice): string {
	const rate = voice.sharing?.rate ?? 1;
	if (seconds === null) return `${Math.ceil(creditsPerMinute.voiceChanger * rate)} credits per minute.`;
	return `About ${counted(Math.ceil(creditsForSeconds("voiceChanger", Math.max(1, seconds)) * rate), "credit")}.`;
}
