import { formatTime } from "@timbre/ui/audio/time.ts";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { Pause, Play } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { player } from "../../../lib/audio/player.ts";
import { audioUrl, type Isolation } from "../isolator.queries.ts";
import { createComparePlayer, type Version } from "../model/compare-player.ts";

const labels: Record<Version, string> = { isolated: "Voice only", original: "Original" };
const switchKey = "b";

/** Before and after, at the same position. */
export function Compare({ isolation }: { isolation: Isolation }) {
	const { isolation_id: id, seconds, isolated_peaks, original_peaks } = isolation;
	const [compare] = useState(() =>
		createComparePlayer((version) => {
			const audio = new Audio();
			audio.preload = "metadata";
			audio.src = audioUrl(id, version, "mp3");
			return audio;
		}),
	);
	const { playing, position, version, error } = useSyncExternalStore(compare.subscribe, compare.state, compare.state);
	useEffect(() => compare.pause, [compare]);
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.key.toLowerCase() !== switchKey || event.metaKey || event.ctrlKey || event.altKey) return;
			if (
				event.target instanceof Element &&
				event.target.closest("input, textarea, select, [contenteditable], [role=dialog]")
			)
				return;
			compare.choose(compare.state().version === "isolated" ? "original" : "isolated");
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [compare]);
	const toggle = () => {
		if (playing) return compare.pause();
		// One thing plays at a time.
		player.pause();
		void compare.play();
	};
	const duration = seconds ?? 0;
	const peaks = { isolated: isolated_peaks, original: original_peaks };
	return (
		<section aria-label="Compare" className="flex flex-col gap-4">
			<div className="flex flex-wrap items-center gap-x-4 gap-y-3">
				<IconButton
					label={playing ? "Pause" : "Play"}
					variant="primary"
					size="large"
					round
					tooltip={false}
					onClick={toggle}
				>
					{playing ? (
						<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
					) : (
						<Play aria-hidden="true" fill="currentColor" strokeWidth={0} />
					)}
				</IconButton>
				<fieldset className="flex rounded-control border border-line bg-sunken p-0.5">
					<legend className="sr-only">Version</legend>
					{(["original", "isolated"] as const).map((choice) => (
						<button
							key={choice}
							type="button"
							aria-pressed={version === choice}
							onClick={() => compare.choose(choice)}
							className={cn(
								"rounded-[7px] px-3 py-1 font-medium text-[13px] text-muted transition-colors hover:text-ink",
								version === choice && "bg-raised text-ink shadow-sm",
							)}
						>
							{labels[choice]}
						</button>
					))}
				</fieldset>
				<span className="tabular text-muted text-[13px]">
					{formatTime(position)} / {formatTime(duration)}
				</span>
				<span className="hidden items-center gap-1.5 text-[13px] text-muted sm:inline-flex">
					<Kbd>B</Kbd> switches
				</span>
			</div>
			{(["original", "isolated"] as const).map((choice) => (
				<div key={choice}>
					<p className={cn("mb-1 text-[13px] text-muted", version === choice && "font-medium text-ink")}>
						{labels[choice]}
					</p>
					<Waveform
						className={cn("transition-opacity", version !== choice && "opacity-50")}
						peaks={peaks[choice].map((peak) => peak / 255)}
						position={position}
						duration={duration}
						height={48}
						label={`Position in ${labels[choice].toLowerCase()}`}
						onSeek={(to) => {
							compare.choose(choice);
							compare.seek(Math.min(Math.max(0, to), duration));
						}}
					/>
				</div>
			))}
			{error ? (
				<p role="alert" className="text-[13px] text-danger">
					Couldn't play the audio. Download it instead.
				</p>
			) : null}
			<p role="status" className="sr-only">
				{labels[version]}
			</p>
		</section>
	);
}
