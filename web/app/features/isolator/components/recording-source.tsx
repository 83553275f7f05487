import { type IsolationFormat, isolationFormats, maxIsolationSeconds } from "@timbre/contract/isolator/rules.ts";
import { creditsPerMinute } from "@timbre/contract/plans.ts";
import { FileRecorder } from "@timbre/ui/audio/recorder/file-recorder.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { useState } from "react";
import { useUploads } from "../../uploads/uploads.public.ts";
import { UploadZone } from "../../uploads/uploads.zone.public.tsx";
import { useCreateIsolation } from "../isolator.queries.ts";

const formatNames: Record<IsolationFormat, string> = { mp3: "MP3", wav: "MP3 and WAV" };

/** Drop, choose or record. Starts as soon as the file is uploaded. */
export function RecordingSource({ onCreated }: { onCreated: (id: string) => void }) {
	const [format, setFormat] = useState<IsolationFormat>("mp3");
	const creating = useCreateIsolation();
	const uploads = useUploads({
		onUploaded: ({ uploadId }) =>
			creating.mutate(
				{ upload_id: uploadId, output_format: format },
				{ onSuccess: ({ isolation_id }) => onCreated(isolation_id) },
			),
	});
	const busy = uploads.busy || creating.isPending;
	return (
		<div className="flex flex-col gap-4">
			<UploadZone uploads={uploads} advice="Up to one hour." disabled={creating.isPending} />
			{uploads.items.length === 0 ? (
				<FileRecorder
					name="Recording"
					maxSeconds={maxIsolationSeconds}
					disabled={busy}
					onRecorded={(file) => uploads.add([file])}
				/>
			) : null}
			<div className="flex flex-wrap items-end justify-between gap-4">
				<div>
					<Label htmlFor="isolation-format">Download as</Label>
					<Select
						id="isolation-format"
						value={format}
						options={isolationFormats.map((value) => ({ value, label: formatNames[value] }))}
						onChange={(value) => setFormat(value as IsolationFormat)}
						disabled={busy}
						className="mt-1.5 w-44"
					/>
				</div>
				<p className="text-[13px] text-muted">{creditsPerMinute.isolation} credits per minute of audio.</p>
			</div>
		</div>
	);
}
