import { useQuery } from "@tanstack/react-query";
import type { TryVoice } from "@timbre/contract/voices.ts";
import { clock } from "@timbre/ui/audio/time.ts";
import { usePlayer, usePlayerTime } from "@timbre/ui/audio/use-player.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Spinner } from "@timbre/ui/primitives/spinner.tsx";
import { voiceColours } from "@timbre/ui/voice-colours.ts";
import { Pause, Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import { languageName } from "../../../lib/format.ts";
import { player } from "../../../lib/player.ts";
import { tryItemId, tryLimit, tryVoicesQuery, useTrySpeech } from "../marketing.queries.ts";

const firstText = "Good evening. I am a voice made of numbers, and I would be glad to read whatever you write here.";

/** The first thing a visitor can do: type, choose a voice, hear it. */
export function TryBox() {
	const voices = useQuery(tryVoicesQuery);
	const [text, setText] = useState(firstText);
	const [chosenId, setChosenId] = useState("");
	const [heard, setHeard] = useState("");
	const speech = useTrySpeech();
	const state = usePlayer(player);
	const voice = voices.data?.find((known) => known.voice_id === chosenId) ?? voices.data?.[0];
	const loaded = state.item?.id === tryItemId;
	const sounding = loaded && (state.status === "playing" || state.status === "loading");
	const starting = speech.isPending && !loaded;

	const speak = (by: TryVoice | undefined) => {
		if (!by || text.trim() === "") return;
		setHeard(`${by.voice_id} ${text}`);
		player.clear();
		speech.mutate({ text: text.trim(), voice: by });
	};
	const onSubmit = (event: FormEvent) => {
		event.preventDefault();
		if (loaded && heard === `${voice?.voice_id} ${text}`) player.toggle();
		else speak(voice);
	};
	return (
		<form
			onSubmit={onSubmit}
			aria-label="Try a voice"
			className="mx-auto mt-12 max-w-3xl overflow-hidden rounded-card border border-line bg-raised text-left has-[textarea:focus-visible]:border-ink"
		>
			<textarea
				aria-label="A sentence to hear"
				aria-describedby="try-count"
				rows={3}
				maxLength={tryLimit}
				value={text}
				onChange={(event) => setText(event.target.value)}
				onKeyDown={(event) => {
					if (event.key !== "Enter" || event.shiftKey) return;
					event.preventDefault();
					event.currentTarget.form?.requestSubmit();
				}}
				className="block w-full resize-none bg-transparent px-5 pt-5 text-lg leading-7 outline-none placeholder:text-muted sm:px-6 sm:pt-6 sm:text-xl sm:leading-8"
				placeholder="Write a sentence."
			/>
			<div className="px-5 sm:px-6">
				<Trace />
			</div>
			<div className="flex flex-wrap items-end justify-between gap-4 border-line border-t px-5 py-4 sm:px-6">
				<Voices
					voices={voices.data}
					failed={voices.isError}
					onRetry={() => void voices.refetch()}
					chosen={voice}
					sounding={sounding ? (state.item?.player.voice_id ?? undefined) : undefined}
					onChoose={(next) => {
						setChosenId(next.voice_id);
						speak(next);
					}}
				/>
				<div className="flex items-center gap-4 max-sm:w-full max-sm:justify-between">
					<span id="try-count" className="text-muted text-xs tabular">
						{text.length} of {tryLimit}
						<span className="sr-only"> characters</span>
					</span>
					<Button type="submit" variant="primary" size="large" disabled={!voice || text.trim() === "" || starting}>
						{starting ? (
							<Spinner />
						) : sounding ? (
							<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
						) : (
							<Play aria-hidden="true" fill="currentColor" strokeWidth={0} />
						)}
						{sounding ? "Pause" : "Hear it"}
					</Button>
				</div>
			</div>
			<p role="status" className={cn("px-6 text-danger text-sm", speech.error && "pb-4")}>
				{speech.error?.message}
			</p>
			<noscript>
				<p className="px-6 pb-4 text-muted text-sm">
					Hearing a voice here needs JavaScript; everything else on this page does not.
				</p>
			</noscript>
		</form>
	);
}

function Trace() {
	const state = usePlayer(player);
	const position = usePlayerTime(player);
	const loaded = state.item?.id === tryItemId;
	const duration = Math.max(state.duration, position);
	return (
		<div className="flex items-center gap-3 py-4">
			<Waveform
				peaks={loaded ? state.peaks : []}
				position={loaded ? position : 0}
				duration={loaded ? duration : 0}
				live={loaded && state.receiving}
				colours={loaded && state.item?.player.voice_id ? voiceColours(state.item.player.voice_id) : undefined}
				onSeek={loaded ? player.seek : undefined}
				label="Position in the sentence"
				height={44}
			/>
			<span className="w-9 shrink-0 text-right text-muted text-xs tabular">{loaded ? clock(position) : "0:00"}</span>
		</div>
	);
}

type VoicesProps = {
	voices: TryVoice[] | undefined;
	failed: boolean;
	onRetry: () => void;
	chosen: TryVoice | undefined;
	sounding: string | undefined;
	onChoose: (voice: TryVoice) => void;
};

function Voices({ voices, failed, onRetry, chosen, sounding, onChoose }: VoicesProps) {
	if (failed) {
		return (
			<div role="alert" className="flex items-center gap-3 text-muted text-sm">
				The voices cannot be reached.
				<Button size="small" onClick={onRetry}>
					Try again
				</Button>
			</div>
		);
	}
	return (
		<fieldset className="min-w-0 max-sm:w-full">
			<legend className="sr-only">Voice</legend>
			<div className="grid grid-cols-6 sm:-ml-2 sm:flex">
				{voices
					? voices.map((voice) => (
							<button
								key={voice.voice_id}
								type="button"
								aria-pressed={voice.voice_id === chosen?.voice_id}
								aria-label={`Hear it as ${voice.name}, ${languageName(voice.language)}`}
								onClick={() => onChoose(voice)}
								className={cn(
									"flex flex-col items-center gap-1.5 rounded-control py-2 text-xs leading-4 transition-colors hover:bg-hover sm:w-[68px] sm:text-[13px]",
									voice.voice_id === chosen?.voice_id ? "text-ink" : "text-muted",
								)}
							>
								<VoiceOrb voiceId={voice.voice_id} size={40} playing={sounding === voice.voice_id} />
								<span
									className={cn(
										"max-w-full truncate",
										voice.voice_id === chosen?.voice_id && "font-medium underline underline-offset-4",
									)}
								>
									{voice.name}
								</span>
							</button>
						))
					: Array.from({ length: 6 }, (_, i) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
							<span key={i} className="flex flex-col items-center gap-1.5 py-2 sm:w-[68px]">
								<Skeleton className="size-10 rounded-full" />
								<Skeleton className="h-4 w-10" />
							</span>
						))}
			</div>
		</fieldset>
	);
}
