import { maxClassifiedBytes } from "@timbre/contract/safety.ts";
import { DropZone } from "@timbre/ui/primitives/drop-zone.tsx";
import { useState } from "react";
import { bytes } from "../../../lib/format.ts";

type ClipChooserProps = { busy: boolean; onFile: (file: File) => void };

/** One recording, dropped or chosen. */
export function ClipChooser({ busy, onFile }: ClipChooserProps) {
	const [fault, setFault] = useState<string | null>(null);
	const take = ([file]: readonly File[]) => {
		if (!file) return;
		const tooLarge = file.size > maxClassifiedBytes;
		setFault(tooLarge ? `${file.name} is larger than ${bytes(maxClassifiedBytes)}. Send a part of it.` : null);
		if (!tooLarge) onFile(file);
	};
	return (
		<>
			<DropZone
				title="Drop a recording here"
				advice={`Up to ${bytes(maxClassifiedBytes)} and ten minutes, compared and then forgotten.`}
				accept="audio/*,video/*"
				button={{ children: busy ? "Comparing" : "Choose a file", variant: "primary", busy }}
				onFiles={take}
			/>
			{fault ? (
				<p role="alert" className="mt-3 text-[13px] text-danger">
					{fault}
				</p>
			) : null}
		</>
	);
}
