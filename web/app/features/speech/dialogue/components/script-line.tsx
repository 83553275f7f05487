import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { cn } from "@timbre/ui/cn.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useState } from "react";
import { VoicePicker } from "../../../voices/voices.picker.public.tsx";
import type { ScriptLine } from "../model/script.ts";

export type LineEvents = {
	change: (index: number, patch: Partial<ScriptLine>) => void;
	addAfter: (index: number) => void;
	remove: (index: number) => void;
	move: (from: number, to: number) => void;
	generate: () => void;
	/** Adds the lines of a pasted script. Returns whether it was one. */
	paste: (text: string, after: number) => boolean;
};

type ScriptLineRowProps = {
	line: ScriptLine;
	index: number;
	count: number;
	voice: Voice;
	speaking: boolean;
	events: LineEvents;
};

const dragType = "application/x-timbre-line";

/** One dialogue line with its voice and text, in the voice's color. */
export function ScriptLineRow({ line, index, count, voice, speaking, events }: ScriptLineRowProps) {
	const [over, setOver] = useState(false);
	const colors = voiceColors(line.voiceId);
	const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
		const act = keyAction(event, line.text);
		if (!act) return;
		event.preventDefault();
		if (act === "generate") events.generate();
		else if (act === "add") events.addAfter(index);
		else if (act === "remove") events.remove(index);
		else events.move(index, index + (act === "up" ? -1 : 1));
	};
	const onDrop = (event: DragEvent) => {
		setOver(false);
		const from = event.dataTransfer.getData(dragType);
		if (from === "") return;
		event.preventDefault();
		events.move(Number(from), index);
	};
	return (
		<li
			data-speaking={speaking || undefined}
			onDragOver={(event) => {
				if (!event.dataTransfer.types.includes(dragType)) return;
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={onDrop}
			className={cn(
				"group relative flex gap-1 rounded-card border border-line bg-raised py-2.5 pr-2 pl-1 transition-colors",
				over && "border-ink",
			)}
			style={{
				boxShadow: speaking ? `inset 4px 0 0 ${colors.from}, 0 0 0 1px ${colors.from}` : `inset 3px 0 0 ${colors.from}`,
			}}
		>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: a drag handle; the arrow buttons do the same by keyboard */}
			<span
				draggable
				onDragStart={(event) => {
					event.dataTransfer.setData(dragType, String(index));
					event.dataTransfer.effectAllowed = "move";
				}}
				title="Drag to reorder"
				className="flex w-6 shrink-0 cursor-grab items-start justify-center pt-2.5 text-muted opacity-60 group-hover:opacity-100"
			>
				<GripVertical aria-hidden="true" className="size-4" />
			</span>
			<div className="min-w-0 flex-1">
				<div className="flex flex-wrap items-center gap-1">
					<VoicePicker
						value={voice}
						label={`the voice of line ${index + 1}`}
						onChange={(next) => events.change(index, { voiceId: next.voice_id })}
						compact
						className="h-8 max-w-56"
					/>
					{speaking ? (
						<span className="ml-1 font-medium text-[13px]" style={{ color: "var(--ink)" }}>
							speaking
						</span>
					) : null}
					<div className="ml-auto flex items-center">
						<IconButton
							label={`Move line ${index + 1} up`}
							size="small"
							tooltip={false}
							disabled={index === 0}
							onClick={() => events.move(index, index - 1)}
						>
							<ArrowUp aria-hidden="true" />
						</IconButton>
						<IconButton
							label={`Move line ${index + 1} down`}
							size="small"
							tooltip={false}
							disabled={index === count - 1}
							onClick={() => events.move(index, index + 1)}
						>
							<ArrowDown aria-hidden="true" />
						</IconButton>
						<IconButton
							label={`Remove line ${index + 1}`}
							size="small"
							tooltip={false}
							disabled={count === 1}
							onClick={() => events.remove(index)}
						>
							<Trash2 aria-hidden="true" />
						</IconButton>
					</div>
				</div>
				<div className="mt-1 grid text-[16px] leading-6">
					{/* Makes the text area as tall as its text. */}
					<div
						aria-hidden="true"
						className="invisible col-start-1 row-start-1 whitespace-pre-wrap break-words px-1 py-1"
					>
						{line.text}
						{"\u200b"}
					</div>
					<textarea
						aria-label={`Line ${index + 1}, ${voice.name}`}
						data-line-text={line.id}
						placeholder={`What ${voice.name} says`}
						rows={1}
						spellCheck
						value={line.text}
						onChange={(event) => events.change(index, { text: event.target.value })}
						onKeyDown={onKeyDown}
						onPaste={(event) => {
							if (events.paste(event.clipboardData.getData("text/plain"), index)) event.preventDefault();
						}}
						className="col-start-1 row-start-1 size-full resize-none overflow-hidden rounded-sm bg-transparent px-1 py-1 outline-none placeholder:text-muted focus-visible:bg-sunken"
					/>
				</div>
			</div>
		</li>
	);
}

function keyAction(event: KeyboardEvent<HTMLTextAreaElement>, text: string) {
	const command = event.ctrlKey || event.metaKey;
	if (event.key === "Enter" && command) return "generate";
	if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) return "add";
	if (event.altKey && event.key === "ArrowUp") return "up";
	if (event.altKey && event.key === "ArrowDown") return "down";
	return event.key === "Backspace" && text === "" ? "remove" : null;
}
