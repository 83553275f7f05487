import { useQuery } from "@tanstack/react-query";
import { conversionModel } from "@timbre/contract/voice-changer/rules.ts";
import { usePlayer } from "@timbre/ui/audio/player/use-player.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Pause, Play } from "lucide-react";
import { useEffect } from "react";
import { player } from "../../../lib/audio/player.ts";
import { historyItemQuery } from "../../history/history.item.public.ts";
import { historyPlayerItem } from "../../history/history.saved.public.ts";
import type { LocalAudio } from "../model/use-local-audio.ts";

type Side = "original" | "result";
type CompareProps = { historyItemId: string; original: LocalAudio | null };

/** Plays the result, and switches to the original at the same position. */
export function Compare({ historyItemId, original }: CompareProps) {
	const item = useQuery(historyItemQuery(historyItemId));
	const { item: playing, status } = usePlayer(player);
	const originalId = `original:${historyItemId}`;
	const side: Side | null = playing?.id === historyItemId ? "result" : playing?.id === originalId ? "original" : null;

	const load = (next: Side, autoStart: boolean) => {
		if (!item.data) return;
		// The two are equally long, so a position in one is the same word in the other.
		const position = side === null ? 0 : player.time();
		const saved = historyPlayerItem(item.data);
		if (next === "result")
			void player.load({ ...saved, type: "speech-to-speech", autoStart }, { url: saved.downloadUrl ?? "" });
		else if (original)
			void player.load(
				{
					id: originalId,
					type: "speech-to-speech",
					autoStart,
					player: { title: original.name, description: "Original" },
				},
				{ url: original.url, file: original.file },
			);
		if (position > 0) player.seek(position);
	};
	// Shows a new result in the player. Browsers allow playing it by itself, because the user has pressed Convert.
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
	useEffect(() => {
		if (item.data && side === null) load("result", true);
	}, [item.data?.history_item_id]);

	if (!item.data) return null;
	const isPlaying = side !== null && (status === "playing" || status === "loading");
	return (
		<section aria-label="Result" className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4">
			<div className="flex flex-wrap items-center gap-3">
				<Button
					variant="primary"
					onClick={() => (side === null ? load("result", true) : player.toggle())}
					aria-label={isPlaying ? "Pause" : `Play ${side ?? "result"}`}
				>
					{isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
					{isPlaying ? "Pause" : "Play"}
				</Button>
				{original ? (
					<fieldset className="flex rounded-control border border-control p-0.5">
						<legend className="sr-only">Compare</legend>
						{(["original", "result"] as const).map((one) => (
							<button
								key={one}
								type="button"
								aria-pressed={(side ?? "result") === one}
								onClick={() => load(one, true)}
								className={cn(
									"rounded-control px-3 py-1.5 text-[13px] transition-colors",
									(side ?? "result") === one ? "bg-ink text-on-ink" : "text-muted hover:text-ink",
								)}
							>
								{one === "original" ? "Original" : "Result"}
							</button>
						))}
					</fieldset>
				) : null}
				<p className="min-w-0 flex-1 truncate text-[13px] text-muted">
					{item.data.voice_name} · {conversionModel(item.data.model_id)?.name}
				</p>
			</div>
			<p className="line-clamp-4 break-words">{item.data.text}</p>
		</section>
	);
}
