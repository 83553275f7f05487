import { useQuery } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices.ts";
import { usePlayer } from "@timbre/ui/audio/use-player.ts";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/error-state.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Sheet } from "@timbre/ui/primitives/sheet.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { AudioLines, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { isApiError } from "../../lib/api-error.ts";
import { player } from "../../lib/player.ts";
import { useMedia } from "../../lib/use-media.ts";
import { useStored } from "../../lib/use-stored.ts";
import { RecentHistory } from "../history/history.public.tsx";
import { modelsQuery } from "../models/models.public.ts";
import { subscriptionQuery } from "../usage/usage.public.tsx";
import { VoicePicker } from "../voices/voices.picker.public.tsx";
import { voicesQuery } from "../voices/voices.public.tsx";
import { Composer } from "./components/composer.tsx";
import { SpeechSettings } from "./components/speech-settings.tsx";
import { useGeneration } from "./speech.queries.ts";

export const meta = () => [{ title: "Text to speech - Timbre" }];

export default function SpeechPage() {
	const voices = useQuery(voicesQuery);
	return (
		<div className="flex h-full flex-col">
			<h1 className="flex h-14 shrink-0 items-center border-line border-b px-4 font-semibold text-[15px] max-md:sr-only md:px-8 lg:px-12">
				Text to speech
			</h1>
			{voices.isPending ? <Loading /> : null}
			{voices.isError ? (
				<ErrorState
					title="The voices could not be loaded"
					message={voices.error.message}
					requestId={isApiError(voices.error) ? voices.error.requestId : undefined}
					busy={voices.isFetching}
					onRetry={() => void voices.refetch()}
				/>
			) : null}
			{voices.data?.length === 0 ? (
				<EmptyState icon={<AudioLines aria-hidden="true" />} title="No voices yet">
					Voices come with a speech model. Run <code className="font-mono text-[13px]">npm run models</code> on the
					server to fetch one.
				</EmptyState>
			) : null}
			{voices.data?.[0] ? <Workbench voices={voices.data} first={voices.data[0]} /> : null}
		</div>
	);
}

function Workbench({ voices, first }: { voices: Voice[]; first: Voice }) {
	const [text, setText] = useStored("draft:text-to-speech", "");
	const [search, setSearch] = useSearchParams();
	const [storedVoice, setStoredVoice] = useStored("voice:text-to-speech", "");
	const [storedSpeed, setStoredSpeed] = useStored("speed:text-to-speech", "1");
	const [sheetOpen, setSheetOpen] = useState(false);
	const wide = useMedia("(min-width: 64rem)");
	const models = useQuery(modelsQuery);
	const subscription = useQuery(subscriptionQuery);
	const { generate, stop, busy, outcome } = useGeneration();

	const wanted = search.get("voice") ?? storedVoice;
	const voice = voices.find((known) => known.voice_id === wanted) ?? first;
	const model = models.data?.find((known) => voice.high_quality_base_model_ids.includes(known.model_id));
	const speed = Number(storedSpeed) || 1;
	const chooseVoice = (chosen: Voice) => {
		setStoredVoice(chosen.voice_id);
		if (search.has("voice")) setSearch({}, { replace: true });
	};
	const settings = (
		<SpeechSettings
			voices={voices}
			voice={voice}
			onVoiceChange={chooseVoice}
			model={model}
			speed={speed}
			onSpeedChange={(next) => setStoredSpeed(String(next))}
		/>
	);
	const left = subscription.data && subscription.data.character_limit - subscription.data.character_count;
	return (
		<div className="flex min-h-0 flex-1">
			<Composer
				text={text}
				onTextChange={setText}
				limit={model?.maximum_text_length_per_request}
				creditsPerCharacter={model?.model_rates.character_cost_multiplier ?? 1}
				creditsLeft={left}
				busy={busy}
				onGenerate={() => generate({ text, voice, model, speed })}
				onStop={stop}
				settings={
					wide ? null : (
						<>
							<VoicePicker voices={voices} value={voice} onChange={chooseVoice} compact />
							<IconButton label="Settings and history" variant="outline" onClick={() => setSheetOpen(true)}>
								<SlidersHorizontal aria-hidden="true" />
							</IconButton>
						</>
					)
				}
			/>
			{wide ? (
				<aside
					aria-label="Settings and history"
					className="w-84 shrink-0 overflow-y-auto border-line border-l px-5 py-4"
				>
					<Panels settings={settings} />
				</aside>
			) : (
				<Sheet open={sheetOpen} onOpenChange={setSheetOpen} title="Settings and history">
					<div className="px-4 pb-8">
						<Panels settings={settings} />
					</div>
				</Sheet>
			)}
			<Announcement busy={busy} outcome={outcome} />
		</div>
	);
}

function Panels({ settings }: { settings: React.ReactNode }) {
	return (
		<Tabs defaultValue="settings">
			<TabsList>
				<TabsTrigger value="settings">Settings</TabsTrigger>
				<TabsTrigger value="history">History</TabsTrigger>
			</TabsList>
			<TabsContent value="settings" className="pt-5">
				{settings}
			</TabsContent>
			<TabsContent value="history" className="pt-1">
				<RecentHistory />
			</TabsContent>
		</Tabs>
	);
}

/** Tells a screen reader what the eye sees in the player. */
function Announcement({ busy, outcome }: { busy: boolean; outcome: "none" | "done" | "stopped" | "failed" }) {
	const { status } = usePlayer(player);
	const words = {
		none: "",
		done: "The speech is complete and saved in the history.",
		stopped: "Stopped. What was spoken so far stays in the player.",
		failed: "",
	};
	const now = status === "playing" ? "Playing while the rest is being made." : "Making speech.";
	return (
		<p role="status" className="sr-only">
			{busy ? now : words[outcome]}
		</p>
	);
}

function Loading() {
	return (
		<div aria-busy="true" className="flex min-h-0 flex-1">
			<p className="sr-only">Loading voices</p>
			<div className="flex flex-1 flex-col gap-3 px-4 py-7 md:px-8 lg:px-12">
				<Skeleton className="h-5 w-2/3" />
				<Skeleton className="h-5 w-1/2" />
			</div>
			<div className="flex w-84 flex-col gap-6 border-line border-l p-5 max-lg:hidden">
				<Skeleton className="h-8" />
				<Skeleton className="h-14" />
				<Skeleton className="h-20" />
				<Skeleton className="h-10" />
			</div>
		</div>
	);
}
