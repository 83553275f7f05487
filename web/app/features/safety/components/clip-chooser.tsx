import { maxClassifiedBytes } from "@timbre/contract/safety.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { FileAudio } from "lucide-react";
import { type DragEvent, useId, useRef, useState } from "react";
import { bytes } from "../../../lib/format.ts";

type ClipChooserProps = { busy: boolean; onFile: (file: File) => void };

/** One recording, dropped or chosen. */
export function ClipChooser({ busy, onFile }: ClipChooserProps) {
	const [over, setOver] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const input = useRef<HTMLInputElement>(null);
	const id = useId();
	const take = (file: File | undefined) => {
		if (!file || busy) return;
		const tooLarge = file.size > maxClassifiedBytes;
		setFault(tooLarge ? `${file.name} is larger than ${bytes(maxClassifiedBytes)}. Send a part of it.` : null);
		if (!tooLarge) onFile(file);
	};
	const drop = (event: DragEvent) => {
		event.preventDefault();
		setOver(false);
		take(event.dataTransfer.files[0]);
	};
	return (
		<>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button inside does the same */}
			<div
				onDragOver={(event) => {
					event.preventDefault();
					setOver(true);
				}}
				onDragLeave={() => setOver(false)}
				onDrop={drop}
				className={cn(
					"flex flex-col items-center gap-2 rounded-card border border-control border-dashed px-6 py-10 text-center transition-colors",
					over && "border-ink bg-hover",
				)}
			>
				<FileAudio aria-hidden="true" className="size-6 text-muted" />
				<label htmlFor={id} className="font-medium">
					Drop a recording here
				</label>
				<p className="text-balance text-[13px] text-muted">
					Up to {bytes(maxClassifiedBytes)} and ten minutes, compared and then forgotten.
				</p>
				<input
					ref={input}
					id={id}
					type="file"
					accept="audio/*,video/*"
					className="sr-only"
					tabIndex={-1}
					onChange={(event) => {
						take(event.target.files?.[0]);
						// The same file can be chosen again.
						event.target.value = "";
					}}
				/>
				<Button variant="primary" className="mt-2" busy={busy} onClick={() => input.current?.click()}>
					{busy ? "Comparing" : "Choose a file"}
				</Button>
			</div>
			{fault ? (
				<p role="alert" className="mt-3 text-[13px] text-danger">
					{fault}
				</p>
			) : null}
		</>
	);
}
