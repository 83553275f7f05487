import { useQuery } from "@tanstack/react-query";
import type { Model } from "@timbre/contract/models/endpoints.ts";
import { minJobCharacters } from "@timbre/contract/speech/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { usePlayer } from "@timbre/ui/audio/player/use-player.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Sheet } from "@timbre/ui/primitives/overlays/sheet.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { RefreshCw, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { player } from "../../../lib/audio/player.ts";
import { useShowsText } from "../../../lib/audio/shown.ts";
import { useDraft } from "../../../lib/forms/draft.ts";
import { useLeaveWarning } from "../../../lib/forms/leave-warning.ts";
import { toaster } from "../../../lib/page/toaster.ts";
import { useMedia } from "../../../lib/page/use-media.ts";
import { useStored } from "../../../lib/storage/use-stored.ts";
import { count, counted } from "../../../lib/text/format.ts";
import { OncePrompt } from "../../../shell/page/once-prompt.tsx";
import { historyItemQuery } from "../../history/history.item.public.ts";
import { RecentHistory } from "../../history/history.recent.public.tsx";
import { VoicePicker } from "../../voices/voices.picker.public.tsx";
import { generationRequest } from "../model/generation-request.ts";
import { parseSettings, type Settings } from "../model/speech-request.ts";
import { useVoiceAndModel } from "../model/voice-and-model.ts";
import { useGeneration } from "../speech.generation.queries.ts";
import { useStartJob } from "../speech.jobs.queries.ts";
import { Composer } from "./composer.tsx";
import { GenerationError } from "./generation-error.tsx";
import { JobList } from "./job-list.tsx";
import { LanguageHint } from "./language-hint.tsx";
import { GenerationProgressBar, ResultBar } from "./result-bar.tsx";
import { SpeechSettings } from "./speech-settings.tsx";
import { maxMarkedCharacters } from "./text-editor.tsx";
import { usePrice } from "./use-price.ts";
import { type LiveResult, useResult } from "./use-result.tsx";

/** The text-to-speech editor with its settings and result. */
export function Workbench({ voices, allModels }: { voices: Voice[]; allModels: Model[] }) {
	const [text, setText, draft] = useDraft("text-to-speech");
	const [storedSettings, setStoredSettings] = useStored("settings:text-to-speech", "");
	const settings = parseSettings(storedSettings);
	const { voice, model, models, chooseVoice, chooseModel, use } = useVoiceAndModel(voices, allModels);
	const [sheetOpen, setSheetOpen] = useState(false);
	const wide = useMedia("(min-width: 64rem)");
	const { start, stop, busy, outcome, error, reset, rules, progress } = useGeneration();
	const startJob = useStartJob();
	const [live, setLive] = useState<LiveResult | null>(null);
	const [generated, setGenerated] = useState("");
	const [caret, setCaret] = useState(0);
	const replaceText = (next: string) => {
		if (next === text) return;
		setText(next);
		if (text.trim() === "") return;
		toaster.show({ title: "Text replaced", action: { label: "Undo", onAction: () => setText(text) } });
	};
	const [resultId, setResultId] = useResultId(replaceText);
	// The previous result is hidden while a new one is generated, and comes back if that fails at once.
	const shownId = busy ? (live?.id ?? "") : resultId;
	const result = useResult(shownId, live?.id === resultId ? live : null, busy, text, {
		dictionaries: settings.dictionaries,
		onTaught: (id) => {
			const dictionaries = [...new Set([...settings.dictionaries, id])];
			setStoredSettings(JSON.stringify({ ...settings, dictionaries }));
			toaster.show({ title: "Rule saved", detail: "Generate again to use it.", tone: "positive" });
		},
	});
	useShowsText(result.inEditor && text.length <= maxMarkedCharacters ? result.itemId : undefined);
	const params = voice && { text, voice, model, settings };
	const { price, sentences, newTakeCredits, format } = usePrice(text, params);
	useLeaveWarning(busy || draft !== "saved");
	if (!voice) return null;

	const generate = (newTake = false) => {
		use(voice);
		if (text.length > minJobCharacters) return startJob.mutate({ text, voice, model, settings, newTake, format });
		setLive(null);
		setGenerated(text);
		start({
			...generationRequest({ text, voice, model, settings, newTake }, format),
			onStart: (id) => {
				setLive({ id, text, voiceId: voice.voice_id, voiceName: voice.name });
				setResultId(id);
			},
		});
	};
	const panels = (
		<Panels
			settings={
				<SpeechSettings
					voice={voice}
					onVoiceChange={chooseVoice}
					models={models}
					model={model}
					onModelChange={chooseModel}
					settings={settings}
					onChange={(next: Settings) => setStoredSettings(JSON.stringify(next))}
				/>
			}
		/>
	);
	return (
		<div className="flex min-h-0 flex-1">
			<Composer
				text={text}
				onTextChange={setText}
				draft={draft}
				price={price}
				sentences={sentences}
				onCaretChange={setCaret}
				result={result.inEditor ? result : null}
				busy={busy}
				onGenerate={() => generate()}
				onStop={stop}
				newTake={
					newTakeCredits === undefined || !price.ready ? null : (
						<Button
							aria-label={`New take: ${counted(newTakeCredits, "credit")}`}
							title={`New take: ${counted(newTakeCredits, "credit")}`}
							className="max-lg:size-9 max-lg:px-0"
							onClick={() => generate(true)}
						>
							<RefreshCw aria-hidden="true" />
							<span className="max-lg:hidden">New take: {counted(newTakeCredits, "credit")}</span>
						</Button>
					)
				}
				settings={
					wide ? null : (
						<>
							<VoicePicker value={voice} onChange={chooseVoice} compact className="max-w-48" />
							<IconButton
								label="Settings and history"
								variant="outline"
								data-tour="history"
								onClick={() => setSheetOpen(true)}
							>
								<SlidersHorizontal aria-hidden="true" />
							</IconButton>
						</>
					)
				}
			>
				<JobList onDone={setResultId} />
				{text.length > minJobCharacters ? (
					<OncePrompt name="long_content_use_projects" title="Long texts" className="mx-4 my-3 md:mx-8 lg:mx-12">
						Over {count(minJobCharacters)} characters, speech is generated in the background and you can close the page.
						Studio, for books in chapters, doesn't generate audio yet.
					</OncePrompt>
				) : null}
				{busy ? null : <LanguageHint text={text} voice={voice} voices={voices} onVoiceChange={chooseVoice} />}
				{busy ? <GenerationProgressBar progress={progress} characters={generated.length} /> : null}
				{resultId && !busy ? (
					<ResultBar
						key={resultId}
						result={result}
						rules={live?.id === resultId ? rules : []}
						caret={caret}
						onUseText={replaceText}
						onClose={() => setResultId("")}
					/>
				) : null}
				{error ? (
					<GenerationError
						error={error}
						onRetry={() => {
							reset();
							generate();
						}}
					/>
				) : null}
			</Composer>
			{wide ? (
				<aside
					aria-label="Settings and history"
					className="w-84 shrink-0 overflow-y-auto border-line border-l px-5 py-4"
				>
					{panels}
				</aside>
			) : (
				<Sheet open={sheetOpen} onOpenChange={setSheetOpen} title="Settings and history">
					<div className="px-4 pb-8">{panels}</div>
				</Sheet>
			)}
			<Announcement busy={busy} outcome={outcome} />
		</div>
	);
}

/**
 * The id of the shown generation: from the URL, or stored in this browser so that it survives a reload. Opening one by
 * its URL puts its text into the editor.
 */
function useResultId(onOpen: (text: string) => void): [string, (id: string) => void] {
	const [search, setSearch] = useSearchParams();
	const [stored, store] = useStored("draft:result:text-to-speech", "");
	const requested = search.get("item");
	const opened = useQuery({ ...historyItemQuery(requested ?? ""), enabled: requested !== null });
	const open = useEffectEvent(onOpen);
	const openedId = useRef<string>(null);
	useEffect(() => {
		if (!requested) openedId.current = null;
		// Once: the URL changes a moment later, and what is typed meanwhile must stay.
		if (!requested || opened.isPending || openedId.current === requested) return;
		openedId.current = requested;
		store(requested);
		if (opened.data) open(opened.data.text);
		setSearch(
			(current) => {
				current.delete("item");
				return current;
			},
			{ replace: true },
		);
	}, [requested, opened.isPending, opened.data, store, setSearch]);
	return [requested ?? stored, store];
}

function Panels({ settings }: { settings: ReactNode }) {
	return (
		<Tabs defaultValue="settings">
			<TabsList>
				<TabsTrigger value="settings">Settings</TabsTrigger>
				<TabsTrigger value="history" data-tour="history">
					History
				</TabsTrigger>
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

/** Announces the progress to screen readers. */
function Announcement({ busy, outcome }: { busy: boolean; outcome: "none" | "done" | "stopped" | "failed" }) {
	const { status } = usePlayer(player);
	const messages = {
		none: "",
		done: "Speech generated and saved to history.",
		stopped: "Stopped. The audio generated so far stays in the player.",
		failed: "",
	};
	const now = status === "playing" ? "Playing while the rest is generated." : "Generating speech.";
	return (
		<p role="status" className="sr-only">
			{busy ? now : messages[outcome]}
		</p>
	);
}
