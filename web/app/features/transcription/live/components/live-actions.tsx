import { creditsForSeconds } from "@timbre/contract/plans.ts";
import { defaultTranscriptionModel } from "@timbre/contract/transcription/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Copy, Download, Save } from "lucide-react";
import { useNavigate } from "react-router";
import { saveFile } from "../../../../lib/api/download.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { counted } from "../../../../lib/text/format.ts";
import { useUploads } from "../../../uploads/uploads.public.ts";
import { transcriptPath, useCreateTranscript } from "../../transcription.queries.ts";
import type { LiveState } from "../model/live-session.ts";
import { recordingName, textOf } from "../model/live-text.ts";

/** What can be done with the text and the recording of a session that has ended. */
export function LiveActions({ state, language }: { state: LiveState; language: string }) {
	const navigate = useNavigate();
	const save = useCreateTranscript();
	const submit = ({ uploadId }: { uploadId: string }) =>
		save.mutate(
			{
				upload_id: uploadId,
				model_id: defaultTranscriptionModel,
				...(language === "auto" ? {} : { language_code: language }),
			},
			{ onSuccess: ({ transcription_id }) => void navigate(transcriptPath(transcription_id)) },
		);
	const uploads = useUploads({ onUploaded: submit });
	const text = textOf(state.segments);
	const { recording, seconds } = state;
	const busy = uploads.busy || save.isPending || save.isSuccess;
	const [upload] = uploads.items;
	const problem = upload?.error ?? uploads.problems[0];
	const copy = () =>
		navigator.clipboard.writeText(text).then(
			() => toaster.show({ title: "Copied", tone: "positive" }),
			() => toaster.show({ title: "Couldn't copy the text", tone: "danger" }),
		);
	const keep = () => {
		if (!recording || busy) return;
		const [uploaded] = uploads.uploaded;
		if (uploaded) return submit(uploaded);
		if (upload) return uploads.retry(upload.id);
		const extension = recording.type.includes("mp4") ? "mp4" : "webm";
		uploads.add([new File([recording], `${recordingName(new Date())}.${extension}`, { type: recording.type })]);
	};
	return (
		<div className="flex flex-col gap-3">
			<div className="flex flex-wrap gap-2">
				<Button onClick={() => void copy()}>
					<Copy aria-hidden="true" />
					Copy text
				</Button>
				<Button
					onClick={() => saveFile(new Blob([`${text}\n`], { type: "text/plain" }), `${recordingName(new Date())}.txt`)}
				>
					<Download aria-hidden="true" />
					Download text
				</Button>
				{recording ? (
					<Button variant="primary" onClick={keep} busy={busy}>
						<Save aria-hidden="true" />
						Save to transcripts
					</Button>
				) : null}
			</div>
			{recording ? (
				<p className="text-[13px] text-muted">
					Saving transcribes the recording once more with the most accurate model:{" "}
					{counted(creditsForSeconds("transcription", seconds), "credit")}.
				</p>
			) : null}
			{problem ? (
				<p role="alert" className="text-[13px] text-danger">
					{problem}
				</p>
			) : null}
		</div>
	);
}
