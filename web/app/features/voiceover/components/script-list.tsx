import { maxVoiceoverSeconds } from "@timbre/contract/voiceover/rules.ts";
import type { Voiceover } from "@timbre/contract/voiceover/schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { FileDown, FileInput, Plus } from "lucide-react";
import { useRef } from "react";
import { confirm } from "../../../lib/forms/confirm.ts";
import type { Selection } from "../model/selection.ts";
import { type Content, subtitlesUrl } from "../voiceover.queries.ts";
import { LineCard } from "./line-card.tsx";

type ScriptListProps = {
	voiceover: Voiceover;
	voices: Voice[];
	content: Content;
	selection: Selection;
	positionMs: () => number;
	onPlay: (fromMs: number) => void;
	onGenerate: (lineId: string) => void;
};

const newSlotMs = 3_000;

/** The lines in the order in which they start: all that the timeline shows, for the keyboard and screen readers. */
export function ScriptList({ voiceover, voices, content, selection, positionMs, onPlay, onGenerate }: ScriptListProps) {
	const { lines, voiceover_id, can_edit } = voiceover;
	const file = useRef<HTMLInputElement>(null);
	const add = () => {
		// After the last line, or where the playhead is if that is later.
		const after = Math.max(lines.at(-1)?.end_ms ?? 0, Math.round(positionMs()));
		const start_ms = Math.min(after, maxVoiceoverSeconds * 1000 - newSlotMs);
		content.addLine.mutate(
			{ start_ms, end_ms: start_ms + newSlotMs, text: "" },
			{
				onSuccess: ({ line_id }) => {
					selection.choose({ kind: "line", id: line_id });
					// It is in the page once the voice-over has been loaded again.
					requestAnimationFrame(() =>
						document.getElementById(`line-${line_id}`)?.querySelector<HTMLElement>("textarea")?.focus(),
					);
				},
			},
		);
	};
	const askToDelete = async (lineId: string, number: number) => {
		const { confirmed } = await confirm({
			title: `Delete line ${number}?`,
			description: "Its text and speech are deleted. It can't be undone.",
			action: "Delete line",
		});
		if (confirmed) content.deleteLine.mutate(lineId);
	};
	return (
		<section aria-labelledby="script-heading" className="flex flex-col gap-3">
			<div className="flex flex-wrap items-center justify-between gap-2">
				<h2 id="script-heading" className="font-semibold text-[15px]">
					Script
				</h2>
				<div className="flex flex-wrap gap-2">
					{can_edit ? (
						<>
							<input
								ref={file}
								type="file"
								accept=".srt,.vtt"
								tabIndex={-1}
								aria-label="Subtitle file"
								className="hidden"
								onChange={async (event) => {
									const [chosen] = event.target.files ?? [];
									if (chosen) content.importLines.mutate(await chosen.text());
									event.target.value = "";
								}}
							/>
							<Button
								size="small"
								variant="quiet"
								busy={content.importLines.isPending}
								onClick={() => file.current?.click()}
							>
								<FileInput aria-hidden="true" />
								Import subtitles
							</Button>
						</>
					) : null}
					{lines.length > 0 ? (
						<Button size="small" variant="quiet" asChild>
							<a href={subtitlesUrl(voiceover_id)} download>
								<FileDown aria-hidden="true" />
								Save as SRT
							</a>
						</Button>
					) : null}
				</div>
			</div>
			{lines.length === 0 ? (
				<p className="text-muted">No lines yet. Add one, or import subtitles to get a line for each of them.</p>
			) : (
				<ol className="flex flex-col gap-3">
					{lines.map((line, at) => (
						<LineCard
							key={line.line_id}
							line={line}
							number={at + 1}
							voices={voices}
							editable={can_edit}
							selected={selection.is("line", line.line_id)}
							settingsOpen={selection.open === line.line_id}
							onSettings={(open) => selection.setOpen(open ? line.line_id : null)}
							onSelect={() => selection.choose({ kind: "line", id: line.line_id })}
							onChange={(change) => content.changeLine.mutate({ lineId: line.line_id, change })}
							onPlay={() => onPlay(line.start_ms)}
							onGenerate={() => onGenerate(line.line_id)}
							onDelete={() => void askToDelete(line.line_id, at + 1)}
						/>
					))}
				</ol>
			)}
			{can_edit ? (
				<Button onClick={add} busy={content.addLine.isPending} className="self-start">
					<Plus aria-hidden="true" />
					Add line
				</Button>
			) : null}
		</section>
	);
}
