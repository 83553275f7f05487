import { type TranscriptFormat, transcriptFormatIds, transcriptFormats } from "@timbre/contract/transcription/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/overlays/popover.tsx";
import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { toaster } from "../../../../lib/page/toaster.ts";
import { exportUrl } from "../editor.queries.ts";
import { plainText, speakersOf, type TranscriptDocument } from "../model/document.ts";

type ExportMenuProps = {
	id: string;
	title: string;
	document: TranscriptDocument;
	/** Saves pending edits, so that the file contains them. */
	onExport: () => Promise<void>;
};

/** Downloads the transcript in any format. */
export function ExportMenu({ id, title, document, onExport }: ExportMenuProps) {
	const hasSpeakers = speakersOf(document).length > 0;
	const [open, setOpen] = useState(false);
	const [speakers, setSpeakers] = useState(true);
	const [times, setTimes] = useState(true);
	const download = async (format: TranscriptFormat) => {
		await onExport();
		const link = window.document.createElement("a");
		link.href = exportUrl(id, format, {
			include_speakers: speakers && hasSpeakers,
			include_timestamps: times,
		});
		link.download = `${title}.${transcriptFormats[format].extension}`;
		link.click();
		setOpen(false);
	};
	const copy = () =>
		navigator.clipboard.writeText(plainText(document, speakers)).then(
			() => {
				setOpen(false);
				toaster.show({ title: "Copied", tone: "positive" });
			},
			() => toaster.show({ title: "Couldn't copy the text", tone: "danger" }),
		);
	return (
		<Popover open={open} onOpenChange={setOpen}>
			<PopoverTrigger asChild>
				<Button size="small" variant="primary" className="max-sm:px-2">
					<Download aria-hidden="true" />
					<span className="max-sm:sr-only">Export</span>
				</Button>
			</PopoverTrigger>
			<PopoverContent align="end" aria-label="Export" className="flex w-64 flex-col gap-3">
				<ul aria-label="Formats" className="-m-1 flex flex-col">
					{transcriptFormatIds.map((format) => (
						<li key={format}>
							<button
								type="button"
								onClick={() => void download(format)}
								className="flex w-full items-baseline justify-between gap-4 rounded-md px-2 py-1.5 text-left hover:bg-hover"
							>
								{transcriptFormats[format].name}
								<span className="font-mono text-muted text-xs">.{transcriptFormats[format].extension}</span>
							</button>
						</li>
					))}
				</ul>
				<div className="flex flex-col gap-2 border-line border-t pt-3">
					{hasSpeakers ? <Checkbox label="Speaker names" checked={speakers} onChange={setSpeakers} /> : null}
					<Checkbox label="Timestamps" checked={times} onChange={setTimes} />
					<Button size="small" onClick={() => void copy()}>
						<Copy aria-hidden="true" />
						Copy text
					</Button>
				</div>
			</PopoverContent>
		</Popover>
	);
}
