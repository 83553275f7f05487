import { maxTracks, pieceOfClip } from "@timbre/contract/voiceover/rules.ts";
import type { Voiceover, VoiceoverClip, VoiceoverLine } from "@timbre/contract/voiceover/schemas.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { ZoomIn, ZoomOut } from "lucide-react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { PreviewPlayer } from "../model/preview-player.ts";
import type { Selection } from "../model/selection.ts";
import { formatMs } from "../model/times.ts";
import type { Content } from "../voiceover.queries.ts";
import { TimelineBlock } from "./timeline-block.tsx";
import { usePreviewState } from "./use-preview.ts";

type TimelineProps = { voiceover: Voiceover; content: Content; selection: Selection; player: PreviewPlayer };

/** Pixels per second. */
const zooms = [4, 8, 16, 32, 64, 128];
const startZoom = 3;
/** Shown after the end, so that there is room to drop a block. */
const tailSeconds = 10;

/**
 * Tracks under a ruler, for the pointer. Hidden from screen readers and the keyboard: the script and the list of files
 * have the same times as fields.
 */
export function Timeline({ voiceover, content, selection, player }: TimelineProps) {
	const [zoom, setZoom] = useState(startZoom);
	const scale = zooms[zoom] ?? 32;
	const { source, sounds, lines, can_edit: editable } = voiceover;
	const seconds = voiceover.seconds + tailSeconds;
	const tracks = Array.from({ length: maxTracks }, (_, at) => sounds.filter(({ track }) => track === at + 1));
	const used = tracks.findLastIndex((clips) => clips.length > 0) + 1;
	const seek = (event: PointerEvent<HTMLElement>) => {
		const { left } = event.currentTarget.getBoundingClientRect();
		player.seek(((event.clientX - left) / scale) * 1000);
	};
	const show = (kind: "line" | "clip", id: string) => {
		selection.choose({ kind, id });
		document.getElementById(`${kind}-${id}`)?.scrollIntoView({ block: "nearest" });
	};
	return (
		<section aria-label="Timeline" className="min-w-0 rounded-card border border-line bg-raised">
			<div className="flex items-center justify-between border-line border-b px-3 py-1">
				<h2 className="font-medium text-[13px] text-muted">Timeline</h2>
				<div>
					<IconButton label="Zoom out" size="small" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
						<ZoomOut aria-hidden="true" />
					</IconButton>
					<IconButton
						label="Zoom in"
						size="small"
						disabled={zoom === zooms.length - 1}
						onClick={() => setZoom(zoom + 1)}
					>
						<ZoomIn aria-hidden="true" />
					</IconButton>
				</div>
			</div>
			<div aria-hidden="true" className="overflow-x-auto">
				<div className="relative select-none" style={{ width: seconds * scale }}>
					<button type="button" tabIndex={-1} onPointerDown={seek} className="relative block h-6 w-full">
						<Ruler seconds={seconds} scale={scale} />
					</button>
					{source?.state === "ready" ? (
						<Track>
							<SoundBlock
								clip={source}
								scale={scale}
								editable={false}
								selection={selection}
								content={content}
								onShow={show}
							/>
						</Track>
					) : null}
					<Track>
						{lines.map((line, at) => (
							<LineBlock
								key={line.line_id}
								line={line}
								number={at + 1}
								scale={scale}
								editable={editable}
								selected={selection.is("line", line.line_id)}
								onShow={() => show("line", line.line_id)}
								onChange={(change) => content.changeLine.mutate({ lineId: line.line_id, change })}
							/>
						))}
					</Track>
					{tracks.slice(0, used).map((clips, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a track is its number
						<Track key={at}>
							{clips.map((clip) => (
								<SoundBlock key={clip.clip_id} {...{ clip, scale, editable, selection, content }} onShow={show} />
							))}
						</Track>
					))}
					<Playhead player={player} scale={scale} />
				</div>
			</div>
		</section>
	);
}

const Track = ({ children }: { children: React.ReactNode }) => (
	<div className="relative h-14 border-line border-t">{children}</div>
);

type LineBlockProps = {
	line: VoiceoverLine;
	number: number;
	scale: number;
	editable: boolean;
	selected: boolean;
	onShow: () => void;
	onChange: (slot: { start_ms: number; end_ms: number }) => void;
};

function LineBlock({ line, number, scale, editable, selected, onShow, onChange }: LineBlockProps) {
	return (
		<TimelineBlock
			startMs={line.start_ms}
			lengthMs={line.end_ms - line.start_ms}
			scale={scale}
			label={`${number}. ${line.text}`}
			peaks={line.peaks}
			peaksMs={line.fit?.length_ms ?? 0}
			tone={line.warning || line.state === "outdated" ? "warning" : line.state === "silent" ? "empty" : "speech"}
			muted={line.muted}
			selected={selected}
			movable={editable}
			resizable={editable}
			onShow={onShow}
			onPlace={(startMs, lengthMs) => onChange({ start_ms: startMs, end_ms: startMs + lengthMs })}
		/>
	);
}

type SoundBlockProps = {
	clip: VoiceoverClip;
	scale: number;
	editable: boolean;
	selection: Selection;
	content: Content;
	onShow: (kind: "clip", id: string) => void;
};

function SoundBlock({ clip, scale, editable, selection, content, onShow }: SoundBlockProps) {
	const length = pieceOfClip({ ...clip, muted: false })?.length_ms ?? 0;
	return (
		<TimelineBlock
			startMs={clip.offset_ms}
			lengthMs={length}
			scale={scale}
			label={clip.file_name}
			peaks={trimmedPeaks(clip)}
			peaksMs={length}
			tone={clip.state === "failed" ? "warning" : "sound"}
			muted={clip.muted}
			selected={selection.is("clip", clip.clip_id)}
			movable={editable && clip.kind === "sound"}
			resizable={false}
			onShow={() => onShow("clip", clip.clip_id)}
			onPlace={(offset_ms) => content.changeClip.mutate({ clipId: clip.clip_id, change: { offset_ms } })}
		/>
	);
}

function trimmedPeaks({ peaks, seconds, trim_start_ms, trim_end_ms }: VoiceoverClip): number[] {
	const total = (seconds ?? 0) * 1000;
	if (total === 0) return peaks;
	const at = (ms: number) => Math.round((ms / total) * peaks.length);
	return peaks.slice(at(trim_start_ms), peaks.length - at(trim_end_ms));
}

const rulerSteps = [1, 2, 5, 10, 30, 60, 120, 300];
const minLabelPixels = 70;

function Ruler({ seconds, scale }: { seconds: number; scale: number }) {
	const step = rulerSteps.find((one) => one * scale >= minLabelPixels) ?? 600;
	return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, at) => (
		<span
			// biome-ignore lint/suspicious/noArrayIndexKey: a mark is its time
			key={at}
			className="absolute inset-y-0 border-line border-l pl-1 text-[11px] text-muted leading-6 tabular"
			style={{ left: at * step * scale }}
		>
			{formatMs(at * step * 1000).replace(/\.00$/, "")}
		</span>
	));
}

function Playhead({ player, scale }: { player: PreviewPlayer; scale: number }) {
	const { positionMs, playing } = usePreviewState(player);
	const line = useRef<HTMLDivElement>(null);
	// Follows the playhead while it plays.
	useEffect(() => {
		const scroller = line.current?.parentElement?.parentElement;
		if (!playing || !scroller) return;
		const x = (positionMs / 1000) * scale;
		if (x < scroller.scrollLeft || x > scroller.scrollLeft + scroller.clientWidth - 40) scroller.scrollLeft = x - 40;
	}, [positionMs, playing, scale]);
	return (
		<div
			ref={line}
			className="pointer-events-none absolute inset-y-0 w-0.5 bg-accent"
			style={{ left: (positionMs / 1000) * scale }}
		/>
	);
}
