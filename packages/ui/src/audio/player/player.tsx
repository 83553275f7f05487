import {
	ChevronDown,
	ChevronUp,
	Download,
	type LucideIcon,
	Pause,
	Play,
	RotateCcw,
	RotateCw,
	TextQuote,
	X,
} from "lucide-react";
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { cn } from "../../cn.ts";
import { Spinner } from "../../primitives/feedback/spinner.tsx";
import { IconButton } from "../../primitives/icon-button.tsx";
import { Tooltip } from "../../primitives/overlays/tooltip.tsx";
import { voiceColors } from "../../voice-colors.ts";
import { formatTime } from "../time.ts";
import { VoiceOrb } from "../voice-orb.tsx";
import { Waveform } from "../waveform.tsx";
import { HighlightedText } from "../words/highlighted-text.tsx";
import type { AudioEngine, PlayerState } from "./audio-engine.ts";
import { skipSeconds } from "./media-session.ts";
import type { PlayerItem } from "./player-item.ts";
import { seekSlider } from "./seek-slider.ts";
import { announcedWait, formatWait } from "./start-estimate.ts";
import { usePlayer, usePlayerTime } from "./use-player.ts";

// Lazy: few voices have previews in several languages, and Select is a large dependency.
const PreviewLanguage = lazy<ComponentType<LanguagesProps>>(() =>
	import("./preview-language.tsx").then(
		(part) => ({ default: part.PreviewLanguage }),
		() => ({ default: () => null }),
	),
);

type PlayerProps = {
	engine: AudioEngine;
	collapsed?: boolean;
	onCollapsedChange?: (collapsed: boolean) => void;
	/** Feedback controls for the played audio. */
	feedback?: ReactNode;
	/** False if the page already shows the text and highlights it. */
	readAlong?: boolean;
	/** More controls, before the download button. */
	actions?: ReactNode;
	onDownload?: () => void;
	downloading?: boolean;
	/** "de" → "German". */
	languageName?: (code: string) => string;
	className?: string;
};

/** The player at the bottom of the page. Renders nothing until an item is loaded. */
export function Player(props: PlayerProps) {
	const { engine, collapsed = false, onCollapsedChange, className } = props;
	const state = usePlayer(engine);
	if (!state.item) return null;
	return (
		<section
			aria-label="Audio player"
			className={cn(
				"relative z-20 animate-rise border-line border-t bg-raised pb-[env(safe-area-inset-bottom)] text-ink",
				className,
			)}
		>
			{collapsed ? (
				<Collapsed engine={engine} state={state} onExpand={() => onCollapsedChange?.(false)} />
			) : (
				<Expanded {...props} state={state} item={state.item} />
			)}
		</section>
	);
}

type ExpandedProps = PlayerProps & { state: PlayerState; item: PlayerItem };

function Expanded(props: ExpandedProps) {
	const { engine, state, item, onCollapsedChange, readAlong = true } = props;
	const [reading, setReading] = useState(false);
	const readable = readAlong && item.alignment !== null && item.extra.text !== "";
	return (
		<>
			{reading && readable ? <ReadAlong engine={engine} item={item} /> : null}
			<div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-2 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] md:gap-x-5 md:px-4 md:py-2.5 lg:grid-cols-[minmax(0,15rem)_auto_minmax(0,1fr)_auto] 2xl:grid-cols-[minmax(0,24rem)_auto_minmax(0,1fr)_auto]">
				<Title item={item} state={state} />
				<Transport engine={engine} state={state} />
				<Position engine={engine} state={state} />
				<div className="col-span-full flex items-center justify-between gap-0.5 md:col-span-1 md:col-start-3 md:row-start-1 md:justify-end lg:col-start-4">
					<Languages engine={engine} item={item} name={props.languageName} />
					{props.feedback}
					{readable ? (
						<IconButton
							label="Read along"
							size="small"
							aria-expanded={reading}
							onClick={() => setReading(!reading)}
							className={cn(reading && "bg-hover text-ink")}
						>
							<TextQuote aria-hidden="true" />
						</IconButton>
					) : null}
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
					{props.actions}
					{props.onDownload ? (
						<IconButton
							label="Download"
							size="small"
							disabled={item.fileName === null}
							aria-busy={props.downloading || undefined}
							onClick={props.onDownload}
						>
							{props.downloading ? <Spinner className="size-4" /> : <Download aria-hidden="true" />}
						</IconButton>
					) : null}
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
		</>
	);
}

/** The text above the player, with the spoken word highlighted. */
function ReadAlong({ engine, item }: { engine: AudioEngine; item: PlayerItem }) {
	return (
		<HighlightedText
			text={item.extra.text}
			alignment={item.alignment}
			engine={engine}
			itemId={item.id}
			label="Text being read"
			className="mx-auto max-h-[34dvh] max-w-3xl animate-appear overflow-y-auto px-4 pt-4 pb-2 text-[15px] leading-7 focus-visible:-outline-offset-2"
		/>
	);
}

function Title({ item, state }: { item: PlayerItem; state: PlayerState }) {
	const { title, description, voice_id } = item.player;
	return (
		<div className="flex min-w-0 items-center gap-3">
			{voice_id ? <VoiceOrb voiceId={voice_id} size={36} playing={state.status === "playing"} /> : null}
			<div className="min-w-0">
				<p className="truncate font-medium" title={title}>
					{title}
				</p>
				<p
					role={state.error ? "alert" : undefined}
					className={cn("truncate text-[13px] tabular", state.error ? "text-danger" : "text-muted")}
					title={state.error ?? description}
				>
					{state.error ?? startText(state, formatWait) ?? description}
				</p>
				<p role="status" className="sr-only">
					{startText(state, announcedWait)}
				</p>
			</div>
		</div>
	);
}

/** When playback starts by itself, if it waits for audio that is being generated. */
function startText({ startsIn }: PlayerState, format: (seconds: number) => string): string | undefined {
	return startsIn === null ? undefined : `Generating, starts in ${format(startsIn)}`;
}

function Transport({ engine, state }: { engine: AudioEngine; state: PlayerState }) {
	return (
		<div className="flex items-center gap-1">
			<IconButton label="Skip back 10 seconds" onClick={() => engine.skip(-skipSeconds)}>
				<SkipGlyph icon={RotateCcw} />
			</IconButton>
			<PlayButton engine={engine} state={state} size="large" />
			<IconButton label="Skip forward 10 seconds" onClick={() => engine.skip(skipSeconds)}>
				<SkipGlyph icon={RotateCw} />
			</IconButton>
		</div>
	);
}

type PlayButtonProps = { engine: AudioEngine; state: PlayerState; size: "small" | "large" };

function PlayButton({ engine, state, size }: PlayButtonProps) {
	const waiting = state.startsIn !== null;
	const playing = !waiting && (state.status === "playing" || state.status === "loading");
	return (
		<IconButton
			label={playing ? "Pause" : "Play"}
			variant={size === "large" ? "primary" : "quiet"}
			size={size}
			round
			onClick={engine.toggle}
		>
			<PlayGlyph status={waiting ? "ready" : state.status} />
		</IconButton>
	);
}

function SkipGlyph({ icon: Icon }: { icon: LucideIcon }) {
	return (
		<span aria-hidden="true" className="relative inline-flex">
			<Icon className="!size-[22px]" strokeWidth={1.6} />
			<span className="absolute inset-0 flex items-center justify-center pt-px font-semibold text-[7.5px] leading-none">
				{skipSeconds}
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
	const voiceId = state.item?.player.voice_id;
	return (
		<div className="col-span-full flex min-w-0 items-center gap-2.5 text-muted text-xs tabular lg:col-span-1 lg:col-start-3 lg:row-start-1">
			<span className="min-w-8 text-right">{formatTime(position)}</span>
			<Waveform
				peaks={state.peaks}
				position={position}
				duration={duration}
				live={state.receiving}
				colors={voiceId ? voiceColors(voiceId) : undefined}
				onSeek={engine.seek}
				height={32}
			/>
			<span className="min-w-8">
				{state.receiving ? "~" : ""}
				{formatTime(duration)}
			</span>
		</div>
	);
}

type LanguagesProps = { engine: AudioEngine; item: PlayerItem; name?: (code: string) => string };

function Languages(props: LanguagesProps) {
	if (props.item.player.languagePreviewUrls.length < 2) return null;
	return (
		<Suspense>
			<PreviewLanguage {...props} />
		</Suspense>
	);
}

function Collapsed({ engine, state, onExpand }: { engine: AudioEngine; state: PlayerState; onExpand: () => void }) {
	const position = usePlayerTime(engine);
	const duration = Math.max(state.duration, position);
	const fraction = duration > 0 ? Math.min(1, position / duration) : 0;
	const voiceId = state.item?.player.voice_id;
	const colors = voiceId ? voiceColors(voiceId) : { from: "var(--wave-1)", to: "var(--wave-2)" };
	return (
		<>
			<div
				{...seekSlider({ label: "Position", position, duration, onSeek: engine.seek })}
				className="group relative h-1.5 cursor-pointer touch-none bg-wave-rest before:absolute before:inset-x-0 before:-top-1.5 before:bottom-0 focus-visible:-outline-offset-2"
			>
				<div
					aria-hidden="true"
					className="h-full origin-left"
					style={{
						transform: `scaleX(${fraction})`,
						background: `linear-gradient(90deg, ${colors.from}, ${colors.to})`,
					}}
				/>
			</div>
			<div className="-translate-y-full absolute -top-px right-4 flex items-center rounded-t-card border border-line border-b-0 bg-raised pr-0.5 pl-1">
				<PlayButton engine={engine} state={state} size="small" />
				<IconButton label="Expand audio player" size="small" onClick={onExpand}>
					<ChevronUp aria-hidden="true" />
				</IconButton>
			</div>
		</>
	);
}
