import { ChevronDown, ChevronUp, Download, type LucideIcon, Pause, Play, RotateCcw, RotateCw, X } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../cn.ts";
import { IconButton } from "../primitives/icon-button.tsx";
import { Spinner } from "../primitives/spinner.tsx";
import { Tooltip } from "../primitives/tooltip.tsx";
import { voiceColours } from "../voice-colours.ts";
import type { AudioEngine, PlayerItem, PlayerState } from "./audio-engine.ts";
import { clock } from "./time.ts";
import { usePlayer, usePlayerTime } from "./use-player.ts";
import { VoiceOrb } from "./voice-orb.tsx";
import { Waveform } from "./waveform.tsx";

type PlayerProps = {
	engine: AudioEngine;
	collapsed?: boolean;
	onCollapsedChange?: (collapsed: boolean) => void;
	/** More controls, before the download. */
	actions?: ReactNode;
	className?: string;
};

/** The player at the foot of the page. Nothing is drawn while nothing is loaded. */
export function Player({ engine, collapsed = false, onCollapsedChange, actions, className }: PlayerProps) {
	const state = usePlayer(engine);
	if (!state.item) return null;
	return (
		<section
			aria-label="Audio player"
			className={cn("relative animate-rise border-line border-t bg-raised text-ink", className)}
		>
			{collapsed ? (
				<Collapsed engine={engine} state={state} onExpand={() => onCollapsedChange?.(false)} />
			) : (
				<div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 md:grid-cols-[minmax(0,14rem)_auto_minmax(0,1fr)_auto] md:gap-x-5">
					<Title item={state.item} state={state} />
					<Transport engine={engine} state={state} />
					<Position engine={engine} state={state} />
					<div className="col-start-2 row-start-2 flex items-center md:col-start-auto md:row-start-auto">
						<Tooltip label="Playback speed">
							<button
								type="button"
								aria-label={`Playback speed ${state.speed}, press to change`}
								onClick={engine.cycleSpeed}
								className="h-8 min-w-11 rounded-control px-1.5 font-medium text-[13px] text-muted tabular transition-colors hover:bg-hover hover:text-ink"
							>
								{state.speed}×
							</button>
						</Tooltip>
						{actions}
						<DownloadLink item={state.item} />
						{onCollapsedChange ? (
							<IconButton
								label="Collapse audio player"
								size="small"
								className="max-md:hidden"
								onClick={() => onCollapsedChange(true)}
							>
								<ChevronDown aria-hidden="true" />
							</IconButton>
						) : null}
						<IconButton label="Close audio player" size="small" onClick={engine.clear}>
							<X aria-hidden="true" />
						</IconButton>
					</div>
				</div>
			)}
		</section>
	);
}

function Title({ item, state }: { item: PlayerItem; state: PlayerState }) {
	return (
		<div className="flex min-w-0 items-center gap-3">
			{item.voiceId ? <VoiceOrb voiceId={item.voiceId} size={34} playing={state.status === "playing"} /> : null}
			<div className="min-w-0">
				<p className="truncate font-medium">{item.title}</p>
				<p className={cn("truncate text-[13px]", state.error ? "text-danger" : "text-muted")}>
					{state.error ?? item.description}
				</p>
			</div>
		</div>
	);
}

function Transport({ engine, state }: { engine: AudioEngine; state: PlayerState }) {
	const playing = state.status === "playing" || state.status === "loading";
	return (
		<div className="flex items-center gap-1">
			<IconButton label="Skip back 10 seconds" onClick={() => engine.skip(-10)}>
				<SkipGlyph icon={RotateCcw} />
			</IconButton>
			<IconButton label={playing ? "Pause" : "Play"} variant="primary" size="large" round onClick={engine.toggle}>
				<PlayGlyph status={state.status} />
			</IconButton>
			<IconButton label="Skip forward 10 seconds" onClick={() => engine.skip(10)}>
				<SkipGlyph icon={RotateCw} />
			</IconButton>
		</div>
	);
}

function SkipGlyph({ icon: Icon }: { icon: LucideIcon }) {
	return (
		<span aria-hidden="true" className="relative inline-flex">
			<Icon className="!size-[22px]" strokeWidth={1.6} />
			<span className="absolute inset-0 flex items-center justify-center pt-px font-semibold text-[7.5px] leading-none">
				10
			</span>
		</span>
	);
}

function PlayGlyph({ status }: { status: PlayerState["status"] }) {
	if (status === "loading") return <Spinner className="size-5" />;
	if (status === "playing") return <Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />;
	return <Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />;
}

function Position({ engine, state }: { engine: AudioEngine; state: PlayerState }) {
	const position = usePlayerTime(engine);
	const duration = Math.max(state.duration, position);
	return (
		<div className="flex min-w-0 items-center gap-3 text-muted text-xs tabular">
			<span className="w-9 text-right">{clock(position)}</span>
			<Waveform
				peaks={state.peaks}
				position={position}
				duration={duration}
				live={state.receiving}
				colours={state.item?.voiceId ? voiceColours(state.item.voiceId) : undefined}
				onSeek={engine.seek}
				height={32}
			/>
			<span className="w-9">
				{state.receiving ? "~" : ""}
				{clock(duration)}
			</span>
		</div>
	);
}

function DownloadLink({ item }: { item: PlayerItem }) {
	if (!item.downloadUrl) {
		return (
			<IconButton label="Download" size="small" disabled>
				<Download aria-hidden="true" />
			</IconButton>
		);
	}
	return (
		<Tooltip label="Download">
			<a
				href={item.downloadUrl}
				download={item.fileName ?? "speech.mp3"}
				aria-label="Download"
				className="inline-flex size-8 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-ink"
			>
				<Download aria-hidden="true" className="size-4" />
			</a>
		</Tooltip>
	);
}

function Collapsed({ engine, state, onExpand }: { engine: AudioEngine; state: PlayerState; onExpand: () => void }) {
	const position = usePlayerTime(engine);
	const part = state.duration > 0 ? Math.min(1, position / state.duration) : 0;
	return (
		<>
			<div aria-hidden="true" className="h-1 bg-wave-rest">
				<div className="h-full bg-accent" style={{ width: `${part * 100}%` }} />
			</div>
			<div className="-translate-y-full absolute top-0 right-4">
				<IconButton
					label="Expand audio player"
					size="small"
					variant="outline"
					className="rounded-b-none"
					onClick={onExpand}
				>
					<ChevronUp aria-hidden="true" />
				</IconButton>
			</div>
		</>
	);
}
