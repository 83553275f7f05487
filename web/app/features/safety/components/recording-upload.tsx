import { maxClassifiedBytes } from "@timbre/contract/safety/rules.ts";
import { DropZone } from "@timbre/ui/primitives/forms/drop-zone.tsx";
import { useState } from "react";
import { bytes } from "../../../lib/text/format.ts";

type RecordingUploadProps = { busy: boolean; onFile: (file: File) => void };

/** Takes one recording, dropped or chosen. */
export function RecordingUpload({ busy, onFile }: RecordingUploadProps) {
	const [problem, setProblem] = useState<string | null>(null);
	const take = ([file]: readonly File[]) => {
		if (!file) return;
		const tooLarge = file.size > maxClassifiedBytes;
		setProblem(tooLarge ? `${file.name} is over ${bytes(maxClassifiedBytes)}. Upload a shorter part of it.` : null);
		if (!tooLarge) onFile(file);
	};
	return (
		<>
			<DropZone
				title="Drop a recording here"
				advice={`Up to ${bytes(maxClassifiedBytes)} and 10 minutes. The file isn't stored.`}
				accept="audio/*,video/*"
				button={{ children: busy ? "Checking" : "Choose file", variant: "primary", busy }}
				onFiles={take}
			/>
			{problem ? (
				<p role="alert" className="mt-3 text-[13px] text-danger">
					{problem}
				</p>
			) : null}
		</>
	);
}
